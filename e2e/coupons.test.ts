import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { type Fen, fen, formatMoney, fromYuan, subtractFen, toYuan } from '#contract/platform/core/money.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, readLabelledAmount, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type ScreenSize, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

const CODE = 'KT-U84-22'
const OFF = fen(4_000)

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

/** Creates a coupon for one product that only the credit price reaches, two for each enterprise. Returns its discount at both prices. */
async function offers(buyer: ContractClients, name: string) {
  const [goods] = (await buyer.goods.list({ keyword: CODE, pageSize: 1 })).dataList
  const { goodsId, skus } = await buyer.goods.detail({ goodsId: goods?.goodsId ?? '' })
  const lines = [{ skuId: skus.find(({ code }) => code === CODE)?.skuId ?? expect.fail(`no ${CODE}`), goodsNum: 20 }]
  const part = async (method: PaymentMethod) => (await buyer.order.preview({ lines, method })).shops[0] ?? expect.fail('no shop')
  const [credit, sale] = [await part('credit'), await part('wallet')]
  const threshold = fromYuan(Math.floor(toYuan(credit.goodsAmount)))
  expect(threshold).toBeGreaterThan(sale.goodsAmount)
  await createTypedApiClients(testMall, await logInStaffByApi(testMall, OPS)).consoleCoupon.add({
    shopId: credit.shopId,
    name,
    description: '单张订单限用一张',
    amount: OFF,
    threshold,
    scope: 'goods',
    categoryIds: [],
    goodsIds: [goodsId],
    fromDay: null,
    untilDay: null,
    days: 30,
    way: 'claim',
    total: 10,
    perEnterprise: 2,
    level: 1,
  })
  return { goodsId, lines, threshold, missing: subtractFen(threshold, sale.goodsAmount), goodsName: goods?.name ?? '' }
}
type Offered = Awaited<ReturnType<typeof offers>>

const ticket = (page: Page, name: string): Locator => page.getByRole('article', { name: new RegExp(`^${name}，`) })

/** The enterprise claims both, one in the claim centre and one on the page of the goods. Then they have the text of a claimed coupon. */
async function claims({ page, go }: OpenedPage, name: string, { goodsId, threshold, goodsName }: Offered): Promise<void> {
  const claim = page.getByRole('button', { name: `领取 ${name}` })
  await go('/coupon?tab=centre')
  await claim.click()
  await ticket(page, name).getByText('已领 1 张').waitFor()
  await go(`/detail?goodsId=${goodsId}`)
  await page.getByRole('button', { name: '领券' }).click()
  await page.getByRole('dialog', { name: '适用于此商品的优惠券' }).waitFor()
  await claim.click()
  await ticket(page, name).getByText('已领取', { exact: true }).waitFor()
  await go('/coupon?tab=centre')
  await ticket(page, name).getByText('已领 2 张').waitFor()
  await page.getByRole('navigation', { name: '优惠券' }).getByRole('link', { name: '未使用' }).click()
  const own = ticket(page, name).first()
  await own.waitFor()
  const content = await own.textContent()
  for (const text of [
    '¥40',
    '满减券',
    `满${formatMoney(threshold, { grouped: false, decimals: 'bothOrNone' })}元立减`,
    `仅限购买${goodsName}商品，按指定商品金额计算门槛`,
    '立即使用',
  ])
    expect(content).toContain(text)
  await page.getByRole('button', { name: '使用须知' }).click()
  const rules = page.getByRole('dialog', { name: '使用须知' })
  expect(await rules.getByRole('listitem').count()).toBe(6)
  await rules.getByRole('button', { name: '我知道了' }).click()
  await rules.waitFor({ state: 'hidden' })
}

/** On the confirmation page: why it does not apply at the cash price, then no coupon, then the coupon, with the totals. */
async function chooses({ page, go }: OpenedPage, name: string, { lines, missing }: Offered): Promise<Fen> {
  await go(`/order_info?skuId=${lines[0]?.skuId}&goodsNum=20`)
  const methods = page.getByRole('radiogroup', { name: '支付方式' })
  const sums = page.getByRole('region', { name: '订单明细' })
  const dialog = page.getByRole('dialog', { name: '选择优惠券' })
  const asks = () => page.getByRole('button', { name: /^选择.*的优惠券$/ }).click()
  await methods.getByText('钱包支付', { exact: true }).click()
  await sums.getByText('现金价', { exact: true }).waitFor()
  await asks()
  const unusable = dialog.getByRole('region', { name: '本单暂不可用' }).getByRole('listitem').filter({ hasText: name }).first()
  await unusable.getByText(`指定商品金额还差 ${formatMoney(missing)} 可用`).waitFor()
  await page.keyboard.press('Escape')
  await methods.getByText('赊销支付', { exact: true }).click()
  await sums.getByText('赊销价', { exact: true }).first().waitFor()
  await asks()
  await dialog.getByText('不使用优惠券').click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await sums.getByText('未使用', { exact: true }).waitFor()
  // The choice survives a reload.
  await page.reload()
  await sums.getByText('未使用', { exact: true }).waitFor()
  const without = await readLabelledAmount(sums, '订单合计')
  await asks()
  await dialog
    .getByRole('radio', { name: new RegExp(name) })
    .first()
    .click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await sums.getByText(`-${formatMoney(OFF)}`).waitFor()
  const total = await readLabelledAmount(sums, '订单合计')
  expect(total).toBe(subtractFen(without, OFF))
  // At the cash price it does not apply any more, and the page says so; with the first method it is used again.
  const dropped = page.getByRole('status').filter({ hasText: `不再使用优惠券「${name}」：指定商品金额还差 ${formatMoney(missing)} 可用` })
  await methods.getByText('钱包支付', { exact: true }).click()
  await dropped.waitFor()
  await methods.getByText('赊销支付', { exact: true }).click()
  await sums.getByText(`-${formatMoney(OFF)}`).waitFor()
  await dropped.waitFor({ state: 'hidden' })
  return total
}

