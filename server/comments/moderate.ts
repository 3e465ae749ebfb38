import { type Said, say } from '../../contract/messaging/texts/texts.ts'
import { refuse } from '../../contract/refusals.ts'
import { moveVersion } from '../catalog/public.ts'
import { sendMessages } from '../messaging/public.ts'
import { findOrder, listLines, orderNumbers } from '../ordering/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { count } from './ratings.ts'
import { type Comment, type CommentRef, demandComment, setAnswer, setHidden } from './rows.ts'

/** Tells the author of a comment what became of it. */
async function tellAuthor(tx: Tx, moment: Moment, one: Comment, says: Said): Promise<void> {
  const { enterpriseId, orderId, lineNo, userId } = one
  const orderNo = (await orderNumbers(tx, enterpriseId, [orderId])).get(orderId) ?? ''
  const order = await findOrder(tx, enterpriseId, orderNo)
  const line = (await listLines(tx, enterpriseId, [orderId])).find((other) => other.lineNo === lineNo)
  if (!order || !line) return
  const facts = { orderNo, goodsName: line.goodsName, image: line.goodsSlug, amountFen: order.payableFen, state: order.state }
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'order', says, order: facts }])
}

/** 商家回复. Answered anew, the new answer stands in the place of the old one. */
export async function answer(tx: Tx, moment: Moment, given: CommentRef & { text: string; staffId: string }): Promise<void> {
  const one = await demandComment(tx, given)
  await setAnswer(tx, moment, given)
  await tellAuthor(tx, moment, one, say('commentAnswered', { words: given.text }))
  await moveVersion(tx)
}

/** Out of everybody's sight but the author's, and out of the rating. */
export async function hide(tx: Tx, moment: Moment, { reason, ...ref }: CommentRef & { reason: string }): Promise<void> {
  const one = await demandComment(tx, ref)
  if (one.hiddenAt !== null) refuse('COMMENT_MOVED')
  await setHidden(tx, ref, { at: moment.now, reason })
  await tellAuthor(tx, moment, one, say('commentHidden', { reason }))
  await count(tx, one, -1)
  await moveVersion(tx)
}

export async function unhide(tx: Tx, moment: Moment, ref: CommentRef): Promise<void> {
  const one = await demandComment(tx, ref)
  if (one.hiddenAt === null) refuse('COMMENT_MOVED')
  await setHidden(tx, ref, null)
  await tellAuthor(tx, moment, one, say('commentShown', {}))
  await count(tx, one, 1)
}
