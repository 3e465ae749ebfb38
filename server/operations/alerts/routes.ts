import type { smsAlertEndpoints } from '#contract/people/messaging/alert-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readContactSettings, readMemberContactSettings } from '#server/people/channels/public.ts'
import { listAlertChoicesWithDefaults, saveAlertChoice } from '#server/people/messaging/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'

export const alertSettingHandlers: Handlers<typeof smsAlertEndpoints> = {
  mine: (_, { db, caller }) => listAlertChoicesWithDefaults(db, caller),
  choose: async (choice, { db, caller: { enterpriseId, userId }, write }) => {
    if (choice.byMail && (await readContactSettings(db, { userId })).mail === null) refuse('MAIL_UNCONFIRMED')
    if (choice.byWechat && (await readMemberContactSettings(db, userId)).wechat === null) refuse('WECHAT_UNBOUND')
    await write((tx) => saveAlertChoice(tx, { enterpriseId, userId, ...choice }))
    return null
  },
}
