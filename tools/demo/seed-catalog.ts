import * as z from 'zod/mini'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'
import type { FreightRow } from '#contract/sites/freight/freight.ts'
import { findAttributesOfCategory } from '#server/catalog/attributes/public.ts'
import { createBrand } from '#server/catalog/brands/public.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { refreshStockInSearch } from '#server/catalog/goods/public.ts'
import { publishContentsWithoutDraft } from '#server/catalog/goods-editing/public.ts'
import { adjustStocks, type StockAdjustmentInput } from '#server/catalog/inventory/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { replaceFreightTemplateRows } from '#server/sites/freight/public.ts'
import { demoCategories, demoGoods } from './catalog/catalog.ts'
import { demoCrossReferencesBySku } from './catalog/cross-references.ts'
import type { DemoGoods } from './catalog/demo-goods-types.ts'
import { demoTaxClassesByCategory } from './catalog/tax-classes.ts'
import type { DemoPictures } from './demo-pictures.ts'
import { getDemoAttributeValuesOfGoods, seedAttributes, seedMachineModels, selectFittingMachineModelIds } from './seed-attributes.ts'

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

/** The brands of the goods, by category. Diesel has none. */
const demoBrands = [
  {
    name: '岩锋',
    origin: '广东深圳',
    certificates: 'ISO 9001 质量管理体系\n矿用产品安全标志',
    categories: ['截齿', '铣刨齿', '旋挖牙轮', '工具与附件'],
  },
  { name: '锐岭', origin: '湖南株洲', certificates: 'ISO 9001 质量管理体系', categories: ['硬质合金'] },
  { name: '润锋', origin: '广东惠州', certificates: '', categories: ['润滑与切削液'] },
] as const

/** Returns the ids of the demo's brands, by the categories of their goods. */
async function createBrands(tx: Tx, moment: Moment): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { categories, ...facts } of demoBrands) {
    const brandId = await createBrand(tx, moment, { ...facts, pictureId: null })
    for (const category of categories) ids.set(category, brandId)
  }
  return ids
}

/** Returns the ids by '截齿' and '截齿/采煤截齿'. */
async function createCategories(tx: Tx): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { name, subs } of demoCategories) {
    const parentId = await createCategory(tx, { parentId: null, name, taxClass: demoTaxClassesByCategory[name] ?? null })
    ids.set(name, parentId)
    for (const sub of subs) {
      const path = `${name}/${sub}`
      ids.set(path, await createCategory(tx, { parentId, name: sub, taxClass: demoTaxClassesByCategory[path] ?? null }))
    }
  }
  return ids
}

type Machines = Awaited<ReturnType<typeof seedMachineModels>>

interface Place {
  shopId: string
  categoryId: number
  brandId: string | null
  pictures: GoodsPicture[]
  machines: Machines
  /** Those of the category. */
  attributes: readonly CategoryAttribute[]
}

/** The goods in the form in which staff would have written them. */
function writeContent(goods: DemoGoods, { shopId, categoryId, brandId, pictures, machines, attributes }: Place): GoodsContent {
  const { slug, name, spec, unit, parameters, description, hardness } = goods
  const { values, skuValues } = getDemoAttributeValuesOfGoods(goods, attributes)
  return {
    ...z.decode(GoodsContent, {}),
    code: slug,
    shopId,
    categoryId,
    brandId,
    name,
    spec,
    unit,
    freight: goods.freight ?? 'shop',
    pictures,
    description,
    attributes: values,
    parameters: parameters.map(([label, value]) => [label, value]),
    hardness: hardness && [...hardness],
    machineModelIds: selectFittingMachineModelIds(goods, machines),
    skus: goods.skus.map((sku, at) => ({
      ...z.decode(SkuContent, {}),
      code: sku.code,
      choices: skuValues[at] ?? [],
      crossReferences: [...(demoCrossReferencesBySku[sku.code] ?? [])],
      props: Object.entries(sku.props),
      minimum: sku.minimum,
      step: sku.step,
      weightGrams: sku.weightGrams,
      salePrice: yuan(sku.saleYuan),
      creditPrice: sku.creditYuan === null ? null : yuan(sku.creditYuan),
    })),
  }
}

/** The initial stock of published goods. */
async function findInitialStock(tx: Tx, goodsIds: readonly string[]): Promise<StockAdjustmentInput[]> {
  const skus = await tx.selectFrom('sku').select(['id', 'code']).where('goods_id', 'in', goodsIds).execute()
  const idsByCode = new Map(skus.map(({ id, code }) => [code, id]))
  return demoGoods
    .flatMap((goods) => goods.skus)
    .flatMap(({ code, stock: change = 0, minimum = 1 }): StockAdjustmentInput[] => {
      const skuId = idsByCode.get(code)
      return change > 0 && skuId !== undefined ? [{ skuId, minimum, change, kind: 'receipt', reason: '期初入库', staffId: null }] : []
    })
}

/** Adds the whole demo catalog to the mall at once, as an import would, in its own order and with the pictures that are stored for it. */
export async function seedCatalog(tx: Tx, moment: Moment, pictures: DemoPictures): Promise<void> {
  const categories = await createCategories(tx)
  const shopIds = new Map<string, string>()
  for (const { name, city, categories: sold, freight } of shops) {
    const shopId = await createShop(tx, moment, { name, city })
    await replaceFreightTemplateRows(tx, shopId, freight)
    for (const category of sold) shopIds.set(category, shopId)
  }
  const brands = await createBrands(tx, moment)
  await seedAttributes(tx, moment, categories)
  const machines = await seedMachineModels(tx, moment)
  const attributesOf = new Map<number, CategoryAttribute[]>()
  const contents: GoodsContent[] = []
  for (const goods of demoGoods) {
    const categoryId = categories.get(`${goods.category}/${goods.sub}`)
    const shopId = shopIds.get(goods.category)
    if (categoryId === undefined || shopId === undefined) throw new Error(`${goods.slug}: no such category or shop`)
    const attributes = attributesOf.get(categoryId) ?? (await findAttributesOfCategory(tx, categoryId))
    attributesOf.set(categoryId, attributes)
    const brandId = brands.get(goods.category) ?? null
    contents.push(writeContent(goods, { shopId, categoryId, brandId, pictures: pictures.get(goods.slug) ?? [], machines, attributes }))
  }
  const unsaved = contents.map((content) => ({ goods: undefined, content }))
  const published = await publishContentsWithoutDraft(tx, moment, unsaved, { staffId: null, note: '', confirmed: false })
  const goodsIds = published.map(({ goodsId }) => goodsId)
  await adjustStocks(tx, moment, await findInitialStock(tx, goodsIds))
  await refreshStockInSearch(tx, goodsIds)
  await incrementCatalogVersion(tx)
}
