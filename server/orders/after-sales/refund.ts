import { formatGoodsOfLines } from '#contract/catalog/goods/goods-names.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, subtractFen, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { releaseCouponsOfOrders } from '#server/catalog/coupons/public.ts'
import { findMinimumQuantities } from '#server/catalog/goods/public.ts'
import { releaseReservedStock } from '#server/catalog/inventory/public.ts'
import {
  findPaymentAllocationOfOrder,
  readNextRefundNumberOfOrder,
  refundOrderDrawdowns,
  refundUnshippedPartOfOrder,
} from '#server/money/payments/public.ts'
import { recordReversedParcelAmounts, updateAutomaticReceiptDeadline } from '#server/orders/fulfilment/public.ts'
import { releaseGiftsOfUnshippedOrders } from '#server/orders/levels/public.ts'
import {
  applyOrderLineQuantityDeltas,
  computeUnitsLeftToShip,
  formatGoodsOfOrders,
  recordFreightRefund,
  transitionOrders,
} from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { notifyAfterSaleApplicantAndMainUser } from './after-sale-entries.ts'
import { type AfterSaleRef, updateRequestedAfterSaleLineRow } from './after-sale-store.ts'
import {
  type AfterSaleWithOrder,
  applyAfterSaleTransition,
  lockOrderAndAfterSale,
  requireAfterSaleVerbAllowedForStaff,
} from './after-sale-transitions.ts'
import { type AfterSaleRefundQuote, REFUNDED_BY_DISPUTE_TEXT } from './claimable-units.ts'
import { readRefundQuoteOfAcceptedUnits } from './decide-after-sale.ts'

/** Returns refunded unshipped units to stock, and records for each line the refunded units and amount. */
async function settleUnits(
  tx: Tx,
  moment: Moment,
  { afterSale, order, lines, asked }: AfterSaleWithOrder,
  { lines: priced }: AfterSaleRefundQuote,
): Promise<void> {
  const unsent = priced.filter(({ stage }) => stage === 'unsent')
  const back = unsent.map(({ lineNo, quantity }) => ({ skuId: lines.find((line) => line.lineNo === lineNo)?.skuId ?? '', quantity }))
  const skuIds = await releaseReservedStock(tx, moment, back, findMinimumQuantities(tx, back))
  await publishEvents(tx, moment, [
    ...(skuIds.length > 0 ? [{ topic: 'stock.changed', payload: { skuIds } } as const] : []),
    ...(unsent.length > 0 ? [{ topic: 'order.reduced', enterpriseId: order.enterpriseId, payload: { orderId: order.id } } as const] : []),
  ])
  const changes = priced.map(({ lineNo, stage, quantity, amountFen }) =>
    stage === 'unsent'
      ? { lineNo, heldBack: -quantity, dropped: quantity, droppedFen: amountFen }
      : { lineNo, claimed: -quantity, returned: quantity, returnedFen: amountFen },
  )
  await applyOrderLineQuantityDeltas(tx, order, changes)
  for (const line of asked) {
    const refundFen = priced.find(({ lineNo, stage }) => lineNo === line.lineNo && stage === line.stage)?.amountFen ?? ZERO_FEN
    await updateRequestedAfterSaleLineRow(tx, afterSale, { ...line, refundFen })
  }
}

