import { expect, test } from 'vitest'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { checkPermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { listMenuEntries } from './menu-view.ts'

const labels = (permCode: string | null, blocked: boolean) =>
  listMenuEntries({ permCode }, '/')
    .filter((entry) => (entry.blocked !== undefined) === blocked)
    .map(({ label }) => label)

test('the menu has the entries of the specification in order, followed by additional ones', () =>
  expect(listMenuEntries(undefined, '/').map(({ label }) => label)).toEqual([
    '会员信息',
    '赊销账户',
    '现金钱包',
    '我的订单',
    '我的账单',
    '我的优惠券',
    '我的消息',
    '我的发票',
    '地址管理',
    '我的设置',
    '我的合同',
    '账号管理',
    '我的收藏',
    '售后服务',
    '服务协议',
    '帮助中心',
    '我的询价',
    '代客下单',
    '项目与设备',
    '许可证',
    '接口接入',
  ]))

test('a main account, whose permCode is null, may open all entries', () => expect(labels(null, true)).toEqual([]))

test('a sub-account sees which permissions it lacks', () =>
  expect(labels('lookGoods,addCart', true)).toEqual([
    '赊销账户',
    '现金钱包',
    '我的订单',
    '我的账单',
    '我的发票',
    '地址管理',
    '我的合同',
    '售后服务',
    '我的询价',
    '代客下单',
    '许可证',
  ]))

test('one of several permission codes is enough', () => expect(labels('buyPay', false)).toContain('赊销账户'))

test('the reason names the missing permission', () => {
  const reason = (permCode: string, needs: readonly MemberPermissionCode[]) => checkPermission({ permCode }, needs, 'own').reason
  expect(reason('', ['lookOrder'])).toBe('没有「订单管理」权限，请联系企业主账号开通')
  expect(reason('', ['applyLimit', 'buyPay'])).toBe('没有「赊销中心」或「下单支付」权限，请联系企业主账号开通')
  expect(reason('lookOrder', ['lookOrder'])).toBeUndefined()
  expect(reason('', [])).toBeUndefined()
})

test.each([
  ['/credit_account_log', '赊销账户'],
  ['/my_order_detail', '我的订单'],
  ['/message_sys', '我的消息'],
  ['/address_add', '地址管理'],
  ['/user_center', '会员信息'],
  ['/new_quotation', '我的询价'],
  ['/proposal', '代客下单'],
  ['/patrol', '项目与设备'],
])('at %s the current menu entry is %s', (path, label) =>
  expect(
    listMenuEntries(undefined, path)
      .filter(({ current }) => current)
      .map((entry) => entry.label),
  ).toEqual([label]),
)
