import { afterSaleTypes, RETURN_SEND_BACK_DAYS } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import { createMessageTextWithValues as phrase } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, formatMoney, minFen, subtractFen, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { distributeReversalOverParcels } from '#server/orders/fulfilment/public.ts'
import type { Order, OrderLineRow } from '#server/orders/orders/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors, returnFalseIfRefused } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { addAfterSaleHistoryEntry, notifyAfterSaleApplicantAndMainUser } from './after-sale-entries.ts'
import { type AfterSaleRef, listReturnRefsNotSentInTime, updateRequestedAfterSaleLineRow } from './after-sale-store.ts'
import {
  type AfterSaleWithOrder,
  applyAfterSaleTransition,
  lockOrderAndAfterSale,
  releaseUnitsRequestedInAfterSale,
  requireAfterSaleVerbAllowed,
  requireAfterSaleVerbAllowedForStaff,
} from './after-sale-transitions.ts'
import { type AfterSaleRefundQuote, computeUnitsRefundQuote, type RequestedUnits } from './claimable-units.ts'

type Approval = InputOf<typeof consoleAfterSaleEndpoints.approve> & { staffId: string }

/** Returns the accepted units of each line. A line that staff do not name is accepted completely. */
function acceptedOf({ asked, lines: ordered }: AfterSaleWithOrder, given: Approval['lines']) {
  for (const { lineNo, stage } of given)
    if (!asked.some((one) => one.lineNo === lineNo && one.stage === stage))
      refuse('AFTER_SALE_TOO_MANY', { msg: `第 ${lineNo} 行没有申请售后`, lineNo })
  return asked.map((line) => {
    const accepted = given.find(({ lineNo, stage }) => lineNo === line.lineNo && stage === line.stage)?.quantity ?? line.asked
    const name = ordered.find(({ lineNo }) => lineNo === line.lineNo)?.goodsName ?? ''
    if (accepted > line.asked)
      refuse('AFTER_SALE_TOO_MANY', { msg: `「${name}」申请 ${line.asked}，最多同意 ${line.asked}`, most: line.asked })
    return { ...line, accepted }
  })
}

/**
 * 同意: staff accept all or a part of the requested units, and a part of the freight if they say so. The units that are not accepted are
 * released.
 */
export async function approveAfterSale(
  tx: Tx,
  moment: Moment,
  { staffId, lines: approvedLines, freight, note, ...ref }: Approval,
): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'approve')
  const { afterSale, order, lines } = opened
  const accepted = acceptedOf(opened, approvedLines)
  const units = accepted
    .map(({ lineNo, stage, accepted: quantity }) => ({ lineNo, stage, quantity }))
    .filter(({ quantity }) => quantity > 0)
  const freightFen = afterSale.type === 'EXCHANGE' ? ZERO_FEN : freight
  const freightLeft = subtractFen(order.freightFen, order.freightRefundedFen)
  if (freightFen > freightLeft)
    refuse('AFTER_SALE_TOO_MANY', {
      msg: `运费最多还可退 ${formatMoney(freightLeft, { grouped: false, decimals: 'fewest' })}`,
      most: toYuan(freightLeft),
    })
  if (units.length === 0 && freightFen === 0) refuse('AFTER_SALE_TOO_MANY', { msg: '同意的数量全部为 0，请改为驳回并说明原因' })
  const money = async () => (await readRefundQuote(tx, order, lines, { units, freightFen })).totalFen > 0
  if (afterSale.type !== 'EXCHANGE' && !(await money())) refuse('AFTER_SALE_NO_MONEY')
  await releaseUnitsRequestedInAfterSale(
    tx,
    order,
    accepted.map((line) => ({ ...line, accepted: line.asked - line.accepted })),
  )
  for (const line of accepted) await updateRequestedAfterSaleLineRow(tx, ref, line)
  const actor = { kind: 'staff', staffId } as const
  await applyAfterSaleTransition(tx, moment, opened, { verb: 'approve', actor, text: note, change: { freightFen } })
  const next = afterSale.type === 'REFUND' ? '正在为您退款' : `请在 ${RETURN_SEND_BACK_DAYS} 天内寄回商品并填写退货物流`
  const says = phrase('afterSaleApproved', { number: afterSale.afterSaleNo, type: afterSaleTypes[afterSale.type].label, next })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, { afterSale, order, says })
}

/**
 * Computes the current refund of the given units. For units shipped on credit it is at most what disputes have left of the drawdowns of the
 * parcels.
 */
