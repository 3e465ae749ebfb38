import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import {
  type GoodsPublishingCheckFacts,
  listGoodsFieldRuleViolations,
  listGoodsPublishingProblems,
  normaliseSkuCodeForComparison,
} from '#contract/catalog/goods-editing/problems.ts'
import { computeGoodsAttributeProblems, computeMissingFileProblems, type GoodsWithContent } from '#server/catalog/goods-editing/public.ts'
import { formatAttributeColumnTitle } from '#server/catalog/goods-import/columns/attribute-cells.ts'
import { CellFault } from '#server/catalog/goods-import/columns/cell-fault.ts'
import { goodsFieldColumns, skuFieldColumns } from '#server/catalog/goods-import/columns/field-columns.ts'
import type { NameIndexes } from '#server/catalog/goods-import/columns/names.ts'
import { GOODS_CODE_COLUMN_TITLE, SKU_CODE_COLUMN_TITLE } from '#server/catalog/goods-import/columns/titles.ts'
import type { GoodsMergeInput, MergedContent } from './plan-goods.ts'
import { createImportRowFault, type ImportRowFault } from './read-cells.ts'
import type { GoodsImportSharedData } from './shared-facts.ts'

/** The data for the check of the contents of some goods. */
export interface GoodsImportBatchData {
  shared: GoodsImportSharedData
  names: NameIndexes
  /** SKUs by their codes, with the goods that have them. */
  skuOwners: ReadonlyMap<string, { id: string; goodsId: string; goodsName: string }>
  /** The SKUs that were ordered. */
  ordered: ReadonlySet<string>
}

/** Collects what publishing would ask the database, from the data that was read for all goods at once. */
function factsFor(
  content: GoodsContent,
  goods: GoodsWithContent | undefined,
  { shared, names, skuOwners, ordered }: GoodsImportBatchData,
): GoodsPublishingCheckFacts {
  const owners = content.skus.flatMap(({ code }) => {
    const owner = skuOwners.get(normaliseSkuCodeForComparison(code))
    return owner && owner.goodsId !== goods?.goodsId ? [[normaliseSkuCodeForComparison(code), owner.goodsName] as const] : []
  })
  const known = content.skus.flatMap(({ skuId, replacedBy }) => [
    ...(skuId === null ? [] : [skuId]),
    ...(replacedBy !== null && names.skus.nameOf(replacedBy) !== undefined ? [replacedBy] : []),
  ])
  return {
    shopIds: new Set(shared.shopNames.keys()),
    categoryIds: shared.leafIds,
    brandIds: new Set(shared.brandNames.keys()),
    goodsIds: new Set(
      content.relations.flatMap(({ goodsId }) => (goodsId !== goods?.goodsId && names.goods.nameOf(goodsId) !== undefined ? goodsId : [])),
    ),
    skuIds: new Set(known),
    codeTaken: false,
    takenSkuCodes: new Map(owners),
    published: new Map((goods?.skus ?? []).map(({ skuId, code }) => [skuId, { code, ordered: ordered.has(skuId) }])),
    others: [
      ...computeMissingFileProblems(content, { pictureIds: [...names.pictures.keys()], documentIds: [...names.documents] }),
      ...computeGoodsAttributeProblems(shared.attributesOf(content.categoryId), content),
    ],
  }
}

/** The title of the column that holds a field of the content. */
function titleOf(path: readonly string[], attributeTitles: ReadonlyMap<string, string>): string {
  const [field = '', second = '', third = '', fourth = ''] = path
  if (field === 'code') return GOODS_CODE_COLUMN_TITLE
  if (field === 'attributes') return attributeTitles.get(second) ?? ''
  if (field !== 'skus') return goodsFieldColumns.find((column) => column.field === field)?.title ?? ''
  if (third === 'code') return SKU_CODE_COLUMN_TITLE
  if (third === 'choices') return attributeTitles.get(fourth) ?? skuFieldColumns.find((column) => column.field === 'props')?.title ?? ''
  return skuFieldColumns.find((column) => column.field === third)?.title ?? ''
}

/** Lists why the merged content of goods cannot be published, each problem with its row and column. */
export function computeMergedContentFaults(
  content: GoodsContent,
  {
    given,
    merged,
    goods,
    facts,
  }: { given: GoodsMergeInput; merged: MergedContent; goods: GoodsWithContent | undefined; facts: GoodsImportBatchData },
): ImportRowFault[] {
  const form = listGoodsFieldRuleViolations(content)
  const problems = form.length > 0 ? form : listGoodsPublishingProblems(content, factsFor(content, goods, facts))
  const attributes = given.attributesOf(content.categoryId)
  const titles = new Map(attributes.map((attribute) => [attribute.attributeId, formatAttributeColumnTitle(attribute)]))
  const first = given.rows[0]
  return problems.map(({ path, reason }) => {
    const parts = path.split('.')
    const place = parts[0] === 'skus' ? Number(parts[1] ?? Number.NaN) : Number.NaN
    const row = merged.rowOfSku[place] ?? first?.row ?? 0
    const title = titleOf(parts, titles)
    const at = given.columns.findIndex((sheet) => sheet.title === title)
    const value = given.rows.find((one) => one.row === row)?.cells[at] ?? ''
    const sku = content.skus[place]
    const own = sku && merged.rowOfSku[place] === undefined ? `规格 ${sku.code}：` : ''
    return createImportRowFault(row, title, value, new CellFault(`${own}${reason}`))
  })
}
