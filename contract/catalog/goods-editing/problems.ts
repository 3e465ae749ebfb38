import * as z from 'zod/mini'
import {
  CROSS_REFERENCE_TEXT_FAULT,
  CROSS_REFERENCE_TEXT_LENGTH_MAX,
  CROSS_REFERENCE_TEXT_PATTERN,
  toCrossReferenceKey,
} from '#contract/catalog/goods/cross-reference.ts'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { GoodsContent, type SkuContent } from './content.ts'

/** A problem that prevents publishing. `path` is its position in the content: 'skus.0.salePrice'. */
export interface GoodsPublishingProblem {
  path: string
  reason: string
  /** Whether something is missing, rather than wrong. */
  missing?: true | undefined
}

/** Lists the violations of a content's field rules: texts that are too long, numbers that are too large. */
export const listGoodsFieldRuleViolations = (content: GoodsContent): GoodsPublishingProblem[] =>
  (z.safeEncode(GoodsContent, content).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), reason: message }))

/**
 * Says problems of a content in lines, for places without its fields. A line names the SKUs that it is about, and SKUs with the same problem
 * share a line: '规格 A、B：请填写现金价'.
 */
export function formatGoodsPublishingProblems({ skus }: Pick<GoodsContent, 'skus'>, problems: readonly GoodsPublishingProblem[]): string[] {
  const byReason = Map.groupBy(problems, ({ reason }) => reason)
  return [...byReason].map(([reason, own]) => {
    const places = own.flatMap(({ path }) => Number(/^skus\.(\d+)\./.exec(path)?.[1] ?? Number.NaN)).filter(Number.isFinite)
    const names = [...new Set(places)].map((at) => skus[at]?.code || `第 ${at + 1} 行`)
    return names.length === 0 || names.every((name) => reason.includes(name)) ? reason : `规格 ${names.join('、')}：${reason}`
  })
}

/** The facts about a content that only the server knows. */
export interface GoodsPublishingCheckFacts {
  /** The existing shops, categories and brands of the content. A category must be of the lower level. */
  shopIds: ReadonlySet<string>
  categoryIds: ReadonlySet<number>
  brandIds: ReadonlySet<string>
  /** Whether the mall has no shop, and no category of the lower level, at all. Without it they are thought to be there. */
  none?: { shops: boolean; categories: boolean }
  /** The existing related goods and replacing SKUs. */
  goodsIds: ReadonlySet<string>
  skuIds: ReadonlySet<string>
  /** Whether other goods have this goods code. */
  codeTaken: boolean
  /** The names of other goods by the codes of their SKUs, as `normaliseSkuCodeForComparison` makes them. */
  takenSkuCodes: ReadonlyMap<string, string>
  /** The published SKUs, by id: their code, and whether they were ordered. */
  published: ReadonlyMap<string, { code: string; ordered: boolean }>
  /** The problems of the attributes, the pictures, the documents and the machine models. */
  others: readonly GoodsPublishingProblem[]
}

/** What is said where there is nothing to choose from: the step of 开店准备 that makes the first one. */
export const emptyShopAndCategoryHints = {
  shops: '商城还没有店铺，请先在开店准备中新增店铺',
  categories: '商城还没有二级分类，请先在开店准备中新增商品分类',
} as const

type Add = (path: string, reason: string, kind?: 'missing') => void

/** Codes are compared without case and without spaces at the ends, as people read them. The database has the same key, and it is unique. */
export const normaliseSkuCodeForComparison = (code: string): string => code.trim().toLowerCase()

/**
 * A SKU that is removed and added again with the same code is the same SKU: it keeps its id, and with it its stock, its orders and its
 * prices in lists.
 */
export function reuseIdsOfReaddedSkus(content: GoodsContent, published: ReadonlyMap<string, { code: string }>): GoodsContent {
  const kept = new Set(content.skus.map(({ skuId }) => skuId))
  const left = new Map(
    [...published].flatMap(([skuId, { code }]) => (kept.has(skuId) ? [] : [[normaliseSkuCodeForComparison(code), skuId] as const])),
  )
  const ids = new Map<string | null, string>()
  const skus = content.skus.map((sku): SkuContent => {
    const same = sku.skuId !== null && published.has(sku.skuId) ? undefined : left.get(normaliseSkuCodeForComparison(sku.code))
    if (same === undefined) return sku
    left.delete(normaliseSkuCodeForComparison(sku.code))
    if (sku.skuId !== null) ids.set(sku.skuId, same)
    return { ...sku, skuId: same }
  })
  return { ...content, skus: skus.map((sku) => ({ ...sku, replacedBy: ids.get(sku.replacedBy) ?? sku.replacedBy })) }
}

