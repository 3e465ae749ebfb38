import { sql } from 'kysely'
import type { Category, CategoryGoodsCount, GoodsCard, GoodsDetail, Sku } from '#contract/catalog/goods/shapes.ts'
import { toByTanker } from '#contract/catalog/goods/terms.ts'
import type { UnitsByWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import { findPriceStepForQuantity, type PriceLadder } from '#contract/catalog/pricing/price-steps.ts'
import { formatPriceOriginName, toVisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findCardTraitsByGoods } from '#server/catalog/attributes/public.ts'
import { findBrandIdAndName } from '#server/catalog/brands/public.ts'
import {
  findNextRestockDay,
  findStockBySku,
  type PlannedUnitsReader,
  type StockOfWarehouses,
  stockOfWarehousesSql,
  toUnitsByWarehouse,
} from '#server/catalog/inventory/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { anyOfIdsKeepingPlanSql, compileOnce } from '#server/platform/core/compiled-once.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import {
  findGoodsPageFields,
  findOncePublishedGoodsById,
  listAllCategories,
  listSkusOfGoods,
  listSkusOnShelf,
  type SkuRow,
  skuColumns,
  skuFrom,
} from './goods-store.ts'
import { findReplacementsBySku } from './search/replacements.ts'
import { countGoodsOnShelfByCategory, listFirstGoodsIdsByTopCategory } from './search-index.ts'

/** Guests see public prices, so the answer for guests is cached and shared. */
export const toPriceViewer = ({ caller, moment }: { caller: Caller; moment: Moment }): PriceViewer => ({
  enterpriseId: caller.kind === 'member' ? caller.enterpriseId : undefined,
  now: moment.now,
})

/** What a SKU has in stock, where (undefined: in the main warehouse alone), and when more is expected (undefined: nobody knows). */
type StockOf = (skuId: string) => { available: number; unitsByWarehouse: UnitsByWarehouse | undefined; restockDay: string | undefined }

const NO_STOCK = { available: 0, unitsByWarehouse: undefined, restockDay: undefined }

/**
 * Reads the stock of SKUs as buyers see it. With `findPlanned` it says where units lie beside what orders have reserved in each warehouse, which
 * takes a statement more if a SKU does not lie in the main warehouse alone; without it all reserved units may be taken from any warehouse.
 */
export async function readStockLookup(
  db: Db,
  { now }: Pick<PriceViewer, 'now'>,
  skuIds: readonly string[],
  findPlanned?: PlannedUnitsReader,
): Promise<StockOf> {
  const stock = await findStockBySku(db, skuIds)
  const spread = [...stock].flatMap(([skuId, { elsewhere }]) => (Object.keys(elsewhere).length > 0 ? [skuId] : []))
  const planned = findPlanned && spread.length > 0 ? await findPlanned(db, spread) : undefined
  // A card asks several times for each of its SKUs, so each is described once.
  const described = new Map(
    [...stock].map(([skuId, own]) => {
      const unitsByWarehouse = toUnitsByWarehouse(own, planned?.get(skuId))
      return [skuId, { available: own.available, unitsByWarehouse, restockDay: findNextRestockDay(own, now) }]
    }),
  )
  return (skuId) => described.get(skuId) ?? NO_STOCK
}

