import type { ConsoleSkuRow } from '#contract/catalog/goods/console-api.ts'
import { computeShareOfAmount } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

const TIERED = ['KT-U84-22', 'KT-W6-20']
const AGREED = ['KT-U84-22', 'KT-DZ38-45']
const OF_LEVEL = ['KT-W6-20', 'KT-DZ38-45']
const GOLD = 3

const skuOf = async ({ api }: TestUser, code: string): Promise<ConsoleSkuRow> => {
  const { dataList } = await api.consoleSku.list({ keyword: code })
  const sku = dataList.find((one) => one.code === code)
  if (!sku) throw new Error(`${code} is not on the shelves`)
  return sku
}

/** A step of a SKU's prices at a share of the public price, in basis points. */
const step = ({ salePrice, creditPrice }: ConsoleSkuRow, from: number, share: number) => ({
  from,
  salePrice: computeShareOfAmount(salePrice, share),
  creditPrice: creditPrice && computeShareOfAmount(creditPrice, share),
})

/** From today on: tiers for picks, a contract of one enterprise, and a list of the gold level. */
export async function setDemoPrices(stage: StoryContext, enterpriseId: string): Promise<void> {
  const staff = await logInDemoStaff(stage)
  const { consolePrice } = staff.api
  const fromDay = toShanghaiDay(stage.clock.now)
  for (const code of TIERED) {
    const sku = await skuOf(staff, code)
    await consolePrice.setPrices({
      skuId: sku.skuId,
      rowVersion: sku.priceVersion,
      prices: [step(sku, 1, 10_000), step(sku, 100, 9_700), step(sku, 500, 9_400)],
    })
  }
  const agreed = await consolePrice.add({ name: '年度框架协议', fromDay, enterpriseId })
  for (const code of AGREED) {
    const sku = await skuOf(staff, code)
    await consolePrice.setPrices({
      listId: agreed.listId,
      skuId: sku.skuId,
      rowVersion: 0,
      prices: [step(sku, 1, 9_200), step(sku, 200, 8_900)],
    })
  }
  const gold = await consolePrice.add({ name: '黄金会员价', fromDay, level: GOLD })
  for (const code of OF_LEVEL) {
    const sku = await skuOf(staff, code)
    await consolePrice.setPrices({ listId: gold.listId, skuId: sku.skuId, rowVersion: 0, prices: [step(sku, 1, 9_600)] })
  }
}
