// What the buyer does with a quotation after he has asked.
import { isQuotationStateFinal } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { addQuotationDrawings, type NewQuotationDrawing } from './drawings/quotation-drawings.ts'
import { notifyStaffOfQuotation } from './news/notify-staff.ts'
import { listOrdersOfQuotation, mapOrderNumbersByQuotationLine } from './quotation-lines.ts'
import { insertQuotationMessage } from './quotation-messages.ts'
import {
  canQuotationBeOfferedAgain,
  markQuotationAsExtended,
  type Quotation,
  type QuotationRef,
  refuseMovedQuotation,
  requireLockedQuotation,
  requireQuotationVerbAllowed,
  updateQuotationRow,
} from './quotation-store.ts'

/** A quotation, and who acts. */
type ByBuyer = QuotationRef & { userId: string }

const hasOrder = async (tx: Tx, quotation: Quotation): Promise<boolean> =>
  mapOrderNumbersByQuotationLine(await listOrdersOfQuotation(tx, quotation)).size > 0

/** Writes to staff. Refuses QUOTATION_NOT_FOUND, and QUOTATION_MOVED if it is over. */
export async function sendQuotationMessageToStaff(
  tx: Tx,
  moment: Moment,
  { text, userId, ...ref }: ByBuyer & { text: string },
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  if (isQuotationStateFinal(quotation.state)) refuseMovedQuotation(quotation.state, '留言')
  const once = await insertQuotationMessage(tx, moment, ref, { sender: { userId }, text })
  await notifyStaffOfQuotation(tx, moment, quotation, { act: 'said', words: text, once })
}

/**
 * 补充图纸: the next offer is about them, too; the one that there is stays as it is. Refuses QUOTATION_NOT_FOUND, QUOTATION_MOVED if no
 * offer can follow, and what `addQuotationDrawings` refuses.
 */
export async function addDrawingsToQuotation(
  tx: Tx,
  moment: Moment,
  { drawings, userId, ...ref }: ByBuyer & { drawings: readonly NewQuotationDrawing[] },
): Promise<void> {
  const { state, version, lineCount } = await requireLockedQuotation(tx, moment, ref)
  if (!canQuotationBeOfferedAgain(state)) refuseMovedQuotation(state, '补充图纸')
  await addQuotationDrawings(tx, moment, ref, { userId, version, lineCount, drawings })
  await markQuotationAsExtended(tx, moment, ref)
}

/** 请求重新报价: it waits for staff again, with what the buyer wants to be different. Lines that are ordered stay so. */
export async function requestNewQuotationOffer(
  tx: Tx,
  moment: Moment,
  { text, userId, ...ref }: ByBuyer & { text: string },
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  requireQuotationVerbAllowed(quotation, 'askAgain')
  await updateQuotationRow(tx, moment, ref, { to: 'REQUESTED', change: { waits: true } })
  await insertQuotationMessage(tx, moment, ref, { sender: { userId }, text })
  await notifyStaffOfQuotation(tx, moment, quotation, { act: 'askedAgain', words: text })
}

/** 其余不再下单: after a part was ordered, nothing more will be. */
export async function finishQuotationWithoutMoreOrders(tx: Tx, moment: Moment, ref: QuotationRef): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  requireQuotationVerbAllowed(quotation, 'finish')
  if (!(await hasOrder(tx, quotation))) refuseMovedQuotation(quotation.state, '结束：还没有下单，请改为谢绝')
  await updateQuotationRow(tx, moment, ref, { to: 'ACCEPTED' })
  await notifyStaffOfQuotation(tx, moment, quotation, { act: 'finished', words: '已下单的不变' })
}

/** 谢绝报价: as long as nothing was ordered. */
export async function declineQuotationOfferByBuyer(
  tx: Tx,
  moment: Moment,
  { reason, ...ref }: QuotationRef & { reason: string },
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  requireQuotationVerbAllowed(quotation, 'decline')
  if (await hasOrder(tx, quotation)) refuseMovedQuotation(quotation.state, '谢绝：已有商品下单，请改为其余不再下单')
  await updateQuotationRow(tx, moment, ref, { to: 'DECLINED', change: { reason } })
  await notifyStaffOfQuotation(tx, moment, quotation, { act: 'declined', words: reason })
}

/** 撤回询价. Orders that were made from it go on. */
export async function withdrawQuotationByBuyer(
  tx: Tx,
  moment: Moment,
  { reason, ...ref }: QuotationRef & { reason: string },
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  requireQuotationVerbAllowed(quotation, 'withdraw')
  await updateQuotationRow(tx, moment, ref, { to: 'WITHDRAWN', change: { reason } })
  await notifyStaffOfQuotation(tx, moment, quotation, { act: 'withdrawn', words: reason })
}
