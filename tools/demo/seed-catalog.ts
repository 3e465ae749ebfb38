import type { GoodsPicture } from '#contract/catalog/pictures/addresses.ts'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'
import type { FreightRow } from '#contract/sites/freight/freight.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { insertGoods, refreshSearchIndex } from '#server/catalog/goods/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { markPicturesUsed } from '#server/catalog/pictures/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { replaceFreightTemplate } from '#server/sites/freight/public.ts'
import { demoCategories, demoGoods } from './catalog/catalog.ts'
import type { DemoGoods } from './catalog/shape.ts'
import { demoTaxClasses } from './catalog/tax-classes.ts'
import { seedAttributes, seedGoodsAttributes, seedGoodsMachineModels, seedMachineModels } from './seed-attributes.ts'
import type { DemoPictures } from './demo-pictures.ts'

function yuan(text: string): Fen {
  const amount = parseYuan(text)
  if (amount === undefined) throw new Error(`${text} is not an amount`)
  return amount
}

const [INNER_MONGOLIA, TIBET, GANSU, QINGHAI, NINGXIA, XINJIANG] = ['15', '54', '62', '63', '64', '65']
const ABROAD = ['71', '81', '82']
const KILOGRAM = 1_000

/** The freight by courier: a fee up to 30 kg, more for the far west, no delivery beyond the border. */
const byCourier: FreightRow[] = [
  {
    provinces: [],
    delivered: true,
    freeFromFen: yuan('500'),
    firstGrams: 30 * KILOGRAM,
    firstFen: yuan('30'),
    nextGrams: KILOGRAM,
    nextFen: yuan('1'),
  },
  {
    provinces: [INNER_MONGOLIA, GANSU, QINGHAI, NINGXIA],
    delivered: true,
    freeFromFen: yuan('2000'),
    firstGrams: 30 * KILOGRAM,
    firstFen: yuan('60'),
    nextGrams: KILOGRAM,
    nextFen: yuan('2'),
  },
  {
    provinces: [TIBET, XINJIANG],
    delivered: true,
    freeFromFen: yuan('5000'),
    firstGrams: 30 * KILOGRAM,
    firstFen: yuan('120'),
    nextGrams: KILOGRAM,
    nextFen: yuan('3'),
  },
  {
    provinces: ABROAD,
    delivered: false,
    freeFromFen: null,
    firstGrams: KILOGRAM,
    firstFen: yuan('0'),
    nextGrams: KILOGRAM,
    nextFen: yuan('0'),
  },
]

/** The freight by our own tankers: by the ton, and only where they drive. */
const byTanker: FreightRow[] = [
  {
    provinces: [],
    delivered: true,
    freeFromFen: yuan('3000'),
    firstGrams: 1_000 * KILOGRAM,
    firstFen: yuan('100'),
    nextGrams: 1_000 * KILOGRAM,
    nextFen: yuan('60'),
  },
  {
    provinces: [...ABROAD, TIBET, XINJIANG],
    delivered: false,
    freeFromFen: null,
    firstGrams: KILOGRAM,
    firstFen: yuan('0'),
    nextGrams: KILOGRAM,
    nextFen: yuan('0'),
  },
]

/** The shop of each category. A cart is grouped by shop, and an order belongs to one. */
const shops = [
  { name: '岩锋截齿工具', city: '深圳', categories: ['截齿', '铣刨齿', '旋挖牙轮', '工具与附件'], freight: byCourier },
  { name: '岩锋硬质合金', city: '株洲', categories: ['硬质合金'], freight: byCourier },
  { name: '岩锋油料', city: '深圳', categories: ['柴油', '润滑与切削液'], freight: byTanker },
] as const

/** Returns the ids by '截齿' and '截齿/采煤截齿'. */
async function createCategories(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { name, subs } of demoCategories) {
    const parentId = await createCategory(tx, { parentId: null, name, taxClass: demoTaxClasses[name] ?? null })
    ids.set(name, parentId)
    for (const sub of subs) {
      const path = `${name}/${sub}`
      ids.set(path, await createCategory(tx, { parentId, name: sub, taxClass: demoTaxClasses[path] ?? null }))
    }
  }
  return ids
}

async function insertOne(
  tx: Tx,
  moment: Moment,
  goods: DemoGoods,
  place: { shopId: string; categoryId: number; position: number; pictures: readonly GoodsPicture[] },
): Promise<string> {
  const { slug, name, spec, unit, parameters, description, hardness } = goods
  const { goodsId, skuIds } = await insertGoods(tx, moment, {
    slug,
    name,
    spec,
    unit,
    parameters,
    description,
    hardness,
    ...place,
    skus: goods.skus.map((sku) => ({
      code: sku.code,
      props: sku.props,
      minimum: sku.minimum,
      step: sku.step,
      weightGrams: sku.weightGrams,
      salePriceFen: yuan(sku.saleYuan),
      creditPriceFen: sku.creditYuan === null ? null : yuan(sku.creditYuan),
    })),
  })
  for (const [at, skuId] of skuIds.entries()) {
    const { stock: change = 0, minimum = 1 } = goods.skus[at] ?? {}
    if (change > 0) await adjustStock(tx, moment, { skuId, minimum, change, kind: 'receipt', reason: '期初入库', staffId: null })
  }
  await seedGoodsAttributes(tx, goods, { goodsId, skuIds, categoryId: place.categoryId })
  return goodsId
}

/** Adds the whole demo catalog to the mall, in its own order, with the pictures that are stored for it. */
export async function seedCatalog(tx: Tx, moment: Moment, pictures: DemoPictures): Promise<void> {
  const categories = await createCategories(tx)
  const shopIds = new Map<string, string>()
  for (const { name, city, categories: sold, freight } of shops) {
    const shopId = await createShop(tx, moment, { name, city })
    await replaceFreightTemplate(tx, shopId, freight)
    for (const category of sold) shopIds.set(category, shopId)
  }
  await seedAttributes(tx, moment, categories)
  const machines = await seedMachineModels(tx, moment)
  const goodsIds: string[] = []
  for (const [at, goods] of demoGoods.entries()) {
    const categoryId = categories.get(`${goods.category}/${goods.sub}`)
    const shopId = shopIds.get(goods.category)
    if (categoryId === undefined || shopId === undefined) throw new Error(`${goods.slug}: no such category or shop`)
    const goodsId = await insertOne(tx, moment, goods, { shopId, categoryId, position: at + 1, pictures: pictures.get(goods.slug) ?? [] })
    await seedGoodsMachineModels(tx, goods, { goodsId, machines })
    goodsIds.push(goodsId)
  }
  await markPicturesUsed(
    tx,
    moment,
    [...pictures.values()].flat().map(({ id }) => id),
  )
  await refreshSearchIndex(tx, goodsIds)
  await incrementCatalogVersion(tx)
}
