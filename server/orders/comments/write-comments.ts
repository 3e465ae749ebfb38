import type { commentEndpoints } from '#contract/orders/comments/api.ts'
import { COMMENT_DAYS_AFTER_RECEIPT_MAX, COMMENT_REPLIES_MAX } from '#contract/orders/comments/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import {
  findOrderReceivedAt,
  listOrderLines,
  type Order,
  type OrderLineRow,
  requireLockedOrder,
  transitionOrders,
} from '#server/orders/orders/public.ts'
import { bindFile, unbindFilesOfObject } from '#server/people/files/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  eraseCommentReplyText,
  eraseCommentText,
  findReviewedLineNumbers,
  insertComment,
  insertCommentReply,
  listCommentReplies,
  requireLockedComment,
} from './comment-store.ts'
import { addOrRemoveCommentInGoodsRating } from './ratings.ts'

interface Author {
  enterpriseId: string
  userId: string
}

/** The owner key to which the pictures of a comment are bound. */
export const formatCommentFileOwnerKey = (id: string): string => `comment:${id}`

/** Whether a line can be reviewed: at least one unit was shipped. */
const isReviewable = ({ shipped }: OrderLineRow): boolean => shipped > 0

/** Refuses if the order has not arrived yet, or if the time for comments is over, with the reason. */
async function requireCommentPeriod(db: Db, { now }: Moment, order: Order): Promise<void> {
  const received = order.state === 'WAIT_COMMENT' || order.state === 'DONE' ? await findOrderReceivedAt(db, order) : undefined
  if (received === undefined) refuse('COMMENT_NOT_ALLOWED', { msg: '确认收货后才能评论' })
  if (now > addHours(received, COMMENT_DAYS_AFTER_RECEIPT_MAX * 24))
    refuse('COMMENT_NOT_ALLOWED', { msg: `收货已超过 ${COMMENT_DAYS_AFTER_RECEIPT_MAX} 天，评论期已结束` })
}

/** Reviews a line of an order, once. When all lines are reviewed, the order is completed. */
export async function addCommentToOrderLine(
  tx: Tx,
  moment: Moment,
  { author, input }: { author: Author; input: InputOf<typeof commentEndpoints.add> },
): Promise<{ id: string; orderDone: boolean }> {
  const { enterpriseId, userId } = author
  const { orderNo, lineNo, pictures, ...words } = input
  const order = await requireLockedOrder(tx, { enterpriseId, orderNo })
  const lines = (await listOrderLines(tx, enterpriseId, [order.id])).filter(isReviewable)
  const line = lines.find((one) => one.lineNo === lineNo) ?? refuse('COMMENT_NOT_ALLOWED', { msg: '该商品没有发货，不能评论' })
  await requireCommentPeriod(tx, moment, order)
  const id = moment.newId()
  const one = { ...words, ...author, id, orderId: order.id, lineNo, goodsId: line.goodsId, pictures }
  if (!(await insertComment(tx, moment, one))) refuse('COMMENT_EXISTS')
  for (const fileId of pictures) await bindFile(tx, { ...author, fileId, purpose: 'comment', boundTo: formatCommentFileOwnerKey(id) })
  const reviewed = await findReviewedLineNumbers(tx, enterpriseId, order.id)
  const orderDone = order.state === 'WAIT_COMMENT' && lines.every((other) => reviewed.has(other.lineNo))
  if (orderDone) await transitionOrders(tx, moment, [order], { verb: 'comment', actor: { kind: 'member', userId } })
  // This comes last, because it locks the row of the goods, which other reviews of the same goods need, too.
  await addOrRemoveCommentInGoodsRating(tx, one, 1)
  return { id, orderDone }
}

/** Deletes a comment of its author with its pictures. The line stays reviewed. */
export async function removeOwnComment(tx: Tx, moment: Moment, { enterpriseId, userId, id }: Author & { id: string }): Promise<void> {
  const one = await requireLockedComment(tx, { enterpriseId, id })
  if (one.userId !== userId) refuse('COMMENT_NOT_YOURS')
  await eraseCommentText(tx, moment, one)
  await unbindFilesOfObject(tx, { enterpriseId, boundTo: formatCommentFileOwnerKey(id) })
  if (one.hiddenAt !== null) return
  await addOrRemoveCommentInGoodsRating(tx, one, -1)
  // Other processes must not serve the comment from their cache any more.
  await incrementCatalogVersion(tx)
}

/** Adds a reply of a member of the author's enterprise. */
export async function addCommentReply(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, id, text }: Author & { id: string; text: string },
): Promise<{ replyId: string }> {
  const one = await requireLockedComment(tx, { enterpriseId, id })
  if ((await listCommentReplies(tx, [one])).length >= COMMENT_REPLIES_MAX) refuse('REPLIES_FULL')
  return { replyId: await insertCommentReply(tx, moment, { enterpriseId, commentId: id, userId, text }) }
}

/** Deletes a reply of its author. */
export async function removeOwnCommentReply(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, id, replyId }: Author & { id: string; replyId: string },
): Promise<void> {
  const one = await requireLockedComment(tx, { enterpriseId, id })
  const reply = (await listCommentReplies(tx, [one])).find((other) => other.id === replyId) ?? refuse('COMMENT_NOT_FOUND')
  if (reply.userId !== userId) refuse('COMMENT_NOT_YOURS')
  await eraseCommentReplyText(tx, moment, { enterpriseId, commentId: id, id: replyId })
  await incrementCatalogVersion(tx)
}
