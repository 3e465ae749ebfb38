// Compares the lines of an invoice with the locked purchase orders that they name (decision 530).
import {
  computeNetAmount,
  findInvoicedAmountFault,
  isSupplierInvoiceLineDifferent,
  matchSupplierInvoiceLine,
  type SupplierInvoiceLineMatch,
} from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoiceLineInput } from '#contract/catalog/supplier-invoices/shapes.ts'
import { type BasisPoints, type Fen, INPUT_AMOUNT_MAX, multiplyFenCapped } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type LockedPurchaseOrder,
  lockPurchaseOrders,
  type PurchaseOrderLineWithUnits,
  readLinesOfPurchaseOrders,
} from '#server/catalog/purchase-orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'

export interface MatchedLine extends SupplierInvoiceLineInput {
  orderedFen: Fen
  orderedNetFen: Fen
  orderedRateBp: BasisPoints
  match: SupplierInvoiceLineMatch
}

export interface MatchedSupplierInvoice {
  lines: MatchedLine[]
  shopIds: string[]
  isDifferent: boolean
  /** Whether all its units came and are on no other invoice. */
  holdsUnits: boolean
}

interface Typed {
  supplierId: string
  lines: readonly SupplierInvoiceLineInput[]
  /** Whether the units of the lines are counted as invoiced now, by this invoice. */
  holdsUnits: boolean
  toleranceBp: BasisPoints
  staffId: string
}

/** Why a line cannot be on an invoice of a supplier; undefined: it can. */
function findFault(
  line: SupplierInvoiceLineInput,
  order: LockedPurchaseOrder | undefined,
  { supplierId, ordered }: { supplierId: string; ordered: PurchaseOrderLineWithUnits | undefined },
): string | undefined {
  if (!order || !ordered) return '采购单里没有这一行'
  if (order.supplierId !== supplierId) return `采购单 ${order.orderNo} 是另一个供应商的`
  if (order.state === 'DRAFT' || order.state === 'CANCELLED') return `采购单 ${order.orderNo} 没有下单或已取消`
  if (multiplyFenCapped(ordered.priceFen, line.quantity) >= INPUT_AMOUNT_MAX) return '数量过大，请核对'
  return findInvoicedAmountFault(line)
}

/**
 * Locks the purchase orders of lines, and compares each line with what was ordered and came. Refuses PURCHASE_ORDER_NOT_FOUND, and
 * SUPPLIER_INVOICE_LINES with the reason of every wrong line (`rows`, from 1).
 */
export async function lockOrdersAndMatch(
  tx: Tx,
  { supplierId, lines, holdsUnits, toleranceBp, staffId }: Typed,
): Promise<MatchedSupplierInvoice> {
  const orders = await lockPurchaseOrders(tx, { ids: lines.map(({ purchaseOrderId }) => purchaseOrderId), staffId })
  const known = new Map(
    (await readLinesOfPurchaseOrders(tx, [...orders.keys()])).map((line) => [`${line.purchaseOrderId} ${line.lineNo}`, line]),
  )
  const faults: { row: number; text: string }[] = []
  const matched = lines.flatMap((line, at): MatchedLine[] => {
    const order = orders.get(line.purchaseOrderId)
    const ordered = known.get(`${line.purchaseOrderId} ${line.orderLineNo}`)
    const fault = findFault(line, order, { supplierId, ordered })
    if (fault !== undefined || !order || !ordered) {
      faults.push({ row: at + 1, text: fault ?? '' })
      return []
    }
    const elsewhere = ordered.invoiced - (holdsUnits ? line.quantity : 0)
    const open = { orderedOpen: ordered.quantity - elsewhere, receivedOpen: ordered.received - elsewhere }
    const terms = { orderedPrice: ordered.priceFen, orderedTaxRate: order.rateBp }
    const orderedFen = multiplyFenCapped(ordered.priceFen, line.quantity)
    const facts = { orderedFen, orderedNetFen: computeNetAmount(orderedFen, order.rateBp), orderedRateBp: order.rateBp }
    return [Object.assign({ match: matchSupplierInvoiceLine(Object.assign(terms, open, line), toleranceBp) }, facts, line)]
  })
  if (faults.length > 0) {
    const msg = faults.map(({ row, text }) => `第 ${row} 行：${text}`).join('；')
    refuse('SUPPLIER_INVOICE_LINES', { msg, rows: faults, field: 'lines' })
  }
  return {
    lines: matched,
    shopIds: [...new Set([...orders.values()].map(({ shopId }) => shopId))],
    isDifferent: matched.some(({ match }) => isSupplierInvoiceLineDifferent(match)),
    holdsUnits: matched.every(({ match }) => match.overReceived === 0),
  }
}
