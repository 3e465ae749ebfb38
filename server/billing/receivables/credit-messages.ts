import type { SmsAlertKind } from '#contract/people/messaging/alert-api.ts'
import type { MessageTarget } from '#contract/people/messaging/api.ts'
import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { listActiveMembershipsByEnterprise } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface CreditMessage {
  enterpriseId: string
  says: MessageTextWithValues
  /** The screen that the message links to. */
  target?: MessageTarget
  alert?: SmsAlertKind
}

/** Links: the statement of a month, its repayment, the submitted bills, the limits. */
export const createStatementMessageTarget = (month: string): MessageTarget => ({ screen: '/my_bill_detail', search: { month } })
export const repaymentMessageTarget: MessageTarget = { screen: '/credit_account_repayment_log', search: {} }
export const acceptanceBillMessageTarget: MessageTarget = { screen: '/credit_account_repayment_log', search: { tab: 'acceptance' } }
export const creditAccountMessageTarget: MessageTarget = { screen: '/credit_account', search: {} }

/** Sends messages about credit to the main account of each enterprise and to members who may see the credit account. */
export async function sendCreditMessagesToPermittedMembers(tx: Tx, moment: Moment, news: readonly CreditMessage[]): Promise<void> {
  const memberships = await listActiveMembershipsByEnterprise(tx, [...new Set(news.map(({ enterpriseId }) => enterpriseId))])
  const messages = news.map(({ enterpriseId, says, target, alert }) => {
    const readers = (memberships.get(enterpriseId) ?? []).filter(
      (membership) => membership.acceptedAt !== null && hasPermission(membership, 'applyLimit'),
    )
    return { enterpriseId, userIds: readers.map(({ userId }) => userId), kind: 'system' as const, says, target, alert }
  })
  await sendMessages(tx, moment, messages)
}

/** Filters notices that were not sent yet and records them as sent. Only this function writes the table `due_notice`. */
export async function filterAndRecordUnsentDueNotices<N extends { enterpriseId: string; subject: string }>(
  tx: Tx,
  moment: Moment,
  notices: readonly N[],
): Promise<N[]> {
  if (notices.length === 0) return []
  const rows = await tx
    .insertInto('due_notice')
    .values(notices.map(({ enterpriseId, subject }) => ({ enterprise_id: enterpriseId, subject, at: moment.now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['enterprise_id', 'subject'])
    .execute()
  const fresh = new Set(rows.map(({ enterprise_id, subject }) => `${enterprise_id} ${subject}`))
  return notices.filter(({ enterpriseId, subject }) => fresh.has(`${enterpriseId} ${subject}`))
}
