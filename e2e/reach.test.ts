import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIN, MAIN, OPS, SUB } from '../tools/demo/people.ts'
import { inspect } from './inspect.ts'
import { apiOf, buyerToken, staffToken } from './people.ts'
import { openStage, type Stage, sizes, type Visit, visit } from './stage.ts'

/** A route, as far as a walk needs it. The tables are read as they run: their screens are written for a browser. */
interface Route {
  path: string
  title: string
}
const routesOf = async (app: string): Promise<readonly Route[]> => {
  const { screens } = (await import(path.resolve(app, 'routes.ts'))) as { screens: readonly Route[] }
  return screens
}

/** An address that nobody made. */
const lost = (product: string): Route => ({ path: '/nowhere', title: product })

/** What guests see; from everywhere else they are led to log in. The forms and the result among them ask the server for nothing yet. */
const OPEN = [
  ...['/', '/shop', '/categories', '/categories2', '/detail', '/403', '/login', '/login_error', '/article_detail_new', '/help_center'],
  ...['/user_center', '/address_add', '/address_add_account', '/order_pay_success_2', '/quick_order'],
  ...['/help_center2', '/article_detail', '/service_contact', '/app_download'],
  ...['/register', '/login_forget_pwd', '/login_forget_success'],
  ...['/setting', '/alter_avatar', '/setting_change_pwd', '/setting_change_phone', '/setting_new_telephone', '/setting_set_pay_pwd'],
]
const isOpen = (route: Route): boolean => OPEN.includes(route.path)
const FOR_GUESTS = ['/login', '/login_error', '/register']

/** Windows that open over a screen: where, and by which button. */
const WINDOWS = {
  mall: [
    ['/user_center', '切换账号'],
    ['/order_info', '更换地址'],
    ['/cart', '删除所选'],
    ['/coupon', '使用须知'],
    ['/my_order_wait_pay', '去支付'],
    ['/my_order_wait_pay', '取消订单'],
    ['/my_order_wait_send', '申请取消'],
    ['/account', '新增子账号'],
    ['/project', '新建项目'],
    ['/equipment', '新增设备'],
    ['/patrol', '记录巡检'],
    ['/after_sale', '撤销申请'],
    ['/credit_account', '开通自动还款'],
    ['/credit_account_repayment_log', '还款'],
    ['/my_bill', /^查看详情：/],
    ['/my_bill_detail', /^提出异议/],
  ],
  console: [
    ['/order', /^发\s*货$/],
    ['/order', '剩余不再发货'],
    ['/enterprise', '调整固定额度'],
    ['/enterprise', '授予临时额度'],
    ['/enterprise', '登记转账充值'],
    ['/skus', /^改\s*价$/],
    ['/skus', /^库\s*存$/],
    ['/skus', /^[上下]\s*架$/],
    ['/review', /^驳\s*回$/],
    ['/review', /^通\s*过$/],
    ['/after_sale', /^同\s*意$/],
    ['/after_sale', /^驳\s*回$/],
    ['/enterprise', '冻结企业'],
    ['/user', '冻结用户'],
    ['/staff', '新增员工'],
    ['/staff', /^停\s*用$/],
    ['/holidays', '修改日期'],
    ['/statement', '日利率'],
    ['/statement', '申请减免利息'],
    ['/disputes', /^处\s*理$/],
    ['/inquiries', /^回\s*复$/],
    ['/articles', '新建文章'],
    ['/banners', '新增横幅'],
    ['/message_texts', '修改 订单已支付'],
    ['/coupon_template', '发放给企业'],
    ['/coupon_template', '复制新建'],
  ],
} as const
const ON_PHONES = { mall: [['/shop', '筛选']], console: [['/', '打开菜单']] } as const

let stage: Stage
let member: string
let staff: string
let built: readonly Route[]
/** What an address needs to show something, with its question mark. */
const at: Record<string, string> = {
  '/403': '?code=buyPay',
  '/article_detail_new': '?categoryId=1',
  '/article_detail': '?id=apply-credit-quota',
  '/help_center2': '?keyword=%E9%A2%9D%E5%BA%A6',
  '/article': '?id=overdue',
}

