import type { alert } from '../../contract/messaging/alert-api.ts'
import type { Handlers } from '../http/context.ts'
import { choose, readChoices } from '../messaging/public.ts'

export const alertHandlers: Handlers<typeof alert> = {
  mine: (_, { db, caller }) => readChoices(db, caller),
  choose: async ({ alertKind, bySms }, { caller: { enterpriseId, userId }, write }) => {
    await write((tx) => choose(tx, { enterpriseId, userId, alertKind, bySms }))
    return null
  },
}
