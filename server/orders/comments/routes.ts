import type { commentEndpoints } from '#contract/orders/comments/api.ts'
import type { consoleCommentEndpoints } from '#contract/orders/comments/console-api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type FileVault, readBoundFile } from '#server/people/files/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { countCommentsOfEnterprise, listCommentsForConsole, listCommentsOfEnterprise, listPublicComments } from './comment-lists.ts'
import { type CommentRecord, findComment, findVisibleComment } from './comment-store.ts'
import { countLinesToReview, listLinesToReview } from './lines-to-review.ts'
import { hideComment, setStaffAnswerToComment, unhideComment } from './moderate-comments.ts'
import { limitCommentHandlersToStaffShops } from './own-shops.ts'
import {
  addCommentReply,
  addCommentToOrderLine,
  formatCommentFileOwnerKey,
  removeOwnComment,
  removeOwnCommentReply,
} from './write-comments.ts'

/** Reads a picture of a comment. Refuses if the comment is not visible. */
const pictureOf = async (db: Db, vault: FileVault, one: CommentRecord | undefined, fileId: string): Promise<BinaryFile> => {
  const { enterpriseId, id } = one ?? refuse('FILE_NOT_FOUND')
  return readBoundFile(db, vault, { enterpriseId, fileId, boundTo: formatCommentFileOwnerKey(id) })
}

export const createCommentHandlers = (vault: FileVault): Handlers<typeof commentEndpoints> => ({
  list: (input, { db }) => listPublicComments(db, input),
  picture: async ({ id, fileId }, { db }) => pictureOf(db, vault, await findVisibleComment(db, id), fileId),
  todo: (input, { db, caller }) => listLinesToReview(db, caller.enterpriseId, input),
  mine: (input, { db, caller }) => listCommentsOfEnterprise(db, caller, input),
  count: async (_, { db, caller: { enterpriseId } }) => ({
    todo: await countLinesToReview(db, enterpriseId),
    mine: await countCommentsOfEnterprise(db, enterpriseId),
  }),
  add: (input, { caller, moment, write }) => write((tx) => addCommentToOrderLine(tx, moment, { author: caller, input })),
  remove: async ({ id }, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => removeOwnComment(tx, moment, { enterpriseId, userId, id }))
    return null
  },
  reply: ({ id, text }, { caller: { enterpriseId, userId }, moment, write }) =>
    write((tx) => addCommentReply(tx, moment, { enterpriseId, userId, id, text })),
  removeReply: async (given, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => removeOwnCommentReply(tx, moment, { ...given, enterpriseId, userId }))
    return null
  },
})

export const createConsoleCommentHandlers = (vault: FileVault): Handlers<typeof consoleCommentEndpoints> =>
  limitCommentHandlersToStaffShops({
    list: (input, { db, caller }) => listCommentsForConsole(db, input, caller.staffId),
    picture: async ({ fileId, ...ref }, { db }) => pictureOf(db, vault, await findComment(db, ref), fileId),
    answer: async (given, { caller, moment, write }) => {
      await write((tx) => setStaffAnswerToComment(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    hide: async (given, { moment, write }) => {
      await write((tx) => hideComment(tx, moment, given))
      return null
    },
    unhide: async (ref, { moment, write }) => {
      await write((tx) => unhideComment(tx, moment, ref))
      return null
    },
  })
