import { toVisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import type { GoodsDetailSupplement } from '#contract/catalog/goods-editing/api.ts'
import { type GoodsContent, goodsRelationKinds, type SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { findOncePublishedGoodsById, readGoodsCards } from '#server/catalog/goods/public.ts'
import { findMachineModels } from '#server/catalog/machine-models/public.ts'
import { findDocumentsById } from '#server/catalog/pictures/public.ts'
import type { PriceViewer } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'

type DescribedSku = Pick<SkuContent, 'skuId' | 'code' | 'props' | 'onShelf' | 'crossReferences'>

/** Lists the parts of other makers that the SKUs on the shelf correspond to, without what is for staff. */
const listVisibleCrossReferences = (skus: readonly DescribedSku[]): GoodsDetailSupplement['crossReferences'] =>
  skus.flatMap(({ skuId, code, props, onShelf, crossReferences }) =>
    skuId === null || !onShelf
      ? []
      : crossReferences.map((reference) => {
          const skuProps = JSON.stringify(Object.fromEntries(props))
          return { ...toVisibleCrossReference(reference), skuId, skuCode: code, skuProps }
        }),
  )

/**
 * Describes what goods name besides themselves: their documents, the parts of other makers that they replace, the machines that they fit,
 * and the related goods that are on sale.
 */
export async function describeDocumentsMachineModelsAndRelations(
  db: Db,
  viewer: PriceViewer,
  {
    documents,
    machineModelIds,
    relations,
    skus,
  }: Pick<GoodsContent, 'documents' | 'machineModelIds' | 'relations'> & { skus: readonly DescribedSku[] },
): Promise<GoodsDetailSupplement> {
  const found = new Map((await findDocumentsById(db, documents)).map(({ bytes: _, ...document }) => [document.id, document]))
  const related = await findOncePublishedGoodsById(
    db,
    relations.map(({ goodsId }) => goodsId),
  )
  const ids = related.filter(({ onShelf }) => onShelf).map(({ id }) => id)
  const cards = new Map((await readGoodsCards(db, viewer, ids)).map((card) => [card.goodsId, card]))
  const byKind = keysOf(goodsRelationKinds).map((kind) => ({
    kind,
    goods: relations.flatMap((relation) => (relation.kind === kind ? (cards.get(relation.goodsId) ?? []) : [])),
  }))
  return {
    crossReferences: listVisibleCrossReferences(skus),
    machineModels: (await findMachineModels(db, machineModelIds)).map(({ id, ...model }) => ({ machineModelId: id, ...model })),
    documents: documents.flatMap((id) => found.get(id) ?? []),
    relations: byKind.filter(({ goods }) => goods.length > 0),
  }
}
