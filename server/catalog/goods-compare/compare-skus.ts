import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { type AttributeValue, formatAttributeValue } from '#contract/catalog/attributes/values.ts'
import type { ComparedSku, GoodsComparison } from '#contract/catalog/goods-compare/api.ts'
import { createCategoryAttributeCache, findAttributeValuesByGoods } from '#server/catalog/attributes/public.ts'
import { findBrandNamesById } from '#server/catalog/brands/public.ts'
import { findSkuBriefsById, type GoodsRecord, readGoodsRecordsById } from '#server/catalog/goods/public.ts'
import { findMachineModelIdsByGoods, findMachineModels } from '#server/catalog/machine-models/public.ts'
import type { PriceViewer } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/**
 * The value of a SKU for each parameter, in display order. Parameters without a value are included, so that all SKUs have the same order.
 */
type NamedValues = readonly (readonly [name: string, value: string])[]

/** The attributes that its category compares; if there are none, the rows of the goods' parameter table. */
function listNamedValues(attributes: readonly CategoryAttribute[], values: readonly AttributeValue[], { head }: GoodsRecord): NamedValues {
  const compared = attributes.filter(({ compared: asked, makesSkus }) => asked || makesSkus)
  if (compared.length === 0) return head.parameters
  return compared.map((attribute) => {
    const value = values.find(({ attributeId }) => attributeId === attribute.attributeId)
    return [attribute.name, value ? formatAttributeValue(attribute, value) : '']
  })
}

/** One row for each name that at least one SKU has a value for. */
function toRows(columns: readonly NamedValues[]): GoodsComparison['rows'] {
  const texts = columns.map((column) => new Map(column))
  const names = new Set(columns.flatMap((column) => column.map(([name]) => name)))
  return [...names]
    .map((name) => ({ name, values: texts.map((own) => own.get(name) || null) }))
    .filter(({ values }) => values.some((value) => value !== null))
}

/** The machines that goods fit, as one text by goods: '三一重装 EBZ160、三一重装 EBZ200'. */
async function readFittingMachines(db: Db, goodsIds: readonly string[]): Promise<Map<string, string>> {
  const fitting = await findMachineModelIdsByGoods(db, goodsIds)
  const models = await findMachineModels(db, [...new Set([...fitting.values()].flat())])
  return new Map(
    [...fitting].map(([goodsId, ids]) => {
      const own = new Set(ids)
      return [goodsId, models.flatMap(({ id, maker, model }) => (own.has(id) ? `${maker} ${model}` : [])).join('、')]
    }),
  )
}

/**
 * Compares SKUs that were published at least once, on the shelf or not, in the order of their ids. It leaves out unknown and repeated ids.
 * The number of statements grows only with the categories of the SKUs, which are few.
 */
export async function compareSkus(db: Db, viewer: PriceViewer, skuIds: readonly string[]): Promise<GoodsComparison> {
  const found = await findSkuBriefsById(db, viewer, skuIds)
  const briefs = [...new Set(skuIds)].flatMap((id) => found.get(id) ?? [])
  const goodsIds = [...new Set(briefs.map(({ goodsId }) => goodsId))]
  const records = await readGoodsRecordsById(db, goodsIds)
  const known = briefs.flatMap((brief) => {
    const goods = records.get(brief.goodsId)
    const sku = goods?.skus.find(({ skuId }) => skuId === brief.skuId)
    return goods && sku ? [{ brief, goods, sku }] : []
  })
  const brands = await findBrandNamesById(db, [...new Set(known.flatMap(({ goods }) => goods.head.brandId ?? []))])
  const values = await findAttributeValuesByGoods(db, goodsIds)
  const machines = await readFittingMachines(db, goodsIds)
  const { learnAttributes, attributesOf } = createCategoryAttributeCache()
  await learnAttributes(
    db,
    known.flatMap(({ goods }) => goods.head.categoryId ?? []),
  )
  const columns = known.map(({ brief, goods }): NamedValues => {
    const { values: own = [], skuValues = [] } = values.get(brief.goodsId) ?? {}
    const ofSku = skuValues.find(({ skuId }) => skuId === brief.skuId)?.values ?? []
    const named = listNamedValues(attributesOf(goods.head.categoryId), [...ofSku, ...own], goods)
    const fitting = machines.get(brief.goodsId)
    return fitting === undefined ? named : [...named, ['适用机型', fitting]]
  })
  const skus = known.map(({ brief, goods: { head }, sku: { weightGrams } }): ComparedSku => {
    const name = head.brandId === null ? undefined : brands.get(head.brandId)
    const brand = head.brandId === null || name === undefined ? null : { brandId: head.brandId, name }
    return { ...brief, spec: head.spec, brand, weightGrams }
  })
  return { skus, rows: toRows(columns) }
}
