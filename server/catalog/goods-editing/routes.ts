import type { GoodsDetailSupplement, goodsDetailSupplementEndpoints } from '#contract/catalog/goods-editing/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findCrossReferencesBySku } from '#server/catalog/cross-references/public.ts'
import { readGoodsRecordsById, toPriceViewer } from '#server/catalog/goods/public.ts'
import { findMachineModelIdsByGoods } from '#server/catalog/machine-models/public.ts'
import type { PriceViewer } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { describeDocumentsMachineModelsAndRelations } from './attachments.ts'
import { readRelationsByGoods } from './content-store.ts'

/** Reads the documents of goods on sale, their machine models, and the related goods on sale. Refuses GOODS_NOT_FOUND. */
async function readAboutGoods(db: Db, viewer: PriceViewer, goodsId: string): Promise<GoodsDetailSupplement> {
  const goods = (await readGoodsRecordsById(db, [goodsId])).get(goodsId)
  if (goods?.state !== 'on_sale') refuse('GOODS_NOT_FOUND')
  const relations = (await readRelationsByGoods(db, [goodsId])).get(goodsId) ?? []
  const machineModelIds = (await findMachineModelIdsByGoods(db, [goodsId])).get(goodsId) ?? []
  const references = await findCrossReferencesBySku(
    db,
    goods.skus.map(({ skuId }) => skuId),
  )
  const skus = goods.skus.map((sku) => ({ ...sku, crossReferences: references.get(sku.skuId) ?? [] }))
  return describeDocumentsMachineModelsAndRelations(db, viewer, { documents: goods.head.documents, machineModelIds, relations, skus })
}

export const goodsDetailSupplementHandlers: Handlers<typeof goodsDetailSupplementEndpoints> = {
  about: ({ goodsId }, context) => readAboutGoods(context.db, toPriceViewer(context), goodsId),
}
