import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { computeSaleAndCreditAmount, sumSaleAndCreditAmounts } from '#contract/catalog/pricing/visible-price-steps.ts'
import { ORDER_LINES_MAX } from '#contract/orders/orders/order-sources.ts'
import {
  type QuickOrderCandidate,
  type QuickOrderMatches,
  type QuickOrderRowResult,
  type QuickOrderRowStatus,
  quickOrderRowStatuses,
} from '#contract/orders/quick-order/api.ts'
import {
  type ParsedQuickOrderTable,
  QUICK_ORDER_CODE_LENGTH_MAX,
  QUICK_ORDER_ROWS_MAX,
  type SkippedQuickOrderLine,
} from '#contract/orders/quick-order/rows.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { QuickOrderDraft, QuickOrderDraftRow } from './draft.ts'

/** A SKU that a row may mean, as the buyer sees it. */
export interface ShownCandidate extends Omit<QuickOrderCandidate, 'skuId'> {
  sku: SkuBrief
}

/** A row with its result; without a result while the server is asked. */
export interface QuickOrderRowWithResult {
  row: QuickOrderDraftRow
  result: QuickOrderRowResult | undefined
  sku: SkuBrief | undefined
  candidates: ShownCandidate[]
}

/** How many lines that were set aside are kept, the last ones. */
const NOTES_MAX = 200

/** Appends rows and notes; their line numbers continue those of the existing ones. Returns how many rows did not fit. */
export function appendRowsUpToLimit(
  { rows, notes }: Pick<QuickOrderDraft, 'rows' | 'notes'>,
  table: ParsedQuickOrderTable,
): Pick<QuickOrderDraft, 'rows' | 'notes'> & { left: number } {
  const last = Math.max(0, ...[...rows, ...notes].map(({ rowNo }) => rowNo))
  const open = rows.filter(({ taken }) => taken === undefined).length
  const room = Math.max(0, QUICK_ORDER_ROWS_MAX - open)
  const fresh = table.rows.slice(0, room).map((row) => ({ ...row, rowNo: row.rowNo + last }))
  const aside = table.notes.map((note) => ({ ...note, rowNo: note.rowNo + last }))
  return { rows: [...rows, ...fresh], notes: [...notes, ...aside].slice(-NOTES_MAX), left: table.beyond + table.rows.length - fresh.length }
}

/** Returns the rows for the server: those that were not ordered yet. */
export const toRowInputsNotYetOrdered = (rows: readonly QuickOrderDraftRow[]) =>
  rows
    .filter(({ taken }) => taken === undefined)
    .map(({ rowNo, code, quantity, skuId }) => ({ rowNo, code, quantity, ...(skuId === undefined ? {} : { skuId }) }))

function toShownCandidate({ skuId, ...facts }: QuickOrderCandidate, skus: ReadonlyMap<string, SkuBrief>): ShownCandidate[] {
  const sku = skus.get(skuId)
  return sku ? [{ ...facts, sku }] : []
}

/** Makes a line that was set aside a row, at its place. */
export function moveNoteToRows(
  { rows, notes }: Pick<QuickOrderDraft, 'rows' | 'notes'>,
  note: SkippedQuickOrderLine,
): Pick<QuickOrderDraft, 'rows' | 'notes'> {
  const code = [...note.text].slice(0, QUICK_ORDER_CODE_LENGTH_MAX).join('')
  const row: QuickOrderDraftRow = { rowNo: note.rowNo, code, quantity: '' }
  return { rows: [...rows, row].sort((a, b) => a.rowNo - b.rowNo), notes: notes.filter(({ rowNo }) => rowNo !== note.rowNo) }
}

/** Says what the rows came to, for those who do not see them: 可下单 5 行，请确认 3 行，需处理 1 行. */
export function formatQuickOrderRowsSummary(shown: readonly QuickOrderRowWithResult[], notes: number): string {
  const asked = shown.filter(({ result }) => result?.status === 'AMBIGUOUS').length
  const [good, open] = [filterQuickOrderRows(shown, 'good').length, filterQuickOrderRows(shown, 'open').length - asked]
  const parts = [
    `可下单 ${good} 行`,
    asked > 0 ? `请确认 ${asked} 行` : '',
    open > 0 ? `需处理 ${open} 行` : '',
    notes > 0 ? `另有 ${notes} 行备注` : '',
  ]
  return `匹配完成：${parts.filter((part) => part !== '').join('，')}`
}

