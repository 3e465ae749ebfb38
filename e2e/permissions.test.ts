import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { MAIN, SUB, TWO_SEATS, UNVERIFIED } from '#tools/demo/people.ts'
import { createTypedApiClients, logIn, logInBuyerByApi } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

const MINING = '深圳市鹏岩矿业有限公司'
const TUNNEL = '广东穗隧建设工程有限公司'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true })

/** Opens a screen as a logged-in person. */
const visitAs = async (mobile: string, path = '/'): Promise<OpenedPage> =>
  openPage(mall, { path, token: await logInBuyerByApi(mall, mobile) })

async function goodsIdOf(code: string): Promise<string> {
  const { dataList } = await createTypedApiClients(mall).goods.list({ keyword: code, pageSize: 5 })
  return dataList[0]?.goodsId ?? expect.fail(`no ${code}`)
}

/** An unpaid order of the enterprise. The demo has one. */
async function unpaidTrade(): Promise<string> {
  const { dataList } = await createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN)).order.list({ state: 'WAIT_PAY' })
  return dataList[0]?.tradeId ?? expect.fail('the demo has no unpaid order')
}

/** The server's answer to a direct call without a screen. */
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.reason : String(error)),
  )

test('a sub-account without the order permission adds to a cart and is led to /403 at checkout', async () => {
  const why = '您的子账号没有「下单支付」权限'
  const { page, go, token, problems } = await visitAs(SUB, `/detail?goodsId=${await goodsIdOf('KT-U85-22')}`)
  const goods = page.getByRole('article').first()
  const buy = goods.getByRole('button', { name: '立即购买' })
  await goods
    .getByText(new RegExp(`^${why}`))
    .filter({ visible: true })
    .waitFor()
  expect(await buy.isDisabled()).toBe(true)
  // The reason is read with the button, and shown by the keyboard's focus and by a press, which does nothing else.
  expect(await page.locator(`#${await buy.getAttribute('aria-describedby')}`).textContent()).toContain(why)
  const hint = page.locator('[popover]:popover-open')
  await page.locator('[popover]').waitFor({ state: 'attached' })
  await buy.click({ force: true })
  await hint.filter({ hasText: why }).waitFor()
  await page.keyboard.press('Escape')
  await hint.waitFor({ state: 'detached' })
  await page.mouse.move(1, 1)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await hint.filter({ hasText: why }).waitFor()
  // The focus may scroll its control into the window: the words go with it.
  const measure = async () => ((await hint.boundingBox())?.y ?? 0) - ((await buy.boundingBox())?.y ?? 0)
  const before = await measure()
  await page.evaluate('scrollBy(0, 20)')
  await expect.poll(measure).toBeCloseTo(before, 0)
  expect(page.url()).toContain('#/detail')
  await goods.getByRole('button', { name: '加入购物车', exact: true }).click()
  await page.getByText(/^已加入购物车：/).waitFor()

  await go('/cart')
  await page.getByText(/^购物车仅可查看：您的子账号没有「编辑购物车」权限/).waitFor()
  const checkout = page.getByRole('region', { name: '结算' })
  await checkout.getByText('已选 1 种').waitFor()
  expect(await checkout.getByRole('button', { name: '去结算' }).isDisabled()).toBe(true)
  await checkout
    .getByText(new RegExp(`^${why}`))
    .filter({ visible: true })
    .waitFor()
  expect(await page.getByRole('button', { name: /^删除|^增加|^减少/ }).count()).toBe(0)

  for (const [path, label] of [
    ['/order_info', '下单支付'],
    ['/my_order', '订单管理'],
    ['/cash_account', '现金钱包'],
    ['/address', '地址管理'],
  ] as const) {
    await go(path)
    await page.waitForURL(/#\/403\?code=/)
    await page.getByText(`您的子账号没有「${label}」权限。`).waitFor()
    await go('/cart')
    await heading(page, /^购物车/).waitFor()
  }

  const tradeId = await unpaidTrade()
  await go(`/order_pay_password?tradeId=${tradeId}`)
  await page.getByRole('main').getByText('您的子账号没有「下单支付」权限。').waitFor()
  expect(await page.getByRole('button', { name: '确认支付' }).count()).toBe(0)
  const { order, cart } = createTypedApiClients(mall, await token())
  const [line] = (await cart.list({})).flatMap(({ cartList }) => cartList)
  expect(await reasonOf(order.preview({ cartIds: [line?.id ?? ''] }))).toBe('NO_PERMISSION')
  expect(await reasonOf(order.payByWallet({ tradeId, payPwd: '135790' }))).toBe('NO_PERMISSION')
  expect(problems).toEqual([])
})

test('an unverified user sees what is missing: no credit, no address, no order', async () => {
  const { page, go, problems } = await visitAs(UNVERIFIED, '/credit_account')
  await page.getByText('抱歉，您暂未开通赊销账户!').waitFor()
  await page.getByRole('link', { name: '申请额度' }).waitFor()
  await go('/user_center')
  await heading(page, '企业认证进度').waitFor()
  await go(`/detail?goodsId=${await goodsIdOf('KT-U85-22')}`)
  await page.getByRole('article').first().getByRole('button', { name: '立即购买' }).click()
  await heading(page, '确认订单').waitFor()
  const methods = page.getByRole('radiogroup', { name: '支付方式' })
  const credit = methods.getByRole('radio', { name: /赊销支付/ })
  await credit.waitFor()
  expect(await credit.isDisabled()).toBe(true)
  await methods.getByRole('link', { name: '前往赊销账户' }).waitFor()
  expect(await page.getByRole('button', { name: '提交订单' }).isDisabled()).toBe(true)
  await page.getByText('请先添加收货地址').waitFor()
  expect(problems).toEqual([])
})

test('a user with memberships in two companies chooses one and switches to the other', async () => {
  const visited = await openPage(mall, { path: '/login' })
  const { page, go, problems } = visited
  await logIn(mall, visited, TWO_SEATS)
  await page.waitForURL(/#\/login_success/)
  await page.getByRole('radiogroup', { name: '企业' }).getByText(TUNNEL).click()
  await page.getByRole('button', { name: '进入' }).click()
  await page.waitForURL(/#\/$/)
  await page.getByRole('complementary', { name: '企业账户' }).getByText(TUNNEL).waitFor()
  await go('/my_order')
  const orders = page.getByRole('article', { name: /^订单 \d{18}$/ })
  const tunnels = /\d{18}/.exec((await orders.first().textContent()) ?? '')?.[0] ?? expect.fail('no order of the first company')
  await go('/cash_account')
  await heading(page, '现金钱包').waitFor()
  const old = await visited.token()

  await page.getByRole('button', { name: '切换账号' }).first().click()
  const dialog = page.getByRole('dialog', { name: '切换账号' })
  await dialog.getByText(MINING).click()
  await dialog.getByRole('button', { name: '切换' }).click()
  await page.waitForURL(/#\/403\?code=cashAccount/)
  await go('/my_order')
  await orders.first().waitFor()
  expect(await page.getByText(tunnels).count()).toBe(0)
  await page.getByRole('region', { name: '当前账号' }).getByText(MINING).waitFor()
  expect(await visited.token()).not.toBe(old)
  await expect(createTypedApiClients(mall, old).user.detail({})).rejects.toThrow()
  expect(problems).toEqual([])
})

test('a guest is led to the login, sees its errors and returns to the requested screen', async () => {
  const visited = await openPage(mall, { path: '/my_order?state=WAIT_SEND' })
  const { page, problems } = visited
  await page.waitForURL(/#\/login\?/)
  const target = () => new URLSearchParams(page.url().split('?')[1]).get('redirectUrl')
  expect(target()).toBe('/my_order?state=WAIT_SEND')
  await page.getByRole('img', { name: '图形验证码' }).waitFor()
  await logIn(mall, visited, MAIN, 'Wrong123456')
  await page.waitForURL(/#\/login_error\?/)
  await page.getByRole('alert').getByText(/密码/).waitFor()
  expect(target()).toBe('/my_order?state=WAIT_SEND')
  await page.getByLabel('密码', { exact: true }).fill('')
  await logIn(mall, visited, MAIN)
  await page.waitForURL(/#\/my_order\?state=WAIT_SEND$/)
  await page
    .getByRole('navigation', { name: '订单状态' })
    .getByRole('link', { name: /^待发货/, exact: true })
    .waitFor()
  await page
    .getByRole('article', { name: /^订单 \d{18}$/ })
    .getByText('待发货', { exact: true })
    .first()
    .waitFor()
  expect(problems).toEqual([])
})
