import type { alert } from '../../contract/messaging/alert-api.ts'
import type { Handlers } from '../http/context.ts'
import { listAlertChoices, saveAlertChoice } from '../messaging/public.ts'

export const alertHandlers: Handlers<typeof alert> = {
  mine: (_, { db, caller }) => listAlertChoices(db, caller),
  choose: async ({ alertKind, bySms }, { caller: { enterpriseId, userId }, write }) => {
    await write((tx) => saveAlertChoice(tx, { enterpriseId, userId, alertKind, bySms }))
    return null
  },
}
