import { createTextMessage } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, subtract, toYuan, ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { releaseCoupons } from '#server/catalog/coupons/public.ts'
import { addMinimums } from '#server/catalog/goods/public.ts'
import { releaseStock } from '#server/catalog/inventory/public.ts'
import { findAllocation, nextRefundSeq, refundOrder, refundOrderDrawdowns } from '#server/money/payments/public.ts'
import { recordParcelReversals } from '#server/orders/fulfilment/public.ts'
import { releaseGifts } from '#server/orders/levels/public.ts'
import { changeUnits, computeUnitsToShip, recordFreightRefund, transitionOrders } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publish } from '#server/platform/core/outbox.ts'
import { type AfterSaleRef, updateRequestedLine } from './after-sale-store.ts'
import { REFUNDED_BY_DISPUTE_TEXT, type RefundQuote } from './claimable-units.ts'
import { computeCaseRefundQuote } from './decide.ts'
import { notifyBuyer } from './history.ts'
import { type AfterSaleCase, applyTransition, lockAfterSaleCase, requireTransition } from './transitions.ts'

/** What is refunded before it left goes back on the shelf; of every line it is noted how many units came to how much. */
async function settleUnits(
  tx: Tx,
  moment: Moment,
  { afterSale, order, lines, asked }: AfterSaleCase,
  { lines: priced }: RefundQuote,
): Promise<void> {
  const unsent = priced.filter(({ stage }) => stage === 'unsent')
  const back = unsent.map(({ lineNo, quantity }) => ({ skuId: lines.find((line) => line.lineNo === lineNo)?.skuId ?? '', quantity }))
  const skuIds = await releaseStock(tx, await addMinimums(tx, back))
  if (skuIds.length > 0) await publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
  const changes = priced.map(({ lineNo, stage, quantity, amountFen }) =>
    stage === 'unsent'
      ? { lineNo, heldBack: -quantity, dropped: quantity, droppedFen: amountFen }
      : { lineNo, claimed: -quantity, returned: quantity, returnedFen: amountFen },
  )
  await changeUnits(tx, order, changes)
  for (const line of asked) {
    const refundFen = priced.find(({ lineNo, stage }) => lineNo === line.lineNo && stage === line.stage)?.amountFen ?? ZERO
    await updateRequestedLine(tx, afterSale, { ...line, refundFen })
  }
}

/** Where nothing that was paid for is sent, the gifts that went with it are not sent either. */
async function dropGifts(tx: Tx, moment: Moment, { order, lines }: AfterSaleCase): Promise<void> {
  const gifts = lines.filter((line) => line.giftId !== null).map((line) => ({ ...line, left: computeUnitsToShip(line) }))
  if (gifts.length === 0) return
  const back = gifts.map(({ skuId, left }) => ({ skuId, quantity: left }))
  const skuIds = await releaseStock(tx, await addMinimums(tx, back))
  if (skuIds.length > 0) await publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds } }])
  await changeUnits(
    tx,
    order,
    gifts.map(({ lineNo, left }) => ({ lineNo, dropped: left })),
  )
}

/** The way back: of an order on credit what has not left is released, and what has is taken off the months that drew it. */
async function sendMoney(tx: Tx, moment: Moment, { afterSale, order }: AfterSaleCase, quote: RefundQuote): Promise<void> {
  const { enterpriseId, id: orderId, firstGoods: title, method } = order
  const seq = await nextRefundSeq(tx, enterpriseId, orderId)
  const back = { enterpriseId, orderId, title, afterSaleId: afterSale.id }
  if (method !== 'credit') return refundOrder(tx, moment, { ...back, amountFen: quote.totalFen, seq })
  if (quote.parts.length > 0) {
    const parts = await recordParcelReversals(tx, enterpriseId, quote.parts)
    await refundOrderDrawdowns(tx, moment, { ...back, amountFen: subtract(quote.totalFen, quote.unsentFen), seq, parts })
  }
  await refundOrder(tx, moment, { ...back, amountFen: quote.unsentFen, seq: seq + 1 })
}