function checkHead(content: GoodsContent, facts: GoodsPublishingCheckFacts, add: Add): void {
  const { code, shopId, categoryId, brandId, name, unit, pictures, hardness } = content
  if (code === '') add('code', '请填写商品编码', 'missing')
  else if (facts.codeTaken) add('code', `商品编码 ${code} 已被其他商品使用`)
  if (name === '') add('name', '请填写商品名称', 'missing')
  if (unit === '') add('unit', '请填写单位', 'missing')
  if (shopId === null) add('shopId', facts.none?.shops ? emptyShopAndCategoryHints.shops : '请选择店铺', 'missing')
  else if (!facts.shopIds.has(shopId)) add('shopId', '店铺不存在，请重新选择')
  if (categoryId === null) add('categoryId', facts.none?.categories ? emptyShopAndCategoryHints.categories : '请选择分类', 'missing')
  else if (!facts.categoryIds.has(categoryId)) add('categoryId', '请选择二级分类')
  if (brandId !== null && !facts.brandIds.has(brandId)) add('brandId', '品牌不存在，请重新选择')
  if (pictures.length === 0) add('pictures', '请上传至少一张图片', 'missing')
  if (hardness && !(hardness[0] <= hardness[1])) add('hardness', '岩石硬度的下限不能高于上限')
}

function checkRelations({ relations }: GoodsContent, facts: GoodsPublishingCheckFacts, add: Add): void {
  const seen = new Set<string>()
  for (const [at, { kind, goodsId }] of relations.entries()) {
    if (!facts.goodsIds.has(goodsId)) add(`relations.${at}`, '关联的商品不存在')
    if (seen.has(`${kind} ${goodsId}`)) add(`relations.${at}`, '关联的商品重复')
    seen.add(`${kind} ${goodsId}`)
  }
}

function checkPrices({ salePrice, creditPrice }: SkuContent, at: string, add: Add): void {
  if (salePrice === null) add(`${at}.salePrice`, '请填写现金价', 'missing')
  else if (salePrice <= 0) add(`${at}.salePrice`, '现金价必须大于 0')
  if (creditPrice !== null && salePrice !== null && creditPrice < salePrice) add(`${at}.creditPrice`, '赊销价不能低于现金价')
}

function checkAmounts(sku: SkuContent, at: string, add: Add): void {
  if (sku.minimum < 1) add(`${at}.minimum`, '起订量不能小于 1')
  if (sku.step < 1) add(`${at}.step`, '倍数不能小于 1')
  if (sku.weightGrams < 0) add(`${at}.weightGrams`, '重量不能小于 0')
  if (sku.volumeCm3 < 0) add(`${at}.volumeCm3`, '体积不能小于 0')
  if (sku.lowStock !== null && sku.lowStock < 0) add(`${at}.lowStock`, '库存预警不能小于 0')
}

/** A row needs both names. What replaces a part without a question is ordered without one, so somebody must have confirmed it. */
function checkCrossReferences({ crossReferences }: SkuContent, at: string, add: Add): void {
  const seen = new Set<string>()
  for (const [row, reference] of crossReferences.entries()) {
    const path = `${at}.crossReferences.${row}`
    for (const field of keysOf(CROSS_REFERENCE_TEXT_LENGTH_MAX))
      if (!CROSS_REFERENCE_TEXT_PATTERN.test(reference[field])) add(`${path}.${field}`, CROSS_REFERENCE_TEXT_FAULT)
    if (reference.brand === '') add(`${path}.brand`, '请填写竞品的品牌或厂家', 'missing')
    else if (normalisePartNumber(reference.brand) === '') add(`${path}.brand`, '竞品的品牌至少包含一个字母、数字或汉字')
    if (reference.partNumber === '') add(`${path}.partNumber`, '请填写竞品型号', 'missing')
    else if (normalisePartNumber(reference.partNumber) === '') add(`${path}.partNumber`, '竞品型号至少包含一个字母、数字或汉字')
    if (reference.fit === 'full' && reference.confirmedBy === '') add(`${path}.confirmedBy`, '完全替代须填写确认人', 'missing')
    const key = toCrossReferenceKey(reference)
    if (reference.partNumber !== '' && seen.has(key)) add(`${path}.partNumber`, '竞品型号重复')
    seen.add(key)
  }
}

