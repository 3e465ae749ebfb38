import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue, skuFieldKeys } from '#contract/catalog/goods-editing/differences.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import type { DraftSku, EditorDraft } from './draft.ts'

type Side = 'mine' | 'theirs'
export type MergeDecisionsByPath = Readonly<Record<string, Side>>

const keyOf = ({ sku }: DraftSku): string => sku.skuId ?? sku.code
const SKUS = 'skus.'

/** The SKU and the field of a difference. Without a field it concerns the whole SKU, and without both the order of the SKUs. */
function placeOf(path: string): { key?: string; field?: keyof SkuContent } {
  if (!path.startsWith(SKUS)) return {}
  const rest = path.slice(SKUS.length)
  const field = skuFieldKeys.find((name) => rest.endsWith(`.${name}`))
  return field ? { key: rest.slice(0, -field.length - 1), field } : { key: rest }
}

function takeRow(mine: EditorDraft, theirs: EditorDraft, key: string): EditorDraft {
  const taken = theirs.rows.find((row) => keyOf(row) === key)
  if (!taken) return { ...mine, rows: mine.rows.filter((row) => keyOf(row) !== key) }
  return mine.rows.some((row) => keyOf(row) === key) ? mine : { ...mine, rows: [...mine.rows, taken] }
}

function takeOrder(mine: EditorDraft, theirs: EditorDraft): EditorDraft {
  const places = new Map(theirs.rows.map((row, at) => [keyOf(row), at]))
  const placeOfRow = (row: DraftSku) => places.get(keyOf(row)) ?? places.size
  return { ...mine, rows: mine.rows.toSorted((one, other) => placeOfRow(one) - placeOfRow(other)) }
}

/** Takes the part that one difference concerns from the other side. */
function takeTheirs(mine: EditorDraft, theirs: EditorDraft, path: string): EditorDraft {
  const { key, field } = placeOf(path)
  if (path === 'skus') return takeOrder(mine, theirs)
  if (key === undefined) {
    const name = path as Exclude<keyof EditorDraft, 'rows'>
    return { ...mine, [name]: theirs[name] }
  }
  if (field === undefined) return takeRow(mine, theirs, key)
  const other = theirs.rows.find((row) => keyOf(row) === key)
  if (!other) return mine
  const rows = mine.rows.map((row) => (keyOf(row) === key ? { ...row, sku: { ...row.sku, [field]: other.sku[field] } } : row))
  return { ...mine, rows }
}

/** Merges two drafts by the person's decisions, one difference at a time. */
export const mergeDrafts = (mine: EditorDraft, theirs: EditorDraft, decisions: MergeDecisionsByPath): EditorDraft =>
  Object.entries(decisions).reduce((merged, [path, side]) => (side === 'theirs' ? takeTheirs(merged, theirs, path) : merged), mine)

function valueAt(draft: EditorDraft, path: string): unknown {
  const { key, field } = placeOf(path)
  if (path === 'skus') return draft.rows.map(keyOf)
  if (key === undefined) return draft[path as keyof EditorDraft]
  const row = draft.rows.find((one) => keyOf(one) === key)
  return field === undefined ? row !== undefined : row?.sku[field]
}

/**
 * The proposal: fields that the person has not changed since the last save come from the other draft, fields that he has changed from his
 * own.
 */
export const proposeMergeDecisions = (
  differences: readonly GoodsContentDifference[],
  { draft, saved }: { draft: EditorDraft; saved: EditorDraft },
): MergeDecisionsByPath =>
  Object.fromEntries(
    differences.map(({ path }) => [path, isSameGoodsFieldValue(valueAt(draft, path), valueAt(saved, path)) ? 'theirs' : 'mine'] as const),
  )
