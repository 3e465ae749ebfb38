import type { GoodsAttachments, goodsRelationEndpoints } from '#contract/catalog/goods-editing/api.ts'
import { goodsRelationKinds } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findGoods, readGoodsCards, readGoodsRecordsById, readPriceViewer } from '#server/catalog/goods/public.ts'
import { findMachineModelIdsByGoods, findMachineModels } from '#server/catalog/machine-models/public.ts'
import { findDocuments } from '#server/catalog/pictures/public.ts'
import type { PriceViewer } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readRelationsByGoods } from './content-store.ts'

/** Reads the documents of goods on sale, their machine models, and the related goods on sale. Refuses GOODS_NOT_FOUND. */
async function readAboutGoods(db: Db, viewer: PriceViewer, goodsId: string): Promise<GoodsAttachments> {
  const goods = (await readGoodsRecordsById(db, [goodsId])).get(goodsId)
  if (goods?.state !== 'on_sale') refuse('GOODS_NOT_FOUND')
  const found = new Map((await findDocuments(db, goods.head.documents)).map(({ bytes: _, ...document }) => [document.id, document]))
  const relations = (await readRelationsByGoods(db, [goodsId])).get(goodsId) ?? []
  const related = await findGoods(
    db,
    relations.map((relation) => relation.goodsId),
  )
  const ids = related.filter(({ onShelf }) => onShelf).map(({ id }) => id)
  const cards = new Map((await readGoodsCards(db, viewer, ids)).map((card) => [card.goodsId, card]))
  const byKind = keysOf(goodsRelationKinds).map((kind) => ({
    kind,
    goods: relations.flatMap((relation) => (relation.kind === kind ? (cards.get(relation.goodsId) ?? []) : [])),
  }))
  const fitting = (await findMachineModelIdsByGoods(db, [goodsId])).get(goodsId) ?? []
  return {
    machineModels: (await findMachineModels(db, fitting)).map(({ id, ...model }) => ({ machineModelId: id, ...model })),
    documents: goods.head.documents.flatMap((id) => found.get(id) ?? []),
    relations: byKind.filter(({ goods: cardsOfKind }) => cardsOfKind.length > 0),
  }
}

export const goodsRelationHandlers: Handlers<typeof goodsRelationEndpoints> = {
  about: ({ goodsId }, context) => readAboutGoods(context.db, readPriceViewer(context), goodsId),
}
