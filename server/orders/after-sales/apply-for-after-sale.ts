import { afterSaleTypes } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import type { AfterSaleRefundPreview } from '#contract/orders/after-sales/shapes.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  applyOrderLineQuantityDeltas,
  findOrder,
  type Order,
  recordOrderEventWithoutTransition,
  requireLockedOrder,
  setOrderAfterSaleOpen,
} from '#server/orders/orders/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { addAfterSaleHistoryEntry, notifyAfterSaleApplicantAndMainUser } from './after-sale-entries.ts'
import { type AfterSaleRef, insertAfterSale, updateRequestedAfterSaleLineRow } from './after-sale-store.ts'
import { applyAfterSaleTransition, lockOrderAndAfterSale } from './after-sale-transitions.ts'
import {
  type AfterSaleRefundQuote,
  readUnitsClaimableInAfterSale,
  requireAfterSaleReasonAllowed,
  requireUnitsClaimableInAfterSale,
  toRefundPreviewOutput,
} from './claimable-units.ts'
import { readRefundQuote } from './decide-after-sale.ts'

export interface AfterSaleApplicant {
  enterpriseId: string
  userId: string
}

type RefundRequest = Pick<InputOf<typeof afterSaleEndpoints.apply>, 'type' | 'lines' | 'freight'>

/** A refund or a return needs an amount above zero; an exchange does not. */
const requireRefundAmount = (type: RefundRequest['type'], { totalFen }: AfterSaleRefundQuote): void => {
  if (type !== 'EXCHANGE' && totalFen === 0) refuse('AFTER_SALE_NO_MONEY')
}

/** Computes what a request would refund and where the money would go. */
export async function previewAfterSaleRefund(
  db: Db,
  moment: Moment,
  { enterpriseId, orderNo, ...request }: RefundRequest & { enterpriseId: string; orderNo: string },
): Promise<AfterSaleRefundPreview> {
  const order = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
  const found = await readUnitsClaimableInAfterSale(db, moment, order)
  requireUnitsClaimableInAfterSale(found, request)
  const lines = found.lines.map(({ line }) => line)
  const quote = await readRefundQuote(db, order, lines, {
    units: request.lines,
    freightFen: request.freight ? found.freightLeftFen : ZERO_FEN,
  })
  requireRefundAmount(request.type, quote)
  return toRefundPreviewOutput(order.method, request.type === 'EXCHANGE' ? null : quote)
}

/**
 * Applies for an after-sale. Requested units that were not shipped yet are held back until staff decide; the rest of the order continues.
 */
export async function applyForAfterSale(
  tx: Tx,
  moment: Moment,
  { applicant, input }: { applicant: AfterSaleApplicant; input: InputOf<typeof afterSaleEndpoints.apply> },
): Promise<{ id: string; afterSaleNo: string }> {
  const { enterpriseId, userId } = applicant
  const { orderNo, type, freight, reason, description, pictures } = input
  const order = await requireLockedOrder(tx, { enterpriseId, orderNo })
  const found = await readUnitsClaimableInAfterSale(tx, moment, order)
  requireUnitsClaimableInAfterSale(found, input)
  requireAfterSaleReasonAllowed(found, input)
  const lines = found.lines.map(({ line }) => line)
  requireRefundAmount(
    type,
    await readRefundQuote(tx, order, lines, { units: input.lines, freightFen: freight ? found.freightLeftFen : ZERO_FEN }),
  )
  const changes = input.lines.map(({ lineNo, stage, quantity }) =>
    stage === 'unsent' ? { lineNo, heldBack: quantity } : { lineNo, claimed: quantity },
  )
  await applyOrderLineQuantityDeltas(tx, order, changes)
  await setOrderAfterSaleOpen(tx, moment, order, true)
  const id = moment.newId()
  for (const fileId of pictures) await bindFile(tx, { ...applicant, fileId, purpose: 'afterSale', boundTo: `after-sale:${id}` })
  const { id: orderId } = order
  const asked = { id, enterpriseId, orderId, userId, type, reason, description, freightAsked: freight, pictures, lines: input.lines }
  const afterSaleNo = await insertAfterSale(tx, moment, asked)
  const actor = { kind: 'member', userId } as const
  await addAfterSaleHistoryEntry(tx, moment, { enterpriseId, id }, { verb: 'apply', actor, text: reason })
  await recordOrderEventWithoutTransition(tx, moment, order, {
    verb: 'afterSale',
    actor,
    note: `${afterSaleNo} 申请${afterSaleTypes[type].label}`,
  })
  return { id, afterSaleNo }
}

