// Reads and writes the tables `alert_choice` and `alert_sent`: who wants which messages by SMS, and which were sent.

import { isSmsAlertOnByDefault, type SmsAlertKind, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How many alerts a person of one enterprise gets per day. */
const A_DAY_MAX = 20
const DAY_MS = 86_400_000

interface AlertRecipient {
  enterpriseId: string
  userId: string
  accountType: 1 | 2
}

/** Lists every kind of alert, with the person's choice or the default of his membership. */
export async function listSmsAlertChoicesWithDefaults(
  db: Db,
  { enterpriseId, userId, accountType }: AlertRecipient,
): Promise<{ alertKind: SmsAlertKind; bySms: boolean }[]> {
  const rows = await db
    .selectFrom('alert_choice')
    .select(['kind', 'by_sms'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map<string, boolean>(rows.map(({ kind, by_sms }) => [kind, by_sms]))
  return keysOf(smsAlertKinds).map((alertKind) => ({
    alertKind,
    bySms: chosen.get(alertKind) ?? isSmsAlertOnByDefault(accountType, alertKind),
  }))
}

export async function saveSmsAlertChoice(
  tx: Tx,
  { enterpriseId, userId, alertKind, bySms }: Omit<AlertRecipient, 'accountType'> & { alertKind: SmsAlertKind; bySms: boolean },
): Promise<void> {
  await tx
    .insertInto('alert_choice')
    .values({ enterprise_id: enterpriseId, user_id: userId, kind: alertKind, by_sms: bySms })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id', 'kind']).doUpdateSet({ by_sms: bySms }))
    .execute()
}

/** Records that a message is sent by SMS. Returns false if it was sent already, or if the limit of the day is reached. */
export async function recordSmsAlertWithinDailyLimit(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, id }: { enterpriseId: string; userId: string; id: string },
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('alert_sent')
    .select(tx.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('at', '>', new Date(moment.now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (count >= A_DAY_MAX) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_sent')
    .values({ enterprise_id: enterpriseId, user_id: userId, id, at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
