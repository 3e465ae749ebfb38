import { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findOrder, findOrderNumbers, listOrderLines } from '#server/orders/orders/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  type CommentRecord,
  type CommentRef,
  requireLockedComment,
  updateCommentAnswerColumns,
  updateCommentHiddenColumns,
} from './comment-store.ts'
import { addOrRemoveCommentInGoodsRating } from './ratings.ts'

/** Sends the author of a comment a message. */
async function notifyAuthor(tx: Tx, moment: Moment, comment: CommentRecord, says: MessageTextWithValues): Promise<void> {
  const { enterpriseId, orderId, lineNo, userId } = comment
  const orderNo = (await findOrderNumbers(tx, enterpriseId, [orderId])).get(orderId) ?? ''
  const order = await findOrder(tx, enterpriseId, orderNo)
  const line = (await listOrderLines(tx, enterpriseId, [orderId])).find((other) => other.lineNo === lineNo)
  if (!order || !line) return
  const facts = { orderNo, goodsName: line.goodsName, picture: line.picture, amountFen: order.payableFen, state: order.state }
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [userId], kind: 'order', says, order: facts }])
}

/** 商家回复. A second answer replaces the first. */
export async function setStaffAnswerToComment(
  tx: Tx,
  moment: Moment,
  input: CommentRef & { text: string; staffId: string },
): Promise<void> {
  const one = await requireLockedComment(tx, input)
  await updateCommentAnswerColumns(tx, moment, input)
  await notifyAuthor(tx, moment, one, createMessageTextWithValues('commentAnswered', { words: input.text }))
  await incrementCatalogVersion(tx)
}

const { hide, unhide } = consoleCommentEndpoints
const changeTexts = { [hide.path]: '隐藏这条评论', [unhide.path]: '恢复显示这条评论' }

const refuseMoved = async (tx: Tx, moment: Moment, { id }: CommentRef): Promise<never> =>
  refuseNamingColleague(tx, moment, {
    reason: 'COMMENT_MOVED',
    change: await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts }),
  })

/** Hides a comment from everybody except its author, and removes it from the rating. */
export async function hideComment(tx: Tx, moment: Moment, { reason, ...ref }: CommentRef & { reason: string }): Promise<void> {
  const one = await requireLockedComment(tx, ref)
  if (one.hiddenAt !== null) await refuseMoved(tx, moment, ref)
  await updateCommentHiddenColumns(tx, ref, { at: moment.now, reason })
  await notifyAuthor(tx, moment, one, createMessageTextWithValues('commentHidden', { reason }))
  await addOrRemoveCommentInGoodsRating(tx, one, -1)
  await incrementCatalogVersion(tx)
}

export async function unhideComment(tx: Tx, moment: Moment, ref: CommentRef): Promise<void> {
  const one = await requireLockedComment(tx, ref)
  if (one.hiddenAt === null) await refuseMoved(tx, moment, ref)
  await updateCommentHiddenColumns(tx, ref, null)
  await notifyAuthor(tx, moment, one, createMessageTextWithValues('commentShown', {}))
  await addOrRemoveCommentInGoodsRating(tx, one, 1)
}
