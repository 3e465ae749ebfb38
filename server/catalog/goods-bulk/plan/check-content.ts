import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { findGoodsFormProblems, findGoodsProblems, type GoodsProblem } from '#contract/catalog/goods-editing/problems.ts'
import { computeGoodsAttributeProblems, type GoodsWithContent } from '#server/catalog/goods-editing/public.ts'
import type { BulkSharedFacts } from './shared-facts.ts'

/** A problem of a SKU names the SKU's code, because a row stands for all SKUs of the goods. */
function atSku(content: GoodsContent, { path, reason }: GoodsProblem): string {
  const [field, place] = path.split('.')
  const sku = field === 'skus' ? content.skus[Number(place)] : undefined
  return sku ? `规格 ${sku.code}：${reason}` : reason
}

/**
 * Returns why a changed content cannot be published; undefined: it can. Everything that the content names besides its category was
 * published with it and exists, because the tables have foreign keys. Publishing checks all of it again.
 */
export function computeBulkContentFault(
  content: GoodsContent,
  goods: GoodsWithContent,
  { shared, ordered }: { shared: BulkSharedFacts; ordered: ReadonlySet<string> },
): string | undefined {
  const [form] = findGoodsFormProblems(content)
  if (form) return atSku(content, form)
  const { shopId, brandId, relations, skus } = content
  const problems = findGoodsProblems(content, {
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
  const [problem] = problems
  if (!problem) return undefined
  return `${atSku(content, problem)}${problems.length > 1 ? ` 等 ${problems.length} 处` : ''}`
}