function checkSku(sku: SkuContent, at: string, facts: GoodsPublishingCheckFacts, add: Add): void {
  const { skuId, code, props, replacedBy, archived, onShelf } = sku
  const before = skuId === null ? undefined : facts.published.get(skuId)
  if (code === '') add(`${at}.code`, '请填写规格编码', 'missing')
  const other = facts.takenSkuCodes.get(normaliseSkuCodeForComparison(code))
  if (other !== undefined) add(`${at}.code`, `规格编码 ${code} 已用于商品“${other}”`)
  if (before?.ordered && before.code !== code) add(`${at}.code`, `规格 ${before.code} 已有订单，编码不能修改`)
  if (archived && onShelf) add(`${at}.onShelf`, '已停用的规格不能上架')
  const replaced = replacedBy !== null && replacedBy !== skuId && (facts.skuIds.has(replacedBy) || facts.published.has(replacedBy))
  if (replacedBy !== null && !replaced) add(`${at}.replacedBy`, '替代规格不存在')
  if (new Set(props.map(([name]) => name)).size !== props.length) add(`${at}.props`, '同一个规格项只能填一次')
  checkPrices(sku, at, add)
  checkAmounts(sku, at, add)
  checkCrossReferences(sku, at, add)
}

/** The values by which a SKU differs from the others, as one text. Their order does not matter. */
const combinationOf = ({ choices, props }: SkuContent): string =>
  (choices.length > 0 ? choices.map((value) => JSON.stringify(Object.entries(value).sort())) : props.map((prop) => JSON.stringify(prop)))
    .toSorted()
    .join()

/** Finds conflicts between two SKUs of the goods: the same code, or the same choices if both are in use. */
function checkTwins(skus: readonly SkuContent[], add: Add): void {
  const codes = new Map<string, number>()
  const combinations = new Map<string, number>()
  for (const [at, sku] of skus.entries()) {
    const code = normaliseSkuCodeForComparison(sku.code)
    const sameCode = codes.get(code)
    if (code !== '' && sameCode !== undefined) add(`skus.${at}.code`, `规格编码 ${sku.code} 与第 ${sameCode + 1} 行重复`)
    else codes.set(code, at)
    if (sku.archived) continue
    const combination = combinationOf(sku)
    const same = combinations.get(combination)
    if (same !== undefined) add(`skus.${at}.choices`, `规格值与第 ${same + 1} 行相同`)
    else combinations.set(combination, at)
  }
}

/** Finds SKUs that keep their own id but have the code of a removed one. A new SKU with that code would be the same SKU and take its id. */
function checkCodesOfLeftOut({ skus }: GoodsContent, { published }: GoodsPublishingCheckFacts, add: Add): void {
  const kept = new Set(skus.map(({ skuId }) => skuId))
  const left = new Set([...published].flatMap(([skuId, { code }]) => (kept.has(skuId) ? [] : [normaliseSkuCodeForComparison(code)])))
  for (const [at, { skuId, code }] of skus.entries())
    if (skuId !== null && published.has(skuId) && left.has(normaliseSkuCodeForComparison(code)))
      add(`skus.${at}.code`, `规格编码 ${code} 已用于本商品删除的规格，请换一个编码`)
}

/**
 * Lists all problems that prevent publishing a content, in the order of the editor's page. It is pure: the server calls it before it
 * publishes, and the editor while a person types.
 */
export function listGoodsPublishingProblems(typed: GoodsContent, facts: GoodsPublishingCheckFacts): GoodsPublishingProblem[] {
  const content = reuseIdsOfReaddedSkus(typed, facts.published)
  const problems: GoodsPublishingProblem[] = []
  const add: Add = (path, reason, kind) => void problems.push({ path, reason, ...(kind === 'missing' ? { missing: true } : {}) })
  checkHead(content, facts, add)
  problems.push(...facts.others)
  checkRelations(content, facts, add)
  if (!content.skus.some(({ archived }) => !archived)) add('skus', '请添加至少一个规格', 'missing')
  for (const [at, sku] of content.skus.entries()) checkSku(sku, `skus.${at}`, facts, add)
  const kept = new Set(content.skus.map(({ skuId }) => skuId))
  for (const [skuId, { code, ordered }] of facts.published)
    if (ordered && !kept.has(skuId)) add('skus', `规格 ${code} 已有订单，不能删除，只能停用`)
  checkCodesOfLeftOut(content, facts, add)
  checkTwins(content.skus, add)
  return problems
}
