import type { StaffNoticeKind } from '#contract/people/staff/notice-api.ts'
import {
  findEndOfQuietHours,
  type NewMail,
  readContacts,
  readStaffMailChoices,
  sendMailsAfterCommit,
} from '#server/people/channels/public.ts'
import { claimNoticesToForward, type NoticeToForward } from '#server/people/staff-notices/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import type { AlertContext } from './send-alerts.ts'

/** The kinds whose content leaves the console, because it is made for its one reader; of the others only the title does. */
const WITH_CONTENT: readonly StaffNoticeKind[] = ['digest', 'stock']

const toMail = ({ title, content, screen, kind }: NoticeToForward, publicUrl: string): Pick<NewMail, 'subject' | 'text'> => {
  const parts = [
    title,
    ...(WITH_CONTENT.includes(kind) ? [content] : []),
    `到运营后台查看：${publicUrl}/console${screen}`,
    '在“我的账号”中可以改变接收方式。',
  ]
  return { subject: title, text: parts.join('\n\n') }
}

/**
 * Sends notices by mail to the members of staff who want their kind there, at once or when their quiet hours end; what is about rights and
 * accounts always at once. A repeated call sends nothing again.
 */
export async function forwardStaffNotices(
  { db, keys, publicUrl }: AlertContext,
  moment: Moment,
  { noticeIds }: OutboxTopics['notice.made'],
): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const notices = await claimNoticesToForward(tx, moment, noticeIds)
    const staffIds = [...new Set(notices.map(({ staffId }) => staffId))]
    const isChosen = await readStaffMailChoices(tx, staffIds)
    const contactOf = await readContacts(tx, keys, staffIds)
    const mails = notices.flatMap((notice): NewMail[] => {
      const { mail, quiet } = contactOf(notice.staffId)
      if (mail === null || !isChosen(notice.staffId, notice.kind)) return []
      const notBefore = notice.kind === 'security' ? null : findEndOfQuietHours(moment.now, quiet)
      return [{ to: mail, notBefore, ...toMail(notice, publicUrl) }]
    })
    await sendMailsAfterCommit(tx, moment, keys, mails)
  })
}
