import type { GoodsContent, SkuContent } from './content.ts'
import { goodsFieldKeysWithoutSkus, isSameGoodsFieldValue, skuFieldKeys } from './differences.ts'

/** A draft on top of the current published content, and the fields that both have changed to different values. */
export interface RebasedGoodsDraft {
  content: GoodsContent
  /** 'name', 'skus.<id>.salePrice' */
  conflicts: string[]
}

interface Three<Whole> {
  /** The published content at the time when the draft was last saved. */
  base: Whole
  draft: Whole
  /** The published content. */
  current: Whole
}

/** Takes each field from the side that has changed it; from the draft if both have. */
function mergeFields<Whole>(fields: readonly (keyof Whole & string)[], { base, draft, current }: Three<Whole>, path: string) {
  const merged = { ...draft }
  const conflicts: string[] = []
  for (const field of fields) {
    if (isSameGoodsFieldValue(draft[field], base[field])) merged[field] = current[field]
    else if (!isSameGoodsFieldValue(current[field], base[field]) && !isSameGoodsFieldValue(current[field], draft[field]))
      conflicts.push(`${path}${field}`)
  }
  return { merged, conflicts }
}

const byId = (skus: readonly SkuContent[]) => new Map(skus.map((sku) => [sku.skuId, sku]))

/**
 * Applies the changes of a draft to a content that was published after it was saved: a price that somebody has changed meanwhile stays
 * changed, if the draft did not change the same price itself.
 */
export function rebaseGoodsDraft({ base, draft, current }: Three<GoodsContent>): RebasedGoodsDraft {
  const head = mergeFields<Omit<GoodsContent, 'skus'>>(goodsFieldKeysWithoutSkus, { base, draft, current }, '')
  const [before, now, kept] = [byId(base.skus), byId(current.skus), byId(draft.skus)]
  const conflicts = [...head.conflicts]
  const skus = draft.skus.map((sku) => {
    const [old, newer] = [before.get(sku.skuId), now.get(sku.skuId)]
    if (!old || !newer) return sku
    const own = mergeFields<Omit<SkuContent, 'skuId'>>(skuFieldKeys, { base: old, draft: sku, current: newer }, `skus.${sku.skuId}.`)
    conflicts.push(...own.conflicts)
    return { ...own.merged, skuId: sku.skuId }
  })
  const added = current.skus.filter(({ skuId }) => !before.has(skuId) && !kept.has(skuId))
  return { content: { ...head.merged, skus: [...skus, ...added] }, conflicts }
}