/** Units of an exchange order that will not be shipped or came back, so the first after-sale has to be processed again. */
export interface FailedExchangeInput {
  order: Order
  units: readonly { lineNo: number; quantity: number }[]
  /** EXCHANGE: exchange again, or refund if staff choose so; RETURN: refund. */
  type: 'EXCHANGE' | 'RETURN'
  staffId: string
  why: string
}

/** Every chain of exchanges starts with an order that was bought. A refund belongs to that order, however often goods were exchanged. */
const isBegun = ({ order, type }: Pick<FailedExchangeInput, 'order' | 'type'>) => type === 'EXCHANGE' || order.afterSaleId === null

/**
 * Opens a new after-sale for exchanged goods that did not arrive, and returns it; the caller has locked the exchange order. The original
 * goods are already in the warehouse, so it starts in the state inspected (已验收). It belongs to the order that was paid, so no more than the
 * paid amount can be refunded.
 */
export async function createAfterSaleOfFailedExchange(
  tx: Tx,
  moment: Moment,
  { order: anew, units, type, staffId, why }: FailedExchangeInput,
): Promise<AfterSaleRef> {
  const { enterpriseId } = anew
  const {
    afterSale: before,
    order,
    asked,
  } = await lockOrderAndAfterSale(tx, { enterpriseId, id: anew.afterSaleId ?? refuse('AFTER_SALE_NOT_FOUND') })
  // The lines of an exchange order are the accepted lines of its after-sale, in the same order.
  const accepted = asked.filter((line) => line.accepted > 0)
  const back = units.flatMap(({ lineNo, quantity }) => accepted.slice(lineNo - 1, lineNo).map((line) => ({ ...line, quantity })))
  const begun = isBegun({ order, type })
  await applyOrderLineQuantityDeltas(
    tx,
    order,
    back.map(({ lineNo, quantity }) => ({ lineNo, exchanged: -quantity, ...(begun ? { claimed: quantity } : { returned: quantity }) })),
  )
  const actor = { kind: 'staff', staffId } as const
  if (!begun) return createAfterSaleOfFailedExchange(tx, moment, { order, units: back, type, staffId, why })
  await setOrderAfterSaleOpen(tx, moment, order, true)
  const ref = { enterpriseId, id: moment.newId() }
  const lines = back.map(({ lineNo, stage, quantity }) => ({ lineNo, stage, quantity }))
  const { userId, reason } = before
  const asking = { ...ref, orderId: order.id, userId, type, reason, description: why, freightAsked: false, pictures: [], lines }
  const afterSaleNo = await insertAfterSale(tx, moment, asking)
  for (const { quantity, restocked, ...line } of back)
    await updateRequestedAfterSaleLineRow(tx, ref, {
      ...line,
      accepted: quantity,
      restocked: Math.min(restocked, quantity),
      refundFen: ZERO_FEN,
    })
  await addAfterSaleHistoryEntry(tx, moment, before, { verb: 'say', actor, text: `${why}，由售后单 ${afterSaleNo} 继续处理` })
  const opened = await lockOrderAndAfterSale(tx, ref)
  await applyAfterSaleTransition(tx, moment, opened, { verb: 'reopen', actor, text: `${why}，原售后单 ${before.afterSaleNo}` })
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'afterSale', actor, note: `${afterSaleNo} ${why}` })
  const next = type === 'EXCHANGE' ? '客服将重新换货或改为退款' : '财务正在退款'
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale: opened.afterSale,
    order,
    says: createMessageTextWithValues('exchangeFailed', { number: afterSaleNo, reason: why, next }),
  })
  return ref
}
