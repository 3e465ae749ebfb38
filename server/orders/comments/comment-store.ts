// Reads and writes the tables `comment` and `comment_reply`.
import { sql } from 'kysely'
import type { Stars } from '#contract/orders/comments/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface CommentRecord {
  enterpriseId: string
  id: string
  orderId: string
  lineNo: number
  goodsId: string
  userId: string
  stars: Stars
  text: string
  pictures: string[]
  anonymous: boolean
  answer: { text: string; at: Date; by: string } | null
  hiddenAt: Date | null
  hiddenReason: string | null
  createdAt: Date
}

export interface CommentRef {
  enterpriseId: string
  id: string
}

/** Selects comments that their authors have not deleted. */
export const buildCommentQuery = (db: Db) => db.selectFrom('comment').selectAll('comment').where('comment.removed_at', 'is', null)

type RawComment = Awaited<ReturnType<ReturnType<typeof buildCommentQuery>['executeTakeFirstOrThrow']>>

export const toComment = (row: RawComment): CommentRecord => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  orderId: row.order_id,
  lineNo: row.line_no,
  goodsId: row.goods_id,
  userId: row.user_id,
  stars: row.stars as Stars,
  text: row.text,
  pictures: row.pictures as string[],
  anonymous: row.anonymous,
  answer: row.answer !== null && row.answered_at && row.answered_by ? { text: row.answer, at: row.answered_at, by: row.answered_by } : null,
  hiddenAt: row.hidden_at,
  hiddenReason: row.hidden_reason,
  createdAt: row.created_at,
})

export type NewComment = Omit<CommentRecord, 'answer' | 'hiddenAt' | 'hiddenReason' | 'createdAt'>

/** Inserts a comment. Returns false if the line was reviewed before. */
export async function insertComment(tx: Tx, moment: Moment, comment: NewComment): Promise<boolean> {
  const row = await tx
    .insertInto('comment')
    .values({
      enterprise_id: comment.enterpriseId,
      id: comment.id,
      order_id: comment.orderId,
      line_no: comment.lineNo,
      goods_id: comment.goodsId,
      user_id: comment.userId,
      stars: comment.stars,
      text: comment.text,
      pictures: JSON.stringify(comment.pictures),
      anonymous: comment.anonymous,
      created_at: moment.now,
    })
    .onConflict((conflict) => conflict.constraint('comment_line').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the reviewed lines of an order, including those whose comment was deleted. */
export async function findReviewedLineNumbers(db: Db, enterpriseId: string, orderId: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('comment')
    .select('line_no')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .execute()
  return new Set(rows.map(({ line_no }) => line_no))
}

export async function findComment(db: Db, { enterpriseId, id }: CommentRef): Promise<CommentRecord | undefined> {
  const row = await buildCommentQuery(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toComment(row)
}

/** Locks a comment until the transaction ends. Refuses COMMENT_NOT_FOUND. */
export async function requireLockedComment(tx: Tx, { enterpriseId, id }: CommentRef): Promise<CommentRecord> {
  const row = await buildCommentQuery(tx).where('enterprise_id', '=', enterpriseId).where('id', '=', id).forUpdate().executeTakeFirst()
  return toComment(row ?? refuse('COMMENT_NOT_FOUND'))
}

/** Finds a comment that is publicly visible, of any enterprise. */
export async function findVisibleComment(db: Db, id: string): Promise<CommentRecord | undefined> {
  const row = await buildCommentQuery(withoutTenantGuard(db, 'in public'))
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row && toComment(row)
}

const update = (tx: Tx, { enterpriseId, id }: CommentRef) =>
  tx.updateTable('comment').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

export async function updateCommentAnswerColumns(
  tx: Tx,
  moment: Moment,
  { text, staffId, ...ref }: CommentRef & { text: string; staffId: string },
) {
  await update(tx, ref).set({ answer: text, answered_at: moment.now, answered_by: staffId }).execute()
}

/** Hides a comment, with time and reason; null makes it visible again. */
export async function updateCommentHiddenColumns(tx: Tx, ref: CommentRef, hidden: { at: Date; reason: string } | null): Promise<void> {
  await update(tx, ref)
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? null })
    .execute()
}

/** Deletes a comment: its text is overwritten, the row stays. */
export async function eraseCommentText(tx: Tx, moment: Moment, ref: CommentRef): Promise<void> {
  await update(tx, ref).set({ removed_at: moment.now, text: '', pictures: sql<string>`'[]'::jsonb` }).execute()
}

export interface CommentReply {
  commentId: string
  id: string
  userId: string
  text: string
  createdAt: Date
}

export async function insertCommentReply(
  tx: Tx,
  moment: Moment,
  { enterpriseId, commentId, userId, text }: { enterpriseId: string; commentId: string; userId: string; text: string },
): Promise<string> {
  const id = moment.newId()
  const row = { enterprise_id: enterpriseId, comment_id: commentId, id, user_id: userId, text, created_at: moment.now }
  await tx.insertInto('comment_reply').values(row).execute()
  return id
}

/** Lists the replies of the given comments, oldest first within each comment. Both numbers are bounded. */
export async function listCommentReplies(db: Db, comments: readonly CommentRef[]): Promise<CommentReply[]> {
  if (comments.length === 0) return []
  const rows = await db
    .selectFrom('comment_reply')
    .selectAll()
    .where('enterprise_id', '=', anyOfIdsSql([...new Set(comments.map(({ enterpriseId }) => enterpriseId))]))
    .where('comment_id', '=', anyOfIdsSql(comments.map(({ id }) => id)))
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ commentId: row.comment_id, id: row.id, userId: row.user_id, text: row.text, createdAt: row.created_at }))
}

/** Deletes a reply with its text. */
export async function eraseCommentReplyText(
  tx: Tx,
  moment: Moment,
  { enterpriseId, commentId, id }: { enterpriseId: string; commentId: string; id: string },
): Promise<void> {
  await tx
    .updateTable('comment_reply')
    .set({ removed_at: moment.now, text: '' })
    .where('enterprise_id', '=', enterpriseId)
    .where('comment_id', '=', commentId)
    .where('id', '=', id)
    .execute()
}