export async function readRefundQuote(
  db: Db,
  order: Order,
  lines: readonly OrderLineRow[],
  request: { units: readonly RequestedUnits[]; freightFen: Fen },
): Promise<AfterSaleRefundQuote> {
  const quote = computeUnitsRefundQuote(order, lines, request)
  const sentFen = subtractFen(quote.totalFen, quote.unsentFen)
  if (order.method !== 'credit' || sentFen === 0) return quote
  const sent = quote.lines.filter(({ stage }) => stage === 'sent').map(({ lineNo, amountFen }) => ({ lineNo, amountFen }))
  const sentFreightFen = subtractFen(sentFen, sum(sent.map(({ amountFen }) => amountFen)))
  const back = [...sent, { lineNo: null, amountFen: sentFreightFen }]
  const parts = await distributeReversalOverParcels(db, { enterpriseId: order.enterpriseId, orderId: order.id, back })
  const borne = (of: number | null) => sum(parts.filter(({ lineNo }) => lineNo === of).map(({ amountFen }) => amountFen))
  const takenFen = subtractFen(sentFen, sum(parts.map(({ amountFen }) => amountFen)))
  return {
    ...quote,
    parts,
    takenFen,
    totalFen: subtractFen(quote.totalFen, takenFen),
    lines: quote.lines.map((line) => (line.stage === 'sent' ? { ...line, amountFen: borne(line.lineNo) } : line)),
    freightFen: sentFreightFen > 0 ? borne(null) : quote.freightFen,
  }
}

/** Computes the refund of the accepted units of a case. The freight is at most what is left of it. */
export async function readRefundQuoteOfAcceptedUnits(
  db: Db,
  { afterSale, order, lines, asked }: AfterSaleWithOrder,
): Promise<AfterSaleRefundQuote> {
  const units = asked.map(({ lineNo, stage, accepted: quantity }) => ({ lineNo, stage, quantity })).filter(({ quantity }) => quantity > 0)
  const freightLeft = subtractFen(order.freightFen, order.freightRefundedFen)
  const wanted = afterSale.state === 'APPLIED' && afterSale.freightAsked ? freightLeft : afterSale.freightFen
  return readRefundQuote(db, order, lines, { units, freightFen: minFen(wanted, freightLeft) })
}

/** 驳回: releases all requested units. */
export async function rejectAfterSale(
  tx: Tx,
  moment: Moment,
  { staffId, reason, ...ref }: AfterSaleRef & { staffId: string; reason: string },
): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  await requireAfterSaleVerbAllowedForStaff(tx, moment, opened, 'reject')
  const { afterSale, order, asked } = opened
  await releaseUnitsRequestedInAfterSale(tx, order, asked)
  await applyAfterSaleTransition(tx, moment, opened, { verb: 'reject', actor: { kind: 'staff', staffId }, text: reason })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale,
    order,
    says: phrase('afterSaleRejected', { number: afterSale.afterSaleNo, reason }),
  })
}

/** 撤销申请, as long as nothing was sent back and nothing was refunded. */
export async function withdrawAfterSale(tx: Tx, moment: Moment, { userId, ...ref }: AfterSaleRef & { userId: string }): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  requireAfterSaleVerbAllowed(opened, 'withdraw')
  await releaseUnitsRequestedInAfterSale(tx, opened.order, opened.asked)
  await applyAfterSaleTransition(tx, moment, opened, { verb: 'withdraw', actor: { kind: 'member', userId }, text: '' })
}

async function expireReturn(tx: Tx, moment: Moment, ref: AfterSaleRef): Promise<void> {
  const opened = await lockOrderAndAfterSale(tx, ref)
  requireAfterSaleVerbAllowed(opened, 'expireReturn')
  const { afterSale, order, asked } = opened
  await releaseUnitsRequestedInAfterSale(tx, order, asked)
  const text = `${RETURN_SEND_BACK_DAYS} 天内没有寄回商品，售后已关闭`
  await applyAfterSaleTransition(tx, moment, opened, { verb: 'expireReturn', actor: { kind: 'clock' }, text })
  await notifyAfterSaleApplicantAndMainUser(tx, moment, {
    afterSale,
    order,
    says: phrase('afterSaleLapsed', { number: afterSale.afterSaleNo, reason: text }),
  })
}

/**
 * Closes each agreed return whose goods were not sent in time, in one transaction each. A case that somebody has moved meanwhile is
 * skipped. Returns how many were closed.
 */
export async function closeReturnsNotSentInTime(db: Db, moment: Moment): Promise<number> {
  const due = await listReturnRefsNotSentInTime(db, addHours(moment.now, -RETURN_SEND_BACK_DAYS * 24))
  return forEachCollectingErrors(due, (ref) => returnFalseIfRefused(runInTransaction(db, (tx) => expireReturn(tx, moment, ref))))
}

const SAYINGS_MAX = 300

/** Adds a message of one side to the history. A message to the buyer is also sent as a notification. Refuses AFTER_SALE_MESSAGES_FULL. */
export async function addAfterSaleMessage(
  tx: Tx,
  moment: Moment,
  { text, by, ...ref }: AfterSaleRef & { text: string; by: { userId: string } | { staffId: string } },
): Promise<void> {
  const { afterSale, order } = await lockOrderAndAfterSale(tx, ref)
  if (afterSale.entries >= SAYINGS_MAX) refuse('AFTER_SALE_MESSAGES_FULL')
  const actor = 'userId' in by ? ({ kind: 'member', userId: by.userId } as const) : ({ kind: 'staff', staffId: by.staffId } as const)
  await addAfterSaleHistoryEntry(tx, moment, ref, { verb: 'say', actor, text })
  if (actor.kind === 'staff')
    await notifyAfterSaleApplicantAndMainUser(tx, moment, {
      afterSale,
      order,
      says: phrase('afterSaleSaid', { number: afterSale.afterSaleNo, words: text }),
    })
}
