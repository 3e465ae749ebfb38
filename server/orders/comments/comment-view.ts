import { ANONYMOUS_COMPANY, type ConsoleComment, type OwnComment, type PublicComment } from '#contract/orders/comments/shapes.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { type CommentRecord, type CommentReply, listCommentReplies } from './comment-store.ts'

const PERSON = '同事'
const STAFF = '客服'

const toReplyOutput = ({ text, createdAt }: CommentReply) => ({ text, at: createdAt })
const answered = ({ answer }: CommentRecord) => answer && { text: answer.text, at: answer.at }

const unique = (ids: readonly string[]) => [...new Set(ids)]

async function companyNames(db: Db, comments: readonly CommentRecord[]): Promise<Map<string, string | null>> {
  const found = await findEnterprises(db, unique(comments.map(({ enterpriseId }) => enterpriseId)))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Reads the reviewed order lines of comments of any enterprise: one statement. */
async function linesOf(all: Db, comments: readonly CommentRecord[]) {
  if (comments.length === 0) return []
  return all
    .selectFrom('order_line')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'order_line.enterprise_id').onRef('order.id', '=', 'order_line.order_id'),
    )
    .select(['order_id', 'line_no', 'order.order_no', 'goods_name', 'order_line.picture', 'sku_code', 'sku_props'])
    .where('order_line.enterprise_id', '=', anyOfIdsSql(unique(comments.map(({ enterpriseId }) => enterpriseId))))
    .where('order_id', '=', anyOfIdsSql(unique(comments.map(({ orderId }) => orderId))))
    .execute()
}

type LineFact = Awaited<ReturnType<typeof linesOf>>[number]

const lineOf = (lines: readonly LineFact[], { orderId, lineNo }: CommentRecord) =>
  lines.find((line) => line.order_id === orderId && line.line_no === lineNo)

const skuPropsOf = (line: LineFact | undefined) => JSON.stringify(line?.sku_props ?? {})

const describeLine = (lines: readonly LineFact[], comment: CommentRecord) => {
  const line = lineOf(lines, comment)
  return {
    orderNo: line?.order_no ?? '',
    lineNo: comment.lineNo,
    goodsId: comment.goodsId,
    goodsName: line?.goods_name ?? '',
    image: line?.picture ?? null,
    skuCode: line?.sku_code ?? '',
    skuProps: skuPropsOf(line),
  }
}

const wordsOf = ({ id, stars, text, pictures, createdAt }: CommentRecord) => ({ id, stars, text, pictures, at: createdAt })

/**
 * Describes comments for the public: three statements, whatever their number. An anonymous comment shows no name. `all` is a connection
 * that may read across enterprises.
 */
export async function describeCommentsForPublic(all: Db, comments: readonly CommentRecord[]): Promise<PublicComment[]> {
  const names = await companyNames(all, comments)
  const lines = await linesOf(all, comments)
  const replies = await listCommentReplies(all, comments)
  return comments.map((one) => ({
    ...wordsOf(one),
    by: one.anonymous ? ANONYMOUS_COMPANY : (names.get(one.enterpriseId) ?? ANONYMOUS_COMPANY),
    skuProps: skuPropsOf(lineOf(lines, one)),
    replies: replies.filter(({ commentId }) => commentId === one.id).map(toReplyOutput),
    answer: answered(one),
  }))
}

/** Describes comments for the enterprise itself: with the names of its people, and with the reason why a comment is hidden. */
export async function readCommentOutputsForEnterprise(
  db: Db,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  comments: readonly CommentRecord[],
): Promise<OwnComment[]> {
  const replies = await listCommentReplies(db, comments)
  const lines = await linesOf(db, comments)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, unique([...comments, ...replies].map((one) => one.userId)))
  const signed = (by: string) => ({ by: names.get(by) ?? PERSON, mine: by === userId })
  return comments.map((one) => ({
    ...describeLine(lines, one),
    ...wordsOf(one),
    ...signed(one.userId),
    anonymous: one.anonymous,
    hiddenReason: one.hiddenReason,
    answer: answered(one),
    replies: replies
      .filter(({ commentId }) => commentId === one.id)
      .map((reply) => ({ ...toReplyOutput(reply), ...signed(reply.userId), id: reply.id })),
  }))
}

/** Describes comments for staff. `all` is a connection that may read across enterprises. */
export async function readCommentOutputsForConsole(all: Db, comments: readonly CommentRecord[]): Promise<ConsoleComment[]> {
  const names = await companyNames(all, comments)
  const lines = await linesOf(all, comments)
  const replies = await listCommentReplies(all, comments)
  const staff = await listStaffNamesById(all)
  return comments.map((one) => ({
    ...describeLine(lines, one),
    ...wordsOf(one),
    enterpriseId: one.enterpriseId,
    enterpriseName: names.get(one.enterpriseId) ?? null,
    anonymous: one.anonymous,
    replies: replies.filter(({ commentId }) => commentId === one.id).map(toReplyOutput),
    answer: one.answer && { ...one.answer, by: staff.get(one.answer.by) ?? STAFF },
    hiddenAt: one.hiddenAt,
    hiddenReason: one.hiddenReason,
  }))
}
