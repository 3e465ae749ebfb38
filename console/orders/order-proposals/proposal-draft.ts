import { formatCrossReferenceReason, type VisibleCrossReference } from '#contract/catalog/goods/cross-reference.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findUnsellableReason, type GoodsToPropose } from '#contract/orders/order-proposals/goods-to-propose.ts'
import type { ConsoleOrderProposal } from '#contract/orders/order-proposals/shapes.ts'
import type { QuickOrderMatches } from '#contract/orders/quick-order/api.ts'

/** A line as it is typed. The quantity is text, because it may be empty or wrong for a moment. */
export interface DraftLine {
  sku: SkuBrief
  quantity: string
  /** The number of another maker by which it was found. */
  reason?: string | undefined
  /** Why the quantity that was typed could not be read. */
  why?: string
}

/** A row as it was typed: its words, and its quantity if it had one. */
export interface TypedRow {
  text: string
  quantity: string
}

/** A typed or pasted row that no line was made of: somebody has to choose, or to type it again. */
export interface OpenRow {
  rowNo: number
  /** The row as it was typed. */
  text: string
  why: string
  /** `reason`: the number of another maker by which it was found. */
  candidates: { sku: SkuBrief; goodsNum: number | null; reason: string | undefined }[]
}

export interface ProposalDraft {
  lines: readonly DraftLine[]
  open: readonly OpenRow[]
}

export const EMPTY_PROPOSAL_DRAFT: ProposalDraft = { lines: [], open: [] }

/** The rows by which the goods of another proposal are looked up again, at the prices and with the stock of now. */
export const toRowsOfProposal = ({ lines }: Pick<ConsoleOrderProposal, 'lines'>): { rowNo: number; code: string; quantity: string }[] =>
  lines.map(({ sku, skuCode, goodsNum }, at) => ({ rowNo: at + 1, code: sku?.skuCode ?? skuCode, quantity: String(goodsNum) }))

/** The quantity of a line; NaN: it is no whole number. */
export const readDraftQuantity = ({ quantity }: DraftLine): number => (/^\d{1,6}$/.test(quantity.trim()) ? Number(quantity) : Number.NaN)

export const toGoodsToPropose = (line: DraftLine): GoodsToPropose => ({ sku: line.sku, goodsNum: readDraftQuantity(line) })

/** Adds a SKU, or its quantity to the line that is there. Without a quantity the smallest one that can be ordered. */
export function addDraftLine(
  lines: readonly DraftLine[],
  { sku, goodsNum, reason }: { sku: SkuBrief; goodsNum: number | null; reason?: string | undefined },
): DraftLine[] {
  const had = lines.find((line) => line.sku.skuId === sku.skuId)
  if (!had) return [...lines, { sku, quantity: String(goodsNum ?? sku.minimum), reason }]
  const sum = (Number.isNaN(readDraftQuantity(had)) ? 0 : readDraftQuantity(had)) + (goodsNum ?? 0)
  return lines.map((line) => (line === had ? { sku, quantity: String(sum), reason: reason ?? had.reason } : line))
}

/** A line whose typed quantity could not be read: it is left empty, so that somebody types it. */
const addUnreadableLine = (
  lines: readonly DraftLine[],
  { sku, reason, why }: Pick<DraftLine, 'sku' | 'reason'> & { why: string },
): DraftLine[] => [...lines.filter((line) => line.sku.skuId !== sku.skuId), { sku, quantity: '', reason, why }]

const toReason = (found: VisibleCrossReference | null): string | undefined => (found ? formatCrossReferenceReason(found) : undefined)

/**
 * Adds what was found for typed rows. Rows that need a choice are kept beside the lines, with the words that were typed, and so are those of
 * earlier lookups; their numbers go on.
 */
export function addMatchesToDraft(
  draft: ProposalDraft,
  { rows, skus }: QuickOrderMatches,
  typed: ReadonlyMap<number, TypedRow>,
): ProposalDraft {
  const known = new Map(skus.map((sku) => [sku.skuId, sku]))
  let lines = [...draft.lines]
  const open = [...draft.open]
  const before = Math.max(0, ...open.map((row) => row.rowNo))
  for (const { rowNo, status, skuId, goodsNum, candidates, crossReference, why } of rows) {
    const sku = known.get(skuId ?? '')
    const { text = '', quantity = '' } = typed.get(rowNo) ?? {}
    const isUnreadable = goodsNum === null && quantity !== ''
    // The first row of merged ones has the sum of all.
    if (sku && status !== 'MERGED')
      lines = isUnreadable
        ? addUnreadableLine(lines, { sku, reason: toReason(crossReference), why: `${text}：${why ?? ''}` })
        : addDraftLine(lines, { sku, goodsNum, reason: toReason(crossReference) })
    if (sku) continue
    const choices = candidates.flatMap((one) => {
      const found = known.get(one.skuId)
      return found ? [{ sku: found, goodsNum: one.goodsNum, reason: toReason(one.crossReference) }] : []
    })
    open.push({ rowNo: before + rowNo, text, why: why ?? '', candidates: choices })
  }
  return { lines, open }
}

/** Why a draft cannot be sent; undefined: it can. What is out of stock can be sent: the buyer sees the stock of his day. */
export function findDraftFault({ lines, open }: ProposalDraft): string | undefined {
  if (lines.length === 0) return '请至少添加一种商品'
  if (open.length > 0) return `还有 ${open.length} 行没有确定商品，请选择或删除`
  const reasons = lines.map((line) => findUnsellableReason(toGoodsToPropose(line)))
  const bad = reasons.findIndex((reason) => reason !== undefined)
  return bad < 0 ? undefined : `第 ${bad + 1} 行${reasons[bad]}`
}

/** Whether a line cannot be sent: its goods are not sold, or its quantity cannot be ordered. */
export const isLineUnfit = (line: DraftLine): boolean => findUnsellableReason(toGoodsToPropose(line)) !== undefined
