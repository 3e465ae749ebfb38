import { type Fen, parseYuan } from '../../contract/money.ts'
import { insertCategory, insertGoods, insertShop, moveVersion, refreshSearch } from '../../server/catalog/public.ts'
import { moveStock } from '../../server/inventory/public.ts'
import type { Tx } from '../../server/platform/db.ts'
import type { Moment } from '../../server/platform/moment.ts'
import { demoCategories, demoGoods } from './catalogue/catalogue.ts'
import type { DemoGoods } from './catalogue/shape.ts'

function yuan(text: string): Fen {
  const amount = parseYuan(text)
  if (amount === undefined) throw new Error(`${text} is not an amount`)
  return amount
}

/** Which shop sells what: carts group by shop, and an order belongs to one. */
const shops = [
  { name: '岩锋截齿工具', city: '深圳', categories: ['截齿', '铣刨齿', '旋挖牙轮', '工具与附件'] },
  { name: '岩锋硬质合金', city: '株洲', categories: ['硬质合金'] },
  { name: '岩锋油料', city: '深圳', categories: ['柴油', '润滑与切削液'] },
] as const

async function insertCategories(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  let id = 0
  for (const { name, subs } of demoCategories) {
    const parentId = ++id
    await insertCategory(tx, { id: parentId, parentId: null, name, position: parentId })
    for (const sub of subs) {
      ids.set(`${name}/${sub}`, ++id)
      await insertCategory(tx, { id, parentId, name: sub, position: id })
    }
  }
  return ids
}

async function insertOne(
  tx: Tx,
  moment: Moment,
  goods: DemoGoods,
  place: { shopId: string; categoryId: number; position: number },
): Promise<string> {
  const { slug, name, spec, unit, parameters, description, hardness } = goods
  const { goodsId, skuIds } = await insertGoods(tx, moment, {
    ...{ slug, name, spec, unit, parameters, description, hardness, ...place },
    skus: goods.skus.map((sku) => ({
      ...{ code: sku.code, props: sku.props, minimum: sku.minimum, step: sku.step, weightGrams: sku.weightGrams },
      salePriceFen: yuan(sku.saleYuan),
      creditPriceFen: sku.creditYuan === null ? null : yuan(sku.creditYuan),
    })),
  })
  for (const [at, skuId] of skuIds.entries()) {
    const change = goods.skus[at]?.stock ?? 0
    if (change > 0) await moveStock(tx, moment, { skuId, change, kind: 'receipt', reason: '期初入库', staffId: null })
  }
  return goodsId
}

/** Puts the whole demo catalogue on the shelves, in its own order. */
export async function shelveCatalogue(tx: Tx, moment: Moment): Promise<void> {
  const categories = await insertCategories(tx)
  const shopIds = new Map<string, string>()
  for (const { name, city, categories: sold } of shops) {
    const shopId = await insertShop(tx, moment, { name, city })
    for (const category of sold) shopIds.set(category, shopId)
  }
  const goodsIds: string[] = []
  for (const [at, goods] of demoGoods.entries()) {
    const categoryId = categories.get(`${goods.category}/${goods.sub}`)
    const shopId = shopIds.get(goods.category)
    if (categoryId === undefined || shopId === undefined) throw new Error(`${goods.slug}: no such category or shop`)
    goodsIds.push(await insertOne(tx, moment, goods, { shopId, categoryId, position: at + 1 }))
  }
  await refreshSearch(tx, goodsIds)
  await moveVersion(tx)
}
