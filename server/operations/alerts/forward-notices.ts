import type { StaffNoticeKind } from '#contract/people/staff/notice-api.ts'
import type { WecomRobot } from '#server/adapters/wecom-robot/public.ts'
import { findEndOfQuietHours, type NewMail, readContacts, sendMailsAfterCommit } from '#server/people/channels/public.ts'
import { claimNoticesToForward, type NoticeToForward, readStaffMailChoices } from '#server/people/staff-notices/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type OutboxTopics, publishEvents } from '#server/platform/core/outbox.ts'
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

/** What the group reads of a kind: everybody of it, so no title, which can name a buyer or a sum, and nothing of accounts and rights. */
const GROUP_TEXTS: Readonly<Partial<Record<StaffNoticeKind, { text: string; screen: string }>>> = {
  stock: { text: '有规格低于库存预警', screen: '/skus?lowStock=1' },
  work: { text: '有新的工作提醒', screen: '/notices' },
  quotation: { text: '有买家询价或回复', screen: '/quotations' },
}

/** The texts for the group, one a kind however many people were notified. */
const toGroupEvents = (notices: readonly NoticeToForward[], publicUrl: string) =>
  [...new Set(notices.map(({ kind }) => kind))].flatMap((kind) => {
    const shown = GROUP_TEXTS[kind]
    return shown ? [{ topic: 'robot.send', payload: { text: `${shown.text}：${publicUrl}/console${shown.screen}` } } as const] : []
  })

/**
 * Sends notices by mail to the members of staff who want their kind there, at once or when their quiet hours end; what is about rights and
 * accounts always at once. The group of staff reads that there is something. A repeated call sends nothing again.
 * Throws after all others were sent for people whose address cannot be decrypted.
 */
export async function forwardStaffNotices(
  { db, keys, publicUrl, robot }: AlertContext & { robot: WecomRobot | undefined },
  moment: Moment,
  { noticeIds }: OutboxTopics['notice.made'],
): Promise<void> {
  const failed = await runInTransaction(db, async (tx) => {
    const notices = await claimNoticesToForward(tx, moment, noticeIds)
    const staffIds = [...new Set(notices.map(({ staffId }) => staffId))]
    const isChosen = await readStaffMailChoices(tx, staffIds)
    const contactOf = await readContacts(tx, keys, staffIds)
    const mails: NewMail[] = []
    const failure = await forEachCollectingErrors(notices, async (notice) => {
      const { openMail, quiet } = contactOf(notice.staffId)
      const to = isChosen(notice.staffId, notice.kind) ? openMail() : null
      const reader = { owner: { staffId: notice.staffId }, isUrgent: notice.kind === 'security' }
      const notBefore = reader.isUrgent ? null : findEndOfQuietHours(moment.now, quiet)
      return to === null ? false : mails.push({ to, notBefore, reader, ...toMail(notice, publicUrl) })
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await sendMailsAfterCommit(tx, moment, keys, mails)
    if (robot) await publishEvents(tx, moment, toGroupEvents(notices, publicUrl))
    return failure
  })
  if (failed) throw failed
}
