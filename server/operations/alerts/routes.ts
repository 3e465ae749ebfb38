import type { alertEndpoints } from '#contract/people/messaging/alert-api.ts'
import { listAlertChoices, saveAlertChoice } from '#server/people/messaging/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'

export const smsAlertSettingHandlers: Handlers<typeof alertEndpoints> = {
  mine: (_, { db, caller }) => listAlertChoices(db, caller),
  choose: async ({ alertKind, bySms }, { caller: { enterpriseId, userId }, write }) => {
    await write((tx) => saveAlertChoice(tx, { enterpriseId, userId, alertKind, bySms }))
    return null
  },
}