/** What staff have to do with people: a buyer, and a company that waits for its verification, with all of its papers. */
async function findPeople(): Promise<void> {
  const { consoleUser, consoleVerification } = apiOf(stage, staff)
  const [user] = (await consoleUser.list({ keyword: SUB })).dataList
  at['/user'] = `?userId=${user?.userId}`
  // Nobody disables himself: somebody else is looked at.
  at['/staff'] = `?keyword=${FIN}`
  const [waiting] = (await consoleVerification.list({ state: 'WAIT', step: 'enterprise' })).dataList
  at['/review'] = `?enterpriseId=${waiting?.enterpriseId}&id=${waiting?.id}`
}

/** A payment that waits to be scanned, of an order that is paid online, and a transfer that waits for its voucher. */
async function beginPaying(skuId: string): Promise<void> {
  const { order, payment, transfer } = apiOf(stage, member)
  const orders = async (method: 'online' | 'transfer') => {
    const lines = [{ skuId, goodsNum: 20 }]
    const { quote, address } = await order.preview({ lines, method })
    return order.submit({ lines, method, addressId: address?.id ?? '', quote })
  }
  const { tradeId } = await orders('online')
  const { paymentId } = await payment.create({ tradeId, channel: 'wechat' })
  at['/order_pay_online_pay'] = `?tradeId=${tradeId}&paymentId=${paymentId}`
  const made = await transfer.begin({ tradeId: (await orders('transfer')).tradeId })
  for (const screen of ['transfer_info', 'payment_evidence', 'payment_evidence_upload'])
    at[`/my_order_${screen}`] = `?paymentId=${made.paymentId}`
}

/** Looks for goods, orders and drawdowns of the demo, so that no screen is looked at empty. */
async function findThings(): Promise<void> {
  const { goods, order, credit, statement } = apiOf(stage, member)
  const [one] = (await goods.list({ keyword: 'KT-U84-22', pageSize: 1 })).dataList
  const { skus } = await goods.detail({ goodsId: one?.goodsId ?? '' })
  at['/detail'] = `?goodsId=${one?.goodsId}`
  at['/order_info'] = `?skuId=${skus[0]?.skuId}&goodsNum=20`
  at['/categories2'] = '?categoryId=1&subId=2'
  const [unpaid] = (await order.list({ state: 'WAIT_PAY' })).dataList
  const [paid] = (await order.list({ state: 'PART_SENT' })).dataList
  at['/order_pay_password'] = `?tradeId=${unpaid?.tradeId}`
  at['/my_order_wait_pay'] = `?orderNo=${unpaid?.orderNo}`
  at['/order_pay_success'] = `?tradeId=${paid?.tradeId}`
  at['/my_order_detail'] = `?orderNo=${paid?.orderNo}`
  const [drawdown] = (await credit.drawdowns({})).dataList
  at['/credit_account_log_detail'] = `?id=${drawdown?.id}`
  const [month] = (await statement.list({})).dataList
  at['/my_bill_detail'] = `?month=${month?.month}`
  const { enterpriseId } = (await apiOf(stage, staff).consoleOrder.list({ orderNo: paid?.orderNo ?? '' })).dataList[0] ?? {}
  at['/order'] = `?enterpriseId=${enterpriseId}&orderNo=${paid?.orderNo}`
  at['/pick_list'] = at['/order']
  at['/enterprise'] = `?enterpriseId=${enterpriseId}`
  at['/statement'] = `?enterpriseId=${enterpriseId}&month=${month?.month}`
  const [topUp] = (await apiOf(stage, staff).consoleReceipt.list({ enterpriseId: enterpriseId ?? '' })).dataList
  at['/payment'] = `?enterpriseId=${enterpriseId}&id=${topUp?.id}`
  for (const screen of ['ledger', 'transfers', 'ledger_days']) at[`/${screen}`] = `?enterpriseId=${enterpriseId}`
  const asks = { orderNo: paid?.orderNo ?? '', type: 'REFUND' as const, lines: [{ lineNo: 1, stage: 'sent' as const, quantity: 1 }] }
  const { id } = await apiOf(stage, member).afterSale.apply({ ...asks, reason: '质量问题', description: '合金头崩裂' })
  at['/after_sale'] = `?enterpriseId=${enterpriseId}&id=${id}`
  const [coupon] = (await apiOf(stage, staff).consoleCoupon.templates({ templateState: 'open', way: 'grant' })).dataList
  at['/coupon_template'] = `?templateId=${coupon?.templateId}`
  await findPeople()
  await beginPaying(skus[0]?.skuId ?? '')
  expect(Object.values(at).filter((search) => search.includes('undefined'))).toEqual([])
}

