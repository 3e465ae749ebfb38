import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import {
  formatMissingPermission,
  formatWhoCanGrant,
  resolveRequiredPermission,
} from '#storefront/platform/sessions/permissions/required-permission.ts'
import { type Screen, screens } from './routes.ts'

const table: readonly Screen[] = screens
const all = table.map((screen) => ({ needs: undefined, right: undefined, ...screen }))

test('a route leads to /403 exactly where the specification requires a permission', () => {
  const gated = all.flatMap(({ path, needs }) => (needs === undefined ? [] : [`${path} ${needs}`]))
  expect(gated.toSorted()).toEqual([
    ...['/account_authentication applyLimit', '/address addressSet', '/address_add addressSet', '/address_add_account addressSet'],
    ...['/cash_account cashAccount', '/licence applyLimit', '/my_order lookOrder', '/order_info buyPay'],
  ])
})

test('every route of the specification exists', () => {
  const named =
    `/ /alter_avatar /user_level_high /user_level_high_unlock /user_level_middle /user_level_middle_unlock /user_level_normal /user_center
    /order_pay_password /order_pay_success /order_pay_success_2 /order_pay_online_pay /403 /order_info /cart /detail /shop /categories /categories2
    /login /login_error /login_success /login_forget_pwd /login_forget_success /register /app_download /account /setting /setting_change_pwd
    /setting_new_telephone /setting_change_phone /setting_set_pay_pwd /account_authentication /account_authentication_company
    /account_authentication_not_passed /account_authentication_not_passed2 /account_authentication_not_passed3 /advanced_certification /address
    /address_add /address_add_account /after_sale /message_notice /message_sys /my_invoice_can_open /my_invoice_detail /coupon /coupon_invalid
    /coupon_used /coupon_use_notice /coupon_used_notice2 /my_bill /my_bill_detail /help_center /help_center2 /service_contact /article_detail
    /article_detail_new /my_collection /my_collection_tip /my_order /my_order_detail /my_order_express /my_order_done /my_order_cancel
    /my_order_wait_send /my_order_wait_pay /my_order_transfer_info /my_order_payment_evidence /my_order_payment_evidence2
    /my_order_payment_evidence_upload /my_order_payment_evidence_success /my_order_payment_evidence_error /cash_account /cash_account_charge
    /cash_account_charge_log /cash_account_user_log /credit_account /credit_account2 /credit_account_log /credit_account_log_detail
    /credit_account_repayment_log`.split(/\s+/)
  expect(named.filter((path) => !all.some((screen) => screen.path === path))).toEqual([])
})

/** The source files of the screens that the routes load. */
const loaded = new Set(
  [...readFileSync('storefront/routes.ts', 'utf8').matchAll(/import\('#(storefront\/[^']+)'\)/g)].map(([, file = '']) => file),
)

const READ: readonly string[] = ['Page', 'prefetch'] satisfies readonly (keyof Awaited<ReturnType<Screen['load']>>)[]

test('a screen exports its page and its prefetch by the names that the router reads', () => {
  const exportsOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name)
  const files = [...loaded].map((file) => [file, exportsOf(file).toSorted()] as const)
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter(([, names]) => !names.includes('Page') || names.some((name) => /^[a-z]/.test(name) && !READ.includes(name)))).toEqual(
    [],
  )
  expect(files.filter(([, names]) => names.includes('prefetch')).length).toBeGreaterThan(3)
})

const asked = (path: string, search: Record<string, string> = {}) =>
  resolveRequiredPermission(all.find((screen) => screen.path === path)?.right, search)

test('the required permission of a screen depends on the parameters of its address', () => {
  expect(asked('/my_bill')).toEqual(['cashAccount', 'applyLimit'])
  expect(asked('/my_bill', { view: 'month' })).toEqual(['applyLimit'])
  expect(asked('/project')).toBeUndefined()
  expect(asked('/project', { view: 'costs' })).toEqual(['lookOrder'])
  expect([asked('/api_access'), asked('/api_access', { view: 'docs' })]).toEqual(['main', undefined])
  expect(asked('/my_order_payment_evidence', { orderNo: '1' })).toEqual(['buyPay', 'lookOrder'])
})

test('a missing permission is shown by its name, with who can grant it', () => {
  expect(hasPermission({ accountType: 2, permCode: 'lookGoods' }, ['cashAccount', 'applyLimit'])).toBe(false)
  expect(formatMissingPermission(['cashAccount', 'applyLimit'])).toBe('您的子账号没有「现金钱包」或「赊销中心」权限')
  expect(formatWhoCanGrant(['cashAccount'])).toContain('企业主账号')
  expect([hasPermission({ accountType: 2, permCode: '' }, 'main'), hasPermission({ accountType: 1, permCode: null }, 'main')]).toEqual([
    false,
    true,
  ])
})
