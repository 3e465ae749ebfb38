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
const CHAT = '老板好\nKT-W6-20：60\nBKH47 10支 急用\nU84 22mm 100个\nCZ-35 3箱\n送到沁水县胡底乡3号井'

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

/** Lines of a chat become an order. */
async function orderByChat({ page, go }: OpenedPage, keep: KeepFrame): Promise<void> {
  await go('/quick_order')
  await page.getByLabel('粘贴编码和数量').fill(CHAT)
  await keep('粘贴聊天')
  await page.getByRole('button', { name: '开始匹配' }).click()
  await page
    .getByRole('status')
    .getByText(/^匹配完成/)
    .waitFor()
  await keep('逐行认出')
  const bar = page.getByRole('region', { name: '下单' })
  await page
    .getByRole('button', { name: /^第 \d+ 行：\s*确认/ })
    .first()
    .click()
  await bar.getByText(/^可下单/).waitFor()
  await keep('确认后下单')
  await bar.getByRole('button', { name: '加入购物车' }).click()
  await page.getByText(/种商品已加入购物车$/).waitFor()
  await keep('加入购物车')
}

/** A request for prices, an offer, and the order at its prices. */
async function askForPrices({ page, go }: OpenedPage, keep: KeepFrame, api: ContractClients): Promise<void> {
  const [sku] = (await api.goods.list({ keyword: CODE })).dataList
  await api.cart.add({ skuId: sku?.skuId ?? '', goodsNum: 100 })
  await go('/cart')
  await selectOnly(page, CODE)
  await page.getByRole('region', { name: '结算' }).getByRole('button', { name: '询价' }).click()
  await page.getByRole('textbox', { name: '第 1 行期望单价' }).fill('30.5')
  await keep('填写询价')
  await page.getByRole('button', { name: '提交询价' }).click()
  await page.getByRole('region', { name: '询价进度' }).getByText('待报价', { exact: true }).waitFor()
  await keep('待报价')
  const [offered] = (await api.quotation.list({ state: 'QUOTED' })).dataList
  await go(`/quotation_info?id=${offered?.id}`)
  await page.getByRole('region', { name: '询价进度' }).getByText('已报价', { exact: true }).waitFor()
  await keep('收到报价')
  const bar = page.getByRole('region', { name: '按报价下单' })
  await bar.getByRole('checkbox', { name: '全选' }).check()
  await bar.getByRole('button', { name: '按报价下单' }).click()
  await page.getByRole('region', { name: '报价单' }).waitFor()
  await keep('按报价下单')
}

export const filmActs: readonly FilmAct[] = [
  { name: 'buying', title: '搜索、选规格、购物车、支付、跟踪', play: buy },
  { name: 'chat', title: '聊天记录下单', play: orderByChat },
  { name: 'quotation', title: '询价', play: askForPrices },
]