const selectSkusToOrder = compileOnce((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('sku')
    .leftJoin(stockOfWarehousesSql(sql.ref('sku.id')).as('there'), (join) => join.onTrue())
    .select(skuColumns)
    .select('there.stockOfWarehouses')
    .where('id', '=', anyOfIdsKeepingPlanSql(ids)),
)

/** Finds SKUs that are ordered by id, with where they lie if not in the main warehouse alone. One statement. */
export async function findSkusToOrderById(
  db: Db,
  ids: readonly string[],
): Promise<(SkuRow & { stockOfWarehouses: StockOfWarehouses | null })[]> {
  if (ids.length === 0) return []
  const rows = await selectSkusToOrder(db, { ids }).execute()
  return rows.map((row) => Object.assign(skuFrom(row), { stockOfWarehouses: row.stockOfWarehouses }))
}

const canBeHad = (sku: SkuRow, stockOf: StockOf): boolean => stockOf(sku.id).available >= sku.minimum

/** Of several SKUs of goods, the first one that can be had, or else the first; undefined: there are none. */
export const findFirstSkuThatCanBeHad = (skus: readonly SkuRow[], stockOf: StockOf): SkuRow | undefined =>
  skus.find((sku) => canBeHad(sku, stockOf)) ?? skus[0]

/**
 * Reads cards of the given goods at the viewer's prices, in the order of the ids. The number of statements does not depend on the number of
 * goods. `fitting`: the SKUs that a card may show, if not all.
 */
export async function readGoodsCards(
  db: Db,
  viewer: PriceViewer,
  goodsIds: readonly string[],
  fitting?: ReadonlySet<string>,
): Promise<GoodsCard[]> {
  const sold = await listSkusOnShelf(db, goodsIds)
  const stockOf = await readStockLookup(
    db,
    viewer,
    sold.map(({ sku }) => sku.id),
  )
  const chosen = goodsIds.flatMap((goodsId) => {
    const own = sold.filter(({ goods }) => goods.id === goodsId)
    const shownOnes = fitting ? own.filter(({ sku }) => fitting.has(sku.id)) : own
    const [one] = own
    const shown =
      findFirstSkuThatCanBeHad(
        shownOnes.map(({ sku }) => sku),
        stockOf,
      ) ?? one?.sku
    return one && shown ? { one: one.goods, shown, skuCount: own.length } : []
  })
  const ladderFor = await readPriceLadderLookup(
    db,
    viewer,
    chosen.map(({ shown }) => shown),
  )
  const traits = await findCardTraitsByGoods(
    db,
    chosen.map(({ one, shown }) => ({ goodsId: one.id, categoryId: one.categoryId, skuId: shown.id })),
  )
  return chosen.map(({ one, shown, skuCount }) => {
    const price = findPriceStepForQuantity(ladderFor(shown), shown.minimum)
    return {
      goodsId: one.id,
      image: one.picture,
      name: one.name,
      spec: one.spec,
      traits: traits.get(one.id) ?? [],
      unit: one.unit,
      categoryId: one.categoryId,
      skuId: shown.id,
      skuCode: shown.code,
      salePrice: price.salePriceFen,
      creditPrice: price.creditPriceFen,
      priceLabel: formatPriceOriginName(price.saleRule, one.unit),
      stock: stockOf(shown.id).available,
      minimum: shown.minimum,
      step: shown.step,
      skuCount,
      soldOut: !canBeHad(shown, stockOf),
      restockDay: canBeHad(shown, stockOf) ? undefined : stockOf(shown.id).restockDay,
      unitsByWarehouse: stockOf(shown.id).unitsByWarehouse,
      byTanker: toByTanker(one.freight),
    }
  })
}

/**
 * Reads the words of cards of the given goods, in the order of the ids: name, kind, traits of the first SKU, and the codes of all. They are the same
 * for all viewers, whatever the stock and the prices. Two statements.
 */
export async function readCardTextsOfGoods(db: Db, goodsIds: readonly string[]): Promise<string[]> {
  const sold = Map.groupBy(await listSkusOnShelf(db, goodsIds), ({ goods }) => goods.id)
  const cards = goodsIds.flatMap((goodsId) => {
    const own = sold.get(goodsId) ?? []
    return own.slice(0, 1).map(({ goods, sku }) => ({ goods, skuId: sku.id, codes: own.map((one) => one.sku.code) }))
  })
  const traits = await findCardTraitsByGoods(
    db,
    cards.map(({ goods, skuId }) => ({ goodsId: goods.id, categoryId: goods.categoryId, skuId })),
  )
  return cards.map(({ goods, codes }) => [goods.name, goods.spec, ...(traits.get(goods.id) ?? []), ...codes].join(' '))
}

/** Describes a SKU as buyers see it. */
export function toSkuOutput(sku: SkuRow, { stockOf, ladder, unit }: { stockOf: StockOf; ladder: PriceLadder; unit: string }): Sku {
  const steps = toVisiblePriceSteps(ladder, { minimum: sku.minimum, unit })
  return {
    skuId: sku.id,
    code: sku.code,
    skuProps: JSON.stringify(sku.props),
    salePrice: steps[0].salePrice,
    creditPrice: steps[0].creditPrice,
    steps,
    stock: stockOf(sku.id).available,
    minimum: sku.minimum,
    step: sku.step,
    weightGrams: sku.weightGrams,
    soldOut: !canBeHad(sku, stockOf),
    restockDay: stockOf(sku.id).restockDay,
    unitsByWarehouse: stockOf(sku.id).unitsByWarehouse,
  }
}

export async function readGoodsDetail(db: Db, viewer: PriceViewer, goodsId: string): Promise<GoodsDetail> {
  const goods = await findGoodsPageFields(db, goodsId)
  const all = await listSkusOfGoods(db, [goodsId])
  const rows = all.filter(({ onShelf }) => onShelf)
  const replacements = await findReplacementsBySku(db, all)
  if (!goods || goods.parent_id === null || rows.length === 0)
    // Old links and orders lead to SKUs that are no longer sold. The answer names the replacement.
    refuse('GOODS_NOT_FOUND', { replacements: [...replacements].map(([skuId, by]) => ({ skuId, by })) })
  const stockOf = await readStockLookup(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  const ladderFor = await readPriceLadderLookup(db, viewer, rows)
  const skus = rows.map((sku) => toSkuOutput(sku, { stockOf, ladder: ladderFor(sku), unit: goods.unit }))
  const pictures = goods.pictures as unknown as GoodsPicture[]
  return {
    goodsId,
    image: pictures[0]?.id ?? null,
    pictures,
    name: goods.name,
    subtitle: goods.subtitle,
    spec: goods.spec,
    unit: goods.unit,
    brand: await findBrandIdAndName(db, goods.brand_id),
    tags: goods.tags,
    shopId: goods.shop_id,
    shopName: goods.shop_name,
    shopLogo: goods.shop_logo,
    shopNotice: goods.shop_notice,
    shopPaused: goods.shop_state === 'paused',
    category: { id: goods.category_id, name: goods.category_name, parentId: goods.parent_id, parentName: goods.parent_name },
    parameters: goods.parameters as [string, string][],
    description: goods.description,
    hardness: goods.hardness_from !== null && goods.hardness_to !== null ? [goods.hardness_from, goods.hardness_to] : null,
    freeFreight: goods.freight === 'free',
    byTanker: toByTanker(goods.freight),
    afterSale: goods.after_sale,
    sales: goods.sales,
    restricted: goods.licence_kind_ids.length > 0,
    soldOut: skus.every(({ soldOut }) => soldOut),
    skus,
    replaced: all.flatMap(({ id, code, props }) => {
      const by = replacements.get(id)
      return by ? [{ skuId: id, code, skuProps: JSON.stringify(props), by }] : []
    }),
  }
}

/**
 * Counts the goods on sale of a brand or of a machine model: the total, and the number in each listed sub-category in the order of the
 * categories.
 */
export async function readGoodsCountsOfBrandOrModel(
  db: Db,
  of: { brandId: string } | { machineModelId: string },
): Promise<{ goodsCount: number; categories: CategoryGoodsCount[] }> {
  const counts = await countGoodsOnShelfByCategory(db, of)
  const listed = new Map((await listAllCategories(db)).flatMap((one) => (one.shown ? [[one.id, one]] : [])))
  const categories = [...listed.values()].flatMap(({ id, parent_id, name }) => {
    const [goodsCount, parent] = [counts.get(id), parent_id === null ? undefined : listed.get(parent_id)]
    return goodsCount === undefined || !parent ? [] : [{ categoryId: id, name, parentName: parent.name, goodsCount }]
  })
  return { goodsCount: [...counts.values()].reduce((sum, count) => sum + count, 0), categories }
}

/** Reads the tree of the categories that are listed, with the number of goods on the shelf below each. */
export async function readListedCategoryTreeWithCounts(db: Db): Promise<Category[]> {
  const rows = await listAllCategories(db)
  const counts = await countGoodsOnShelfByCategory(db)
  const first = await listFirstGoodsIdsByTopCategory(db, 1)
  const pictures = new Map((await findOncePublishedGoodsById(db, [...first.values()].flat())).map(({ id, picture }) => [id, picture]))
  const tops = rows.filter(({ parent_id, shown }) => parent_id === null && shown)
  return tops.map(({ id, name, pictureId }) => {
    const below = rows.filter(({ parent_id, shown }) => parent_id === id && shown)
    const children = below.map((child) => ({ id: child.id, name: child.name, goodsCount: counts.get(child.id) ?? 0 }))
    const goodsCount = children.reduce((sum, child) => sum + child.goodsCount, 0)
    return { id, name, goodsCount, image: pictureId ?? pictures.get(first.get(id)?.[0] ?? '') ?? null, children }
  })
}

/**
 * Reads recommended goods for each top category, in the order of the categories. The number of statements does not depend on the number of
 * categories.
 */
export async function readRecommendedGoodsByCategory(
  db: Db,
  viewer: PriceViewer,
  limit: number,
): Promise<{ category: { id: number; name: string }; goods: GoodsCard[] }[]> {
  const tops = (await listAllCategories(db)).filter(({ parent_id, shown }) => parent_id === null && shown)
  const first = await listFirstGoodsIdsByTopCategory(db, limit)
  const cards = new Map((await readGoodsCards(db, viewer, [...first.values()].flat())).map((card) => [card.goodsId, card]))
  return tops.map(({ id, name }) => ({
    category: { id, name },
    goods: (first.get(id) ?? []).flatMap((goodsId) => cards.get(goodsId) ?? []),
  }))
}
