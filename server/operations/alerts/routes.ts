import type { smsAlertEndpoints } from '#contract/people/messaging/alert-api.ts'
import { listSmsAlertChoicesWithDefaults, saveSmsAlertChoice } from '#server/people/messaging/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'

export const smsAlertSettingHandlers: Handlers<typeof smsAlertEndpoints> = {
  mine: (_, { db, caller }) => listSmsAlertChoicesWithDefaults(db, caller),
  choose: async ({ alertKind, bySms }, { caller: { enterpriseId, userId }, write }) => {
    await write((tx) => saveSmsAlertChoice(tx, { enterpriseId, userId, alertKind, bySms }))
    return null
  },
}
