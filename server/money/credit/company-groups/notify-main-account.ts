import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { CompanyGroup } from './group-rows.ts'

const target = { screen: '/credit_group', search: {} } as const

/** Tells the main account of a company something about its group, with a link to the page of the group. Nothing if the company has none. */
export async function notifyMainAccountAboutCompanyGroup(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  says: MessageTextWithValues,
): Promise<void> {
  const main = await findMainUserId(tx, enterpriseId)
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', target, says }])
}

/** Tells the parent of a group which limit is in force. */
export const notifyOfCompanyGroupLimit = (tx: Tx, moment: Moment, { parentId, name }: CompanyGroup, limitFen: Fen): Promise<void> =>
  notifyMainAccountAboutCompanyGroup(
    tx,
    moment,
    parentId,
    createMessageTextWithValues('companyGroupLimit', { group: name, amount: formatMoney(limitFen) }),
  )
