import type { WechatAccount } from '#server/adapters/wechat-account/public.ts'
import { findEndOfQuietHours, readContacts, sendMailsAfterCommit, sendWechatMessageAfterCommit } from '#server/people/channels/public.ts'
import { readClearTextMobileOfUser } from '#server/people/identity/public.ts'
import { listAlertChoicesWithDefaults, recordAlertOnceWithinLimits } from '#server/people/messaging/public.ts'
import { findMembership } from '#server/people/organisation/public.ts'
import { sendMessageTitleBySms } from '#server/people/sms/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'

/** What sending needs. `publicUrl`: the address of the mall, which a mail leads to. `wechatAccount`: undefined: the mall has none. */
export interface AlertContext {
  db: Db
  keys: Keys
  publicUrl: string
  wechatAccount: WechatAccount | undefined
}

/**
 * Sends a message by SMS, mail and WeChat to members of the enterprise who have chosen that, at once or when their quiet hours end. A repeated
 * call sends nothing again. All contain only the title of the message.
 */
export async function sendAlerts(
  { db, keys, publicUrl, wechatAccount }: AlertContext,
  moment: Moment,
  { enterpriseId, alert, title, to }: OutboxTopics['alert.made'],
): Promise<void> {
  const contactOf = await readContacts(
    db,
    keys,
    to.map(({ userId }) => userId),
  )
  await forEachCollectingErrors(to, async ({ userId, id }) => {
    const membership = await findMembership(db, enterpriseId, userId)
    if (!membership || membership.status === 0 || membership.acceptedAt === null) return false
    const choice = (await listAlertChoicesWithDefaults(db, membership)).find(({ alertKind }) => alertKind === alert)
    if (!choice) return false
    const { openMail, quiet, openWechat } = contactOf(userId)
    const mailTo = choice.byMail ? openMail() : null
    const wanted = {
      bySms: choice.bySms,
      byMail: mailTo !== null,
      byWechat: choice.byWechat && wechatAccount !== undefined && openWechat() !== null,
    }
    if (!wanted.bySms && !wanted.byMail && !wanted.byWechat) return false
    const notBefore = findEndOfQuietHours(moment.now, quiet)
    return runInTransaction(db, async (tx) => {
      const sent = await recordAlertOnceWithinLimits(tx, moment, { enterpriseId, userId, id, ...wanted })
      if (!sent) return false
      if (sent.bySms)
        await sendMessageTitleBySms(tx, moment, keys, { mobile: await readClearTextMobileOfUser(tx, keys, userId), title, notBefore })
      const text = `${title}\n\n请登录查看：${publicUrl}/message_notice\n\n在“我的设置”中可以关闭邮件提醒，或更换邮箱。`
      if (mailTo !== null && sent.byMail)
        await sendMailsAfterCommit(tx, moment, keys, [
          { to: mailTo, subject: title, text, notBefore, reader: { owner: { userId }, isUrgent: false } },
        ])
      if (sent.byWechat)
        await sendWechatMessageAfterCommit(tx, moment, { userId, id, title, alert, at: moment.now.toISOString(), notBefore })
      return true
    })
  })
}