beforeAll(async () => {
  stage = await openStage({ paying: true })
  member = await buyerToken(stage, MAIN)
  staff = await staffToken(stage, OPS)
  built = await routesOf('storefront')
  await findThings()
})
afterAll(() => stage?.close())

/** Opens every screen of a list and says what is wrong with it; each has to be where it was asked for, under its own title. */
async function walk(visited: Visit, routes: readonly Route[]): Promise<string[]> {
  const { open, faults } = inspect(visited)
  const found: string[] = []
  for (const { path: screen, title } of routes) {
    const shown = await open(screen + (at[screen] ?? ''))
    if (shown.split('?')[0] !== screen) found.push(`${screen} led to ${shown}`)
    // A good stands in the title of its screen by its own name.
    const now = await visited.page.title()
    if (!now.startsWith(title) && screen !== '/detail') found.push(`${screen} is titled ${now}`)
    const said = await visited.page.getByRole('main').getByRole('alert').allTextContents()
    if (screen !== '/login_error') found.push(...said.map((text) => `${screen} says ${text}`))
    found.push(...(await faults(screen)))
  }
  return found
}

test('the tables of routes are there to be walked', async () => {
  expect(built.length).toBeGreaterThan(30)
  expect(OPEN.filter((screen) => !built.some(({ path: known }) => known === screen))).toEqual([])
})

test.concurrent.each(sizes)('every screen of the mall, as a member, on a %s', async (size) => {
  const visited = await visit(stage, { size, token: member })
  const routes = built.filter(({ path: screen }) => !FOR_GUESTS.includes(screen))
  expect(await walk(visited, routes)).toEqual([])
})

test.concurrent.each(sizes)('every screen that is open to guests, on a %s', async (size) => {
  const visited = await visit(stage, { size })
  const routes = built.filter(isOpen)
  expect(await walk(visited, [...routes, lost('岩锋工品')])).toEqual([])
})

test.concurrent('from every other screen a guest is led to log in, with the way back', async () => {
  const { open } = inspect(await visit(stage, { path: '/shop' }))
  const astray: string[] = []
  for (const { path: screen } of built.filter((route) => !isOpen(route))) {
    const asked = screen + (at[screen] ?? '')
    const shown = await open(asked)
    if (shown !== `/login?redirectUrl=${encodeURIComponent(asked)}`) astray.push(`${asked} led to ${shown}`)
    await open('/403')
  }
  expect(astray).toEqual([])
})

test.concurrent.each(sizes)('every screen of the console, on a %s', async (size) => {
  const door = await visit(stage, { size, app: 'console' })
  const login = inspect(door)
  await login.settle()
  const found = [...(await login.faults('/login'))]
  const visited = await visit(stage, { size, app: 'console', token: staff })
  const routes = await routesOf('console')
  expect(routes.length).toBeGreaterThan(6)
  const others: Route[] = [{ path: '/403', title: '没有权限' }, lost('岩锋工品 运营后台')]
  found.push(...(await walk(visited, [...routes, ...others])))
  expect(found).toEqual([])
})

const both = sizes.flatMap((size) => [[size, 'mall'] as const, [size, 'console'] as const])

test.concurrent.each(both)('what opens over a screen, on a %s, in the %s', async (size, app) => {
  const { page, ...visited } = await visit(stage, { size, app, token: app === 'mall' ? member : staff })
  const { open, settle, faults } = inspect({ page, ...visited })
  const found: string[] = []
  for (const [screen, name] of [...WINDOWS[app], ...(size === 'phone' ? ON_PHONES[app] : [])]) {
    await open(screen + (at[screen] ?? ''))
    await page.getByRole('button', { name, exact: true }).first().click()
    const window = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await window.waitFor()
    await settle()
    found.push(...(await faults(`${screen} ${name}`)))
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
  }
  expect(found).toEqual([])
})
