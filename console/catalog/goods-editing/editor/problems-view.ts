import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { findAttributeValueProblems } from '#contract/catalog/attributes/values.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import {
  emptyShopAndCategoryHints,
  type GoodsPublishingProblem,
  listGoodsPublishingProblems,
} from '#contract/catalog/goods-editing/problems.ts'

/** The sections of the editor, in their order, with the fields of the content that they hold. */
export const editorSections = {
  basic: {
    title: '基本信息',
    fields: ['shopId', 'categoryId', 'brandId', 'name', 'subtitle', 'spec', 'unit', 'code', 'tags', 'freight', 'afterSale'],
  },
  pictures: { title: '图片', fields: ['pictures'] },
  skus: { title: '规格与价格', fields: ['skus'] },
  crossReferences: { title: '竞品型号', fields: [] },
  attributes: { title: '参数', fields: ['attributes', 'parameters', 'hardness'] },
  description: { title: '商品说明', fields: ['description'] },
  documents: { title: '文件', fields: ['documents'] },
  relations: { title: '关联商品与机型', fields: ['relations', 'machineModelIds'] },
} as const
export type EditorSection = keyof typeof editorSections
export const editorSectionNames = Object.keys(editorSections) as EditorSection[]

/** The section with the field of a problem. */
export const getSectionOfPath = (path: string): EditorSection => {
  const [head = '', , part] = path.split('.')
  if (head === 'skus' && part === 'crossReferences') return 'crossReferences'
  return editorSectionNames.find((name) => editorSections[name].fields.some((field: string) => field === head)) ?? 'basic'
}

/** The facts about the goods that the browser knows, besides their content. */
export interface BrowserGoodsCheckData {
  /** The attributes of the category; undefined: not loaded yet. */
  attributes: readonly CategoryAttribute[] | undefined
  published: GoodsContent | null
  ordered: ReadonlySet<string>
}

const idsIn = (ids: readonly (string | null)[]): Set<string> => new Set(ids.flatMap((id) => id ?? []))

/** The problems that the browser finds by the same rules as the server. It assumes that values chosen from a list exist. */
function findKnownProblems(
  content: GoodsContent,
  { attributes, published, ordered, found }: BrowserGoodsCheckData & { found: readonly GoodsPublishingProblem[] },
): GoodsPublishingProblem[] {
  const [forGoods, forSkus] = [attributes?.filter(({ makesSkus }) => !makesSkus), attributes?.filter(({ makesSkus }) => makesSkus)]
  const named = (
    path: string,
    expected: readonly CategoryAttribute[] | undefined,
    values: GoodsContent['attributes'],
  ): GoodsPublishingProblem[] =>
    expected === undefined
      ? []
      : findAttributeValueProblems(expected, values).map(({ attributeId, name, reason, missing }) => ({
          path: `${path}.${attributeId}`,
          missing,
          reason: name === '' ? reason : `${name}：${reason}`,
        }))
  const { shopId, categoryId, brandId, relations, skus } = content
  return listGoodsPublishingProblems(content, {
    shopIds: idsIn([shopId]),
    categoryIds: new Set(categoryId === null ? [] : [categoryId]),
    brandIds: idsIn([brandId]),
    none: {
      shops: found.some(({ reason }) => reason === emptyShopAndCategoryHints.shops),
      categories: found.some(({ reason }) => reason === emptyShopAndCategoryHints.categories),
    },
    goodsIds: idsIn(relations.map(({ goodsId }) => goodsId)),
    skuIds: idsIn(skus.flatMap(({ skuId, replacedBy }) => [skuId, replacedBy])),
    codeTaken: false,
    takenSkuCodes: new Map(),
    published: new Map(
      (published?.skus ?? []).flatMap(({ skuId, code }) => (skuId === null ? [] : [[skuId, { code, ordered: ordered.has(skuId) }]])),
    ),
    others: [
      ...named('attributes', forGoods, content.attributes),
      ...skus.flatMap(({ archived, choices }, at) => (archived ? [] : named(`skus.${at}.choices`, forSkus, choices))),
    ],
  })
}

/** The value at a path of a content: 'skus.0.code'. A part that is the id of an attribute stays at the list of values. */
const valueAt = (content: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null) return value
    return part in value ? (value as Record<string, unknown>)[part] : value
  }, content)

interface Known {
  content: GoodsContent
  saved: GoodsContent
  /** The problems that the server has found in the saved content. */
  found: readonly GoodsPublishingProblem[]
  /** Whether the goods were never saved. Their first save gives them a code if they have none. */
  unsaved?: boolean
  facts: BrowserGoodsCheckData
  invalid: ReadonlyMap<string, string>
}

/**
 * All problems of the current content: those that the browser finds, those of the server as long as their field is unchanged, and texts
 * that cannot be parsed.
 */
export function listEditorProblems({ content, saved, found, facts: known, invalid, unsaved = false }: Known): GoodsPublishingProblem[] {
  const facts = { ...known, found }
  const key = ({ path, reason }: GoodsPublishingProblem) => `${path} ${reason}`
  const before = new Set(findKnownProblems(saved, facts).map(key))
  const now = findKnownProblems(content, facts).filter(({ path, missing }) => !(unsaved && path === 'code' && missing))
  const shown = new Set(now.map(key))
  const others = found.filter(
    (problem) =>
      !before.has(key(problem)) &&
      !shown.has(key(problem)) &&
      isSameGoodsFieldValue(valueAt(content, problem.path) ?? null, valueAt(saved, problem.path) ?? null),
  )
  return [...[...invalid].map(([path, reason]) => ({ path, reason })), ...now, ...others]
}

/** The position of a SKU's problem, for people: 第 3 行. */
export function formatSkuProblemPosition({ path }: GoodsPublishingProblem): string {
  const row = /^skus\.(\d+)\./.exec(path)?.[1]
  return row === undefined ? '' : `第 ${Number(row) + 1} 行：`
}