export function toQuickOrderRowsWithResults(
  rows: readonly QuickOrderDraftRow[],
  answer: QuickOrderMatches | undefined,
): QuickOrderRowWithResult[] {
  const results = new Map(answer?.rows.map((result) => [result.rowNo, result]))
  const skus = new Map(answer?.skus.map((sku) => [sku.skuId, sku]))
  return rows.map((row) => {
    const result = row.taken === undefined ? results.get(row.rowNo) : undefined
    const sku = skus.get(result?.skuId ?? row.skuId ?? '')
    return { row, result, sku, candidates: result?.candidates.flatMap((one) => toShownCandidate(one, skus)) ?? [] }
  })
}

/** The filter of the rows. */
export const quickOrderRowFilterLabels = { all: '全部', good: '可下单', open: '需处理', taken: '已处理' } as const
export type QuickOrderRowFilter = keyof typeof quickOrderRowFilterLabels

export function getQuickOrderRowFilter({ row, result }: QuickOrderRowWithResult): Exclude<QuickOrderRowFilter, 'all'> | undefined {
  if (row.taken) return 'taken'
  if (result === undefined) return undefined
  return result.status === 'FOUND' || result.status === 'MERGED' ? 'good' : 'open'
}

export const filterQuickOrderRows = (shown: readonly QuickOrderRowWithResult[], view: QuickOrderRowFilter): QuickOrderRowWithResult[] =>
  view === 'all' ? [...shown] : shown.filter((one) => getQuickOrderRowFilter(one) === view)

/** A line that can be ordered without a change. */
interface GoodLine {
  skuId: string
  goodsNum: number
  sku: SkuBrief
}

export const listOrderableLines = (shown: readonly QuickOrderRowWithResult[]): GoodLine[] =>
  shown.flatMap(({ result, sku }) =>
    result?.status === 'FOUND' && sku && result.goodsNum !== null ? [{ skuId: sku.skuId, goodsNum: result.goodsNum, sku }] : [],
  )

/** Computes both totals in fen; there is no credit total if one SKU is not sold on credit. */
export function computeQuickOrderTotals(lines: readonly GoodLine[]): { kinds: number; sale: Fen; credit: Fen | null; cashOnly: number } {
  const amounts = lines.map(({ sku, goodsNum }) => computeSaleAndCreditAmount(sku.steps, goodsNum))
  const cashOnly = amounts.filter(({ credit }) => credit === null).length
  return { kinds: lines.length, ...sumSaleAndCreditAmounts(amounts), cashOnly }
}

/** One order has at most this many SKUs. The others stay for the next order. */
export const limitLinesToOneOrder = (lines: readonly GoodLine[]): GoodLine[] => lines.slice(0, ORDER_LINES_MAX)

/** Builds ?lines= of the confirmation page. */
export const formatOrderLinesParam = (lines: readonly Pick<GoodLine, 'skuId' | 'goodsNum'>[]): string =>
  lines.map(({ skuId, goodsNum }) => `${skuId}:${goodsNum}`).join(',')

/** Marks the rows of some SKUs as ordered, including the rows that were merged into them. */
export function markRowsOrdered(
  shown: readonly QuickOrderRowWithResult[],
  skuIds: ReadonlySet<string>,
  how: 'cart' | 'order',
): QuickOrderDraftRow[] {
  const going = new Set(
    shown.flatMap(({ row, result }) => (result?.status === 'FOUND' && skuIds.has(result.skuId ?? '') ? [row.rowNo] : [])),
  )
  return shown.map(({ row, result }) =>
    going.has(row.rowNo) || going.has(result?.mergedInto ?? -1) ? { ...row, ...named(result), taken: how } : row,
  )
}

/** The found SKU is stored with the row, because the server is not asked about it again. */
const named = (result: QuickOrderRowResult | undefined) => (result?.skuId ? { skuId: result.skuId } : {})

/** Applies the quantity that the server suggests, including the rows that were merged. */
export function applyOfferedQuantity(shown: readonly QuickOrderRowWithResult[], rowNo: number): QuickOrderDraftRow[] {
  const one = shown.find(({ row }) => row.rowNo === rowNo)
  const offered = one?.result?.offered ?? null
  if (offered === null) return shown.map(({ row }) => row)
  return shown
    .filter(({ result }) => result?.mergedInto !== rowNo)
    .map(({ row }) => (row.rowNo === rowNo ? { ...row, quantity: String(offered) } : row))
}

/** Returns the rows for which the server suggests another quantity. */
export const listRowNosWithOfferedQuantity = (shown: readonly QuickOrderRowWithResult[]): number[] =>
  shown.flatMap(({ row, result }) => (result && result.offered !== null && result.status !== 'FOUND' ? [row.rowNo] : []))

export const quickOrderStatusLabel = (status: QuickOrderRowStatus): string => quickOrderRowStatuses[status]
