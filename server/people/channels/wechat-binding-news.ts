// What tells a person that a WeChat was bound to his account, so that nobody does it unseen with a session that is not his.
import { maskEmail } from '#contract/people/identity/masking.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { readClearTextMobileOfUser } from '#server/people/identity/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { listMembershipsOfOneUser } from '#server/people/organisation/public.ts'
import { sendMessageTitleBySms } from '#server/people/sms/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { tryConsumeRateLimit } from '#server/platform/rate-limits/public.ts'
import { sendMailsAfterCommit } from './outgoing-mails.ts'
import { openMailAddress } from './sealed-contacts.ts'

const TITLE = '已绑定微信'
/** The first one warns; whoever binds again and again does not make the mall send an SMS each time. */
const SMS_LIMIT = { name: 'wechat binding sms person day', max: 3, windowMs: 86_400_000 } as const

/**
 * Sends a message in each company of the person, an SMS, and a mail to the confirmed address. The SMS goes out even if there is an address:
 * whoever has a session that is not his could have confirmed one of his own.
 */
export async function notifyPersonOfWechatBinding(
  tx: Tx,
  moment: Moment,
  keys: Keys,
  { userId, mailSealed }: { userId: string; mailSealed: Buffer | null },
): Promise<void> {
  const memberships = await listMembershipsOfOneUser(tx, userId)
  const says = createMessageTextWithValues('wechatBound', {})
  const message = { userIds: [userId], kind: 'system', says, target: { screen: '/setting', search: {} } } as const
  await sendMessages(
    tx,
    moment,
    memberships.flatMap(({ enterpriseId, acceptedAt }) => (acceptedAt ? [Object.assign({ enterpriseId }, message)] : [])),
  )
  if (mailSealed !== null) {
    const to = openMailAddress(keys, userId, mailSealed)
    const text = `您的账号（邮箱 ${maskEmail(to)}）绑定了一个微信，勾选的提醒也会发到那里。\n\n如不是您本人操作，请立即登录修改密码，并在“我的设置”中解除绑定。`
    const reader = { owner: { userId }, isUrgent: true }
    await sendMailsAfterCommit(tx, moment, keys, [{ to, subject: TITLE, text, notBefore: null, reader }])
  }
  if (await tryConsumeRateLimit(tx, moment, SMS_LIMIT, { subject: sha256(userId) })) {
    const mobile = await readClearTextMobileOfUser(tx, keys, userId)
    await sendMessageTitleBySms(tx, moment, keys, { mobile, title: TITLE, notBefore: null })
  }
}