async function pays({ page }: OpenedPage): Promise<void> {
  await page.getByRole('button', { name: '提交订单' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await typePaymentPassword(dialog)
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/#\/order_pay_success\?tradeId=/)
}

/** It is stamped among the used coupons. Its order names it, and the share of the line. */
async function seesUsed({ page, go }: OpenedPage, name: string): Promise<void> {
  await go('/coupon_used')
  await ticket(page, name).getByText('已使用', { exact: true }).waitFor()
  await ticket(page, name).getByRole('link', { name: '查看订单' }).click()
  const lines = page.getByRole('region', { name: '商品清单' })
  await lines.getByText(name).waitFor()
  await lines.getByText(`优惠券分摊 -${formatMoney(OFF)}`).waitFor()
}

/** The other coupon is in an unpaid order. */
async function ordersAnother(buyer: ContractClients, name: string, { lines }: Offered): Promise<string> {
  const shown = await buyer.order.preview({ lines, method: 'credit' })
  const [shop] = shown.shops
  const couponId = shop?.coupons.find((coupon) => coupon.name === name)?.couponId ?? expect.fail('no coupon')
  const request = { lines, method: 'credit', coupons: { [shop?.shopId ?? '']: couponId } } as const
  const { quote, address } = await buyer.order.preview(request)
  return (await buyer.order.submit({ ...request, addressId: address?.id ?? '', quote })).tradeId
}

const isFree = async ({ page, go }: OpenedPage, name: string) => {
  await go('/coupon')
  await ticket(page, name).getByRole('link', { name: '立即使用' }).waitFor()
  await expect.poll(() => ticket(page, name).getByText('待支付订单占用中').count()).toBe(0)
}

/** The number of unused coupons on the tab. */
const unusedCount = async ({ page }: OpenedPage): Promise<number> =>
  Number(
    (
      await page
        .getByRole('navigation', { name: '优惠券' })
        .getByRole('link', { name: /^未使用/ })
        .textContent()
    )?.replaceAll(/\D/g, ''),
  )

/** The order is cancelled from the link on the coupon that it holds. */
async function cancels(mall: OpenedPage, name: string): Promise<void> {
  const { page, go } = mall
  await go('/coupon')
  await ticket(page, name).getByText('待支付订单占用中').waitFor()
  const held = await page.getByText('待支付订单占用中', { exact: true }).count()
  await page.getByText(`另有 ${held} 张由待支付订单占用`).waitFor()
  // The usable coupons have the same count on all screens. Every card is a link.
  const cards = await page.getByRole('article').count()
  const unused = await unusedCount(mall)
  expect([unused, await page.getByRole('article').getByRole('link', { name: '立即使用' }).count()]).toEqual([cards - held, cards])
  await go('/')
  await page.getByRole('link', { name: `优惠券 ${unused} 张` }).waitFor()
  await go('/user_center')
  const own = page.getByRole('region', { name: '优惠券' })
  await own.getByText(`${unused} 张`, { exact: true }).waitFor()
  await own.getByText(`另有 ${held} 张由待支付订单占用`).waitFor()
  await go('/coupon')
  await ticket(page, name).getByRole('link', { name: '立即使用' }).click()
  await page.waitForURL(/#\/my_order_detail\?orderNo=/)
  await page.getByRole('button', { name: '取消订单' }).click()
  const dialog = page.getByRole('dialog', { name: '取消订单' })
  await dialog.getByText('数量选错').click()
  await dialog.getByRole('button', { name: '提交' }).click()
  await page.getByText('订单已取消').first().waitFor()
  await page.getByRole('region', { name: '商品清单' }).getByText('已退回').waitFor()
  await isFree(mall, name)
}

/** With another payment method the threshold is not reached: a question is shown, and then the order continues without the coupon. */
async function doesWithout(mall: OpenedPage, name: string, tradeId: string): Promise<void> {
  const { page, go } = mall
  await go(`/order_pay_password?tradeId=${tradeId}`)
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('转账支付', { exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: '优惠券不再满足使用条件' })
  await asked.getByText(`「${name}」指定商品金额还差`, { exact: false }).waitFor()
  await asked.getByRole('button', { name: '不使用优惠券，继续更换' }).click()
  await page.getByRole('button', { name: '查看转账信息' }).waitFor()
  await isFree(mall, name)
}

test.each(selectJourneyScreenSizes('mall'))(
  'a coupon is claimed, chosen, used, and released when its order is not paid, on a %s',
  async (size: ScreenSize) => {
    const name = `开工券 ${size}`
    const token = await logInBuyerByApi(testMall, MAIN)
    const buyer = createTypedApiClients(testMall, token)
    const offered = await offers(buyer, name)
    const mall = await openPage(testMall, { size, token, path: '/coupon' })
    const { faults } = createScreenInspector(mall)
    await claims(mall, name, offered)
    const found = size === 'phone' ? await faults('own coupons') : []
    await chooses(mall, name, offered)
    await pays(mall)
    await seesUsed(mall, name)
    await ordersAnother(buyer, name, offered)
    await cancels(mall, name)
    if (size === 'desk') await doesWithout(mall, name, await ordersAnother(buyer, name, offered))
    expect([...found, ...mall.problems]).toEqual([])
    await mall.context.close()
  },
)

test('all invariants hold', async () => expect(await findInvariantBreaches(testMall.ownerUrl)).toEqual({}))
