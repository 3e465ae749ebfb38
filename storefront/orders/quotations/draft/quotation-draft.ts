import * as z from 'zod/mini'
import { QUOTATION_DRAWINGS_MAX, QUOTATION_LINES_MAX, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'

const DraftLine = z.object({
  /** Identifies the line in this draft. */
  key: z.int(),
  /** null: a part that the mall does not list, described by its name and specification. */
  skuId: z.nullable(z.string()),
  name: z.string(),
  spec: z.string(),
  unit: z.string(),
  quantity: z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX)),
  /** The wished unit price in yuan, as it is typed. */
  wished: z.string(),
  note: z.string(),
  /** Goods that a line in words may mean, for the buyer to choose from. */
  candidates: z._default(z.array(z.object({ skuId: z.string(), goodsNum: z.nullable(z.int()), bought: z.boolean() })), []),
})
export type QuotationDraftLine = z.output<typeof DraftLine>

const DraftDrawing = z.object({
  fileId: z.string(),
  name: z.string(),
  bytes: z.int(),
  mediaType: z.string(),
  /** The key of the line that it belongs to; null: the whole request. */
  lineKey: z.nullable(z.int()),
})
type QuotationDraftDrawing = z.output<typeof DraftDrawing>

const Draft = z.object({
  title: z.string(),
  remark: z.string(),
  /** '': not said. */
  addressId: z.string(),
  wantedDay: z.string(),
  lines: z.array(DraftLine),
  drawings: z._default(z.array(DraftDrawing), []),
})
export type QuotationDraft = z.output<typeof Draft>

export const EMPTY_QUOTATION_DRAFT: QuotationDraft = { title: '', remark: '', addressId: '', wantedDay: '', lines: [], drawings: [] }

const KEY = 'yanfeng.quotation'
const Stored = z.object({ owner: z.string(), draft: Draft })

/** The request that a person has not sent yet, of this tab: it survives a reload. The draft of another person is ignored. */
export function readQuotationDraft(owner: string): QuotationDraft {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return stored.success && stored.data.owner === owner ? stored.data.draft : EMPTY_QUOTATION_DRAFT
  } catch {
    return EMPTY_QUOTATION_DRAFT
  }
}

/** If the storage is full or blocked, the request is kept on the page only. */
export function saveQuotationDraft(owner: string, draft: QuotationDraft): void {
  try {
    if (draft === EMPTY_QUOTATION_DRAFT) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, draft }))
  } catch {
    console.warn('the quotation request is kept on this page only')
  }
}

/** What is known of a line before it is in the draft. */
export type NewDraftLine = Pick<QuotationDraftLine, 'quantity'> & Partial<Omit<QuotationDraftLine, 'key' | 'quantity'>>

const nextKey = (lines: readonly QuotationDraftLine[]): number => Math.max(0, ...lines.map(({ key }) => key)) + 1

/** Adds lines. Goods that are in the draft get the new quantity. Returns how many lines did not fit. */
export function addDraftLines(draft: QuotationDraft, added: readonly NewDraftLine[]): { draft: QuotationDraft; left: number } {
  const lines = [...draft.lines]
  let left = 0
  for (const { skuId = null, quantity, ...rest } of added) {
    const at = skuId === null ? -1 : lines.findIndex((line) => line.skuId === skuId)
    const known = lines[at]
    if (known) lines[at] = { ...known, quantity }
    else if (lines.length >= QUOTATION_LINES_MAX) left += 1
    else lines.push({ key: nextKey(lines), skuId, name: '', spec: '', unit: '', wished: '', note: '', candidates: [], quantity, ...rest })
  }
  return { draft: { ...draft, lines }, left }
}

export const changeDraftLine = (draft: QuotationDraft, key: number, change: Partial<QuotationDraftLine>): QuotationDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
})

/**
 * Makes a line in words one of the goods that it may mean. Goods that another line asks for get the sum of both, because a request names each
 * once.
 */
export function chooseDraftCandidate(draft: QuotationDraft, key: number, skuId: string): QuotationDraft {
  const line = draft.lines.find((one) => one.key === key)
  const candidate = line?.candidates.find((one) => one.skuId === skuId)
  if (!line || !candidate) return draft
  const quantity = candidate.goodsNum ?? line.quantity
  const other = draft.lines.find((one) => one.skuId === skuId)
  if (!other) return changeDraftLine(draft, key, { skuId, quantity, name: '', spec: '', unit: '', candidates: [] })
  const total = Math.min(QUANTITY_MAX, other.quantity + quantity)
  const kept = { ...draft, drawings: draft.drawings.map((one) => (one.lineKey === key ? { ...one, lineKey: other.key } : one)) }
  return removeDraftLine(changeDraftLine(kept, other.key, { quantity: total }), key)
}

/** Removes a line. Its drawings are of the whole request then. */
export const removeDraftLine = (draft: QuotationDraft, key: number): QuotationDraft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
  drawings: draft.drawings.map((drawing) => (drawing.lineKey === key ? { ...drawing, lineKey: null } : drawing)),
})

/** Adds drawings of the whole request, as far as there is room. */
export const addDraftDrawings = (draft: QuotationDraft, added: readonly Omit<QuotationDraftDrawing, 'lineKey'>[]): QuotationDraft => ({
  ...draft,
  drawings: [...draft.drawings, ...added.map((drawing) => ({ ...drawing, lineKey: null }))].slice(0, QUOTATION_DRAWINGS_MAX),
})

/** Adds lines of a chat that ask for nothing to the remark, as far as there is room: staff read greetings, days and addresses too. */
export function appendNotesToRemark(draft: QuotationDraft, notes: readonly string[]): QuotationDraft {
  const remark = [draft.remark, ...notes].filter((text) => text !== '').join('\n')
  return { ...draft, remark: [...remark].slice(0, QUOTATION_TEXT_LENGTH_MAX).join('') }
}
