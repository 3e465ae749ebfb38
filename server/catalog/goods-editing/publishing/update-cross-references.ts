import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import { replaceCrossReferencesOfSkus } from '#server/catalog/cross-references/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

type WithSkus = Pick<GoodsContent, 'skus'>

/** The cross-references of SKUs of locked goods that differ from the stored ones are written; two statements at most. */
export async function updateCrossReferences(tx: Tx, goods: readonly { before: WithSkus; content: WithSkus }[]): Promise<void> {
  const changed = goods.flatMap(({ before, content }) => {
    const had = new Map(before.skus.map((sku) => [sku.skuId, sku.crossReferences]))
    return content.skus.flatMap(({ skuId, crossReferences }) =>
      skuId === null || isSameGoodsFieldValue(had.get(skuId) ?? [], crossReferences) ? [] : [{ skuId, crossReferences }],
    )
  })
  await replaceCrossReferencesOfSkus(tx, changed)
}
