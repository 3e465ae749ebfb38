import { chooseMethod, confirmPayment, heading, search, selectOnly, submitOrder } from '#e2e/buying-steps.ts'
import type { OpenedPage } from '#e2e/test-mall.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'

/** Keeps what the screen shows as a picture, below its words. `design`: the name of the picture that the screen was designed by. */
type KeepFrame = (what: string, design?: string) => Promise<void>

export interface FilmAct {
  /** The beginning of the names of its strips. */
  name: string
  title: string
  play(visited: OpenedPage, keep: KeepFrame, api: ContractClients): Promise<void>
}

const CODE = 'KT-U84-22'

/** Search, choice, cart, payment on credit, and an order that is on its way. */
async function buy({ page, go }: OpenedPage, keep: KeepFrame, api: ContractClients): Promise<void> {
  await keep('首页', 'home')
  await page.getByRole('combobox', { name: '搜索商品' }).fill('U84 22')
  await page.getByRole('option').first().waitFor()
  await keep('输入即提示')
  await search(page, 'U84 22mm')
  await page.getByRole('heading', { level: 3, name: /U84/ }).first().waitFor()
  await keep('搜索结果')
  await page.getByRole('heading', { level: 3, name: /U84/ }).getByRole('link').first().click()
  await page.getByText(`编码 ${CODE}`).waitFor()
  await keep('选规格')
  await page.getByRole('button', { name: '加入购物车', exact: true }).and(page.locator(':visible')).first().click()
  await page.getByText(new RegExp(`^已加入购物车：.*（${CODE}）`)).waitFor()
  await go('/cart')
  await selectOnly(page, CODE)
  await keep('购物车')
  await page.getByRole('button', { name: '去结算' }).click()
  await heading(page, '确认订单').waitFor()
  const { total } = await chooseMethod(page, '赊销支付', '赊销价')
  await keep('确认订单')
  const dialog = await submitOrder(page, total)
  await keep('支付密码')
  await confirmPayment(page, dialog)
  await keep('支付成功')
  const [sent] = (await api.order.list({ state: 'SENT' })).dataList
  await go(`/my_order_express?orderNo=${sent?.orderNo}`)
  await heading(page, '订单待收货').waitFor()
  await keep('跟踪订单')
}

export const filmActs: readonly FilmAct[] = [{ name: 'buying', title: '搜索、选规格、购物车、支付、跟踪', play: buy }]
