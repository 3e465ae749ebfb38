import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import {
  formatGoodsPublishingProblems,
  listGoodsFieldRuleViolations,
  listGoodsPublishingProblems,
} from '#contract/catalog/goods-editing/problems.ts'
import { computeGoodsAttributeProblems, type GoodsWithContent } from '#server/catalog/goods-editing/public.ts'
import type { GoodsBulkEditSharedData } from './shared-facts.ts'

/**
 * Lists why a changed content cannot be published, all of it; empty: it can. Everything that the content names besides its category was
 * published with it and exists, because the tables have foreign keys. Publishing checks all of it again.
 */
export function listBulkContentFaults(
  content: GoodsContent,
  goods: GoodsWithContent,
  { shared, ordered }: { shared: GoodsBulkEditSharedData; ordered: ReadonlySet<string> },
): string[] {
  const form = listGoodsFieldRuleViolations(content)
  if (form.length > 0) return formatGoodsPublishingProblems(content, form)
  const { shopId, brandId, relations, skus } = content
  const problems = listGoodsPublishingProblems(content, {
    shopIds: new Set(shopId === null ? [] : [shopId]),
    categoryIds: shared.leafIds,
    brandIds: new Set(brandId === null ? [] : [brandId]),
    goodsIds: new Set(relations.map(({ goodsId }) => goodsId)),
    skuIds: new Set(skus.flatMap(({ replacedBy }) => replacedBy ?? [])),
    codeTaken: false,
    takenSkuCodes: new Map(),
    published: new Map(goods.skus.map(({ skuId, code }) => [skuId, { code, ordered: ordered.has(skuId) }])),
    others: computeGoodsAttributeProblems(shared.attributesOf(content.categoryId), content),
  })
  return formatGoodsPublishingProblems(content, problems)
}
