import type { comment } from '../../contract/comments/api.ts'
import type { consoleComment } from '../../contract/comments/console-api.ts'
import type { Binary } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import { readBound, type Vault } from '../files/public.ts'
import type { Handlers } from '../http/context.ts'
import type { Db } from '../platform/db.ts'
import { countOwn, listForConsole, listInPublic, listOwn } from './lists.ts'
import { answer, hide, unhide } from './moderate.ts'
import { type Comment, findComment, findVisible } from './rows.ts'
import { add, boundTo, remove, removeReply, reply } from './say.ts'
import { countToReview, listToReview } from './to-review.ts'

/** A picture of a comment. Of a comment that cannot be seen there is none. */
const pictureOf = async (db: Db, vault: Vault, one: Comment | undefined, fileId: string): Promise<Binary> => {
  const { enterpriseId, id } = one ?? refuse('FILE_NOT_FOUND')
  return readBound(db, vault, { enterpriseId, fileId, boundTo: boundTo(id) })
}

export const commentHandlers = (vault: Vault): Handlers<typeof comment> => ({
  list: (input, { db }) => listInPublic(db, input),
  picture: async ({ id, fileId }, { db }) => pictureOf(db, vault, await findVisible(db, id), fileId),
  todo: (input, { db, caller }) => listToReview(db, caller.enterpriseId, input),
  mine: (input, { db, caller }) => listOwn(db, caller, input),
  count: async (_, { db, caller: { enterpriseId } }) => ({
    todo: await countToReview(db, enterpriseId),
    mine: await countOwn(db, enterpriseId),
  }),
  add: (input, { caller, moment, write }) => write((tx) => add(tx, moment, { author: caller, input })),
  remove: async ({ id }, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => remove(tx, moment, { enterpriseId, userId, id }))
    return null
  },
  reply: ({ id, text }, { caller: { enterpriseId, userId }, moment, write }) =>
    write((tx) => reply(tx, moment, { enterpriseId, userId, id, text })),
  removeReply: async (given, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => removeReply(tx, moment, { ...given, enterpriseId, userId }))
    return null
  },
})

export const consoleCommentHandlers = (vault: Vault): Handlers<typeof consoleComment> => ({
  list: (input, { db }) => listForConsole(db, input),
  picture: async ({ fileId, ...ref }, { db }) => pictureOf(db, vault, await findComment(db, ref), fileId),
  answer: async (given, { caller, moment, write }) => {
    await write((tx) => answer(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
  hide: async (given, { moment, write }) => {
    await write((tx) => hide(tx, moment, given))
    return null
  },
  unhide: async (ref, { moment, write }) => {
    await write((tx) => unhide(tx, moment, ref))
    return null
  },
})
