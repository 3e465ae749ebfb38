import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { findAttributeValuesByGoods } from '#server/catalog/attributes/public.ts'
import { findCrossReferencesBySku } from '#server/catalog/cross-references/public.ts'
import { type GoodsRecord, readGoodsRecordsById, type SkuRecord } from '#server/catalog/goods/public.ts'
import { findMachineModelIdsByGoods } from '#server/catalog/machine-models/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { sortAttributeValues } from './attribute-values.ts'
import { readRelationsByGoods } from './content-store.ts'

/** Goods with their whole published content. Goods that were never published have only their head. */
export interface GoodsWithContent extends GoodsRecord {
  content: GoodsContent
}

/**
 * Reads goods for their editors, including drafts, by id. Unknown ids are left out. The number of statements does not grow with goods or
 * SKUs.
 */
export async function readGoodsWithContentById(db: Db, ids: readonly string[]): Promise<Map<string, GoodsWithContent>> {
  const records = await readGoodsRecordsById(db, ids)
  // Goods that were never published have none of the following.
  const published = [...records.values()].filter(({ state }) => state !== 'draft').map(({ goodsId }) => goodsId)
  const relations = await readRelationsByGoods(db, published)
  const values = await findAttributeValuesByGoods(db, published)
  const models = await findMachineModelIdsByGoods(db, published)
  const references = await findCrossReferencesBySku(
    db,
    [...records.values()].flatMap(({ skus }) => skus.map(({ skuId }) => skuId)),
  )
  return new Map(
    [...records].map(([goodsId, record]) => {
      const { values: own = [], skuValues = [] } = values.get(goodsId) ?? {}
      const choices = new Map(skuValues.map((of) => [of.skuId, of.values]))
      const content: GoodsContent = {
        ...record.head,
        attributes: sortAttributeValues(own),
        machineModelIds: models.get(goodsId) ?? [],
        relations: relations.get(goodsId) ?? [],
        skus: record.skus.map((sku) => ({
          ...sku,
          choices: sortAttributeValues(choices.get(sku.skuId) ?? []),
          crossReferences: references.get(sku.skuId) ?? [],
        })),
      }
      return [goodsId, { ...record, content }]
    }),
  )
}

/**
 * The part of a content that the tables of goods and SKUs store. It requires a content without problems: then every SKU has a price and an
 * id.
 */
export function toGoodsRecords({ skus, attributes, machineModelIds, relations, ...head }: GoodsContent) {
  const records = skus.map(({ choices, crossReferences, skuId, salePrice, ...sku }): SkuRecord => {
    if (skuId === null || salePrice === null) throw new Error('a SKU without an id or a price is published')
    return { ...sku, skuId, salePrice }
  })
  return { head, records }
}
