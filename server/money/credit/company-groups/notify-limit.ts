import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { CompanyGroup } from './group-rows.ts'

/** Tells the parent of a group, its main account, which limit is in force. */
export async function notifyOfCompanyGroupLimit(tx: Tx, moment: Moment, { parentId, name }: CompanyGroup, limitFen: Fen): Promise<void> {
  const main = await findMainUserId(tx, parentId)
  if (main === undefined) return
  const says = createMessageTextWithValues('companyGroupLimit', { group: name, amount: formatMoney(limitFen) })
  const target = { screen: '/credit_group', search: {} } as const
  await sendMessages(tx, moment, [{ enterpriseId: parentId, userIds: [main], kind: 'system', target, says }])
}