/** How an order moves on of which nothing is left to send: cancelled where nothing ever left, else on its way as a whole; undefined: it stays. */
function nextVerb({ order, lines }: AfterSaleCase, quote: RefundQuote): 'refundAll' | 'refundRest' | undefined {
  const dropped = (lineNo: number) => quote.lines.find((one) => one.lineNo === lineNo && one.stage === 'unsent')?.quantity ?? 0
  const begun = order.state !== 'WAIT_SEND'
  const nothingLeft = lines.every(
    (line) => line.shipped + line.dropped + dropped(line.lineNo) === line.quantity || (line.giftId !== null && !begun),
  )
  if (!nothingLeft || (order.state !== 'WAIT_SEND' && order.state !== 'PART_SENT')) return undefined
  return order.state === 'WAIT_SEND' ? 'refundAll' : 'refundRest'
}

/** Has the invoices of refunded orders reduced by red letters. Handed in, because invoices stand above orders. `reason`: as the tax authority numbers them. */
export type ReduceInvoices = (
  tx: Tx,
  moment: Moment,
  refund: { enterpriseId: string; orderIds: readonly string[]; reason: '02' | '04'; note: string },
) => Promise<void>

/**
 * 退款: the money of what was agreed to, or accepted at the inspection, goes back the way it came. What a dispute took back meanwhile does
 * not come back twice: the case is then over with what is left, be it nothing. `amountFen` is what whoever presses has seen; where it is no
 * longer that, AFTER_SALE_AMOUNT. Refuses AFTER_SALE_NO_MONEY, REFUND_TOO_MUCH.
 */
export async function refundAfterSale(
  tx: Tx,
  moment: Moment,
  { staffId, amountFen, reduceInvoices, ...ref }: AfterSaleRef & { staffId: string; amountFen: Fen; reduceInvoices: ReduceInvoices },
): Promise<{ refunded: Fen }> {
  const opened = await lockAfterSaleCase(tx, ref)
  requireTransition(opened, 'refund')
  const { afterSale, order } = opened
  const quote = await computeCaseRefundQuote(tx, opened)
  if (quote.totalFen === 0 && quote.takenFen === 0) refuse('AFTER_SALE_NO_MONEY')
  if (quote.totalFen !== amountFen)
    refuse('AFTER_SALE_AMOUNT', {
      msg: `应退 ${formatMoney(quote.totalFen)}，提交的是 ${formatMoney(amountFen)}，请核对后重新提交`,
      due: toYuan(quote.totalFen),
    })
  if (!(await findAllocation(tx, order.enterpriseId, order.id))) refuse('REFUND_TOO_MUCH')
  const verb = nextVerb(opened, quote)
  if (verb === 'refundAll') await releaseCoupons(tx, [order])
  if (verb === 'refundAll') await releaseGifts(tx, [order])
  await settleUnits(tx, moment, opened, quote)
  if (verb === 'refundAll') await dropGifts(tx, moment, opened)
  if (quote.freightFen > 0) await recordFreightRefund(tx, order, quote.freightFen)
  await sendMoney(tx, moment, opened, quote)
  const reason = afterSale.type === 'RETURN' ? '02' : '04'
  const note = `售后 ${afterSale.afterSaleNo} 退款`
  await reduceInvoices(tx, moment, { enterpriseId: order.enterpriseId, orderIds: [order.id], reason, note })
  const taken = quote.takenFen > 0 ? `；${formatMoney(quote.takenFen)} ${REFUNDED_BY_DISPUTE_TEXT}` : ''
  const said = `${formatMoney(quote.totalFen)}${taken}`
  const actor = { kind: 'staff', staffId } as const
  await applyTransition(tx, moment, opened, { verb: 'refund', actor, text: `退款 ${said}`, change: { refundFen: quote.totalFen } })
  if (verb !== undefined) await transitionOrders(tx, moment, [order], { verb, actor })
  await notifyBuyer(tx, moment, {
    afterSale,
    order,
    says: createTextMessage('afterSaleRefunded', { number: afterSale.afterSaleNo, amount: said }),
  })
  return { refunded: quote.totalFen }
}
