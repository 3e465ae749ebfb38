import type { contactEndpoints } from '#contract/people/channels/api.ts'
import type { consoleContactEndpoints } from '#contract/people/channels/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { MailService } from '#server/adapters/mail/public.ts'
import { readPublicMallProfile } from '#server/content/content/public.ts'
import { listStaffNoticeChoices, notifyStaff, saveStaffNoticeChoice } from '#server/people/staff-notices/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readContactSettings, readMemberContactSettings, removeMailAddress, saveQuietHours } from './contact-settings.ts'
import { checkMailCode, confirmMailAddress, sendMailCode } from './mail-codes.ts'
import { createWechatHandlers } from './wechat-routes.ts'

interface ChannelDependencies {
  keys: Keys
  services: { mail: MailService | undefined }
}

/** The name of the mall in a mail that confirms an address. Refuses MAIL_OFF if no mail can be sent. */
async function requireMailAndReadMallName(db: Db, { mail }: ChannelDependencies['services']): Promise<string> {
  if (!mail) refuse('MAIL_OFF')
  return (await readPublicMallProfile(db)).shortName
}

/** 接收方式 of a buyer. */
export const createContactHandlers = ({
  keys,
  services,
}: ChannelDependencies & Parameters<typeof createWechatHandlers>[0]): Handlers<typeof contactEndpoints> => ({
  ...createWechatHandlers({ keys, services }),
  mine: async (_, { db, caller: { userId } }) => ({
    mailOn: services.mail !== undefined,
    wechatOn: services.wechatAccount !== undefined,
    ...(await readMemberContactSettings(db, userId)),
  }),
  sendMailCode: async ({ email }, { db, caller: { userId }, moment, write }) => {
    const mallName = await requireMailAndReadMallName(db, services)
    await write((tx) => sendMailCode(tx, moment, { keys, owner: { userId }, email, mallName }))
    return null
  },
  confirmMail: async ({ code }, { caller: { userId }, moment, writeChecked }) => {
    const owner = { userId }
    await writeChecked(
      (tx) => checkMailCode(tx, moment, { keys, owner, code }),
      (tx) => confirmMailAddress(tx, moment, { keys, owner, code }),
    )
    return null
  },
  removeMail: async (_, { caller: { userId }, moment, write }) => {
    await write((tx) => removeMailAddress(tx, moment, { userId }))
    return null
  },
  saveQuietHours: async ({ quiet }, { caller: { userId }, moment, write }) => {
    await write((tx) => saveQuietHours(tx, moment, { userId }, quiet))
    return null
  },
})

/**
 * 通知方式 of a member of staff. Uses `writeWithoutSession` and not `write` but for the confirmed address, because the audit trail does not
 * record how somebody likes to be told.
 */
export const createConsoleContactHandlers = ({ keys, services }: ChannelDependencies): Handlers<typeof consoleContactEndpoints> => ({
  mine: async (_, { db, caller: { staffId } }) => ({
    contact: { mailOn: services.mail !== undefined, ...(await readContactSettings(db, { staffId })) },
    choices: await listStaffNoticeChoices(db, staffId),
  }),
  choose: async (choice, { db, caller: { staffId }, writeWithoutSession }) => {
    if (choice.byMail && (await readContactSettings(db, { staffId })).mail === null) refuse('MAIL_UNCONFIRMED')
    await writeWithoutSession((tx) => saveStaffNoticeChoice(tx, { ...choice, staffId }))
    return null
  },
  sendMailCode: async ({ email }, { db, caller: { staffId }, moment, writeWithoutSession }) => {
    const mallName = await requireMailAndReadMallName(db, services)
    await writeWithoutSession((tx) => sendMailCode(tx, moment, { keys, owner: { staffId }, email, mallName }))
    return null
  },
  confirmMail: async ({ code }, { caller: { staffId }, moment, writeChecked }) => {
    const owner = { staffId }
    await writeChecked(
      (tx) => checkMailCode(tx, moment, { keys, owner, code }),
      async (tx) => {
        const content = `提醒以后发到 ${await confirmMailAddress(tx, moment, { keys, owner, code })}。如不是您本人操作，请立即修改密码并联系管理员。`
        await notifyStaff(tx, moment, { to: { staffIds: [staffId] }, kind: 'security', title: '通知邮箱已更换', content, screen: '/me' })
      },
    )
    return null
  },
  removeMail: async (_, { caller: { staffId }, moment, writeWithoutSession }) => {
    await writeWithoutSession((tx) => removeMailAddress(tx, moment, { staffId }))
    return null
  },
  saveQuietHours: async ({ quiet }, { caller: { staffId }, moment, writeWithoutSession }) => {
    await writeWithoutSession((tx) => saveQuietHours(tx, moment, { staffId }, quiet))
    return null
  },
})