/** If no paid goods are shipped, the gifts of the order are not shipped either. */
async function dropGifts(tx: Tx, moment: Moment, { order, lines }: AfterSaleWithOrder): Promise<void> {
  const gifts = lines.filter((line) => line.giftId !== null).map((line) => ({ ...line, left: computeUnitsLeftToShip(line) }))
  if (gifts.length === 0) return
  const back = gifts.map(({ skuId, left }) => ({ skuId, quantity: left }))
  const skuIds = await releaseReservedStock(tx, moment, back, findMinimumQuantities(tx, back))
  if (skuIds.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
  await applyOrderLineQuantityDeltas(
    tx,
    order,
    gifts.map(({ lineNo, left }) => ({ lineNo, dropped: left })),
  )
}

/** Sends the money back. For an order on credit, the hold of unshipped units is released, and the debt of shipped units is reduced. */
async function sendMoney(
  tx: Tx,
  moment: Moment,
  { afterSale, order, lines }: AfterSaleWithOrder,
  quote: AfterSaleRefundQuote,
): Promise<void> {
  const { enterpriseId, id: orderId, method } = order
  const refunded = lines.filter(({ lineNo }) => quote.lines.some((one) => one.lineNo === lineNo))
  // Freight alone is refunded for the whole order.
  const title = refunded.length > 0 ? formatGoodsOfLines(refunded) : formatGoodsOfOrders([order])
  const seq = await readNextRefundNumberOfOrder(tx, enterpriseId, orderId)
  const back = { enterpriseId, orderId, title, afterSaleId: afterSale.id }
  if (method !== 'credit') return refundUnshippedPartOfOrder(tx, moment, { ...back, amountFen: quote.totalFen, seq })
  if (quote.parts.length > 0) {
    const parts = await recordReversedParcelAmounts(tx, enterpriseId, quote.parts)
    await refundOrderDrawdowns(tx, moment, { ...back, amountFen: subtractFen(quote.totalFen, quote.unsentFen), seq, parts })
  }
  await refundUnshippedPartOfOrder(tx, moment, { ...back, amountFen: quote.unsentFen, seq: seq + 1 })
}

/**
 * Returns the transition of an order with nothing left to ship: cancelled if nothing was ever shipped, else completely shipped. undefined:
 * no transition.
 */
function nextVerb({ order, lines }: AfterSaleWithOrder, quote: AfterSaleRefundQuote): 'refundAll' | 'refundRest' | undefined {
  const dropped = (lineNo: number) => quote.lines.find((one) => one.lineNo === lineNo && one.stage === 'unsent')?.quantity ?? 0
  const begun = order.state !== 'WAIT_SEND'
  const nothingLeft = lines.every(
    (line) => line.shipped + line.dropped + dropped(line.lineNo) === line.quantity || (line.giftId !== null && !begun),
  )
  if (!nothingLeft || (order.state !== 'WAIT_SEND' && order.state !== 'PART_SENT')) return undefined
  return order.state === 'WAIT_SEND' ? 'refundAll' : 'refundRest'
}

/**
 * Creates red letters for the invoices of refunded orders. It is passed in, because invoices are a higher module than orders. `reason` is
 * the number that the tax authority uses.
 */
export type CreateInvoiceRedLettersFunction = (
  tx: Tx,
  moment: Moment,
  refund: { enterpriseId: string; orderIds: readonly string[]; reason: '02' | '04'; note: string },
) => Promise<void>

/**
 * 退款: refunds the units that were agreed, or that the inspection accepted, by the original payment method. An amount that a dispute has
 * taken back meanwhile is not refunded again, so the refund can be zero. `amountFen` is the amount that the person has seen. Refuses
 * AFTER_SALE_AMOUNT if it has changed, AFTER_SALE_NO_MONEY, REFUND_TOO_MUCH.
 */
export async function refundAfterSale(
  tx: Tx,
  moment: Moment,
  {
    staffId,
    amountFen,
    reduceInvoices,
    ...ref
  }: AfterSaleRef & { staffId: string; amountFen: Fen; reduceInvoices: CreateInvoiceRedLettersFunction },
): Promise<{ refunded: Fen }> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'refund')
  const { afterSale, order } = opened
  const quote = await readRefundQuoteOfAcceptedUnits(tx, opened)
  if (quote.totalFen === 0 && quote.takenFen === 0) refuse('AFTER_SALE_NO_MONEY')
  if (quote.totalFen !== amountFen)
    refuse('AFTER_SALE_AMOUNT', {
      msg: `应退 ${formatMoney(quote.totalFen)}，提交的是 ${formatMoney(amountFen)}，请核对后重新提交`,
      due: toYuan(quote.totalFen),
    })
  if (!(await findPaymentAllocationOfOrder(tx, order.enterpriseId, order.id))) refuse('REFUND_TOO_MUCH')
  const verb = nextVerb(opened, quote)
  if (verb === 'refundAll') await releaseCouponsOfOrders(tx, [order])
  if (verb === 'refundAll') await releaseGiftsOfUnshippedOrders(tx, [order])
  await settleUnits(tx, moment, opened, quote)
  if (verb === 'refundAll') await dropGifts(tx, moment, opened)
  if (quote.freightFen > 0) await recordFreightRefund(tx, order, quote.freightFen)
  await sendMoney(tx, moment, opened, quote)
  const reason = afterSale.type === 'RETURN' ? '02' : '04'
  const note = `售后 ${afterSale.afterSaleNo} 退款`
  await reduceInvoices(tx, moment, { enterpriseId: order.enterpriseId, orderIds: [order.id], reason, note })
  const taken = quote.takenFen > 0 ? `；${formatMoney(quote.takenFen)} ${REFUNDED_BY_DISPUTE_TEXT}` : ''
  const amountText = `${formatMoney(quote.totalFen)}${taken}`
  const actor = { kind: 'staff', staffId } as const
  await applyAfterSaleTransition(tx, moment, opened, {
    verb: 'refund',
    actor,
    text: `退款 ${amountText}`,
    change: { refundFen: quote.totalFen },
  })
  if (verb !== undefined) await transitionOrders(tx, moment, [order], { verb, actor })
  if (verb === 'refundRest')
    await updateAutomaticReceiptDeadline(tx, moment, { ...order, state: 'SENT', stateAt: moment.now, receiveBy: null })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale,
    order,
    says: createMessageTextWithValues('afterSaleRefunded', { number: afterSale.afterSaleNo, amount: amountText }),
  })
  return { refunded: quote.totalFen }
}
