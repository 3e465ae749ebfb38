// Reads and writes the tables `alert_choice` and `alert_sent`: who wants which messages by SMS or mail, and which were sent.

import { isSmsAlertOnByDefault, type SmsAlertKind, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How many SMS alerts a person of one enterprise gets per day. */
const A_DAY_MAX = 20
const DAY_MS = 86_400_000

interface AlertRecipient {
  enterpriseId: string
  userId: string
  accountType: 1 | 2
}

interface AlertChoice {
  alertKind: SmsAlertKind
  bySms: boolean
  byMail?: boolean | undefined
}

/** Lists every kind of alert, with the person's choice or the default of his membership. */
export async function listAlertChoicesWithDefaults(
  db: Db,
  { enterpriseId, userId, accountType }: AlertRecipient,
): Promise<{ alertKind: SmsAlertKind; bySms: boolean; byMail: boolean }[]> {
  const rows = await db
    .selectFrom('alert_choice')
    .select(['kind', 'by_sms', 'by_mail'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.kind, row]))
  return keysOf(smsAlertKinds).map((alertKind) => ({
    alertKind,
    bySms: chosen.get(alertKind)?.by_sms ?? isSmsAlertOnByDefault(accountType, alertKind),
    byMail: chosen.get(alertKind)?.by_mail ?? false,
  }))
}

/** Saves a choice. Without `byMail` that of mails stays. */
export async function saveAlertChoice(
  tx: Tx,
  { enterpriseId, userId, alertKind, bySms, byMail }: AlertChoice & Omit<AlertRecipient, 'accountType'>,
): Promise<void> {
  const set = { by_sms: bySms, ...(byMail !== undefined && { by_mail: byMail }) }
  await tx
    .insertInto('alert_choice')
    .values({ enterprise_id: enterpriseId, user_id: userId, kind: alertKind, ...set })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id', 'kind']).doUpdateSet(set))
    .execute()
}

/**
 * Records that a message leaves the mall, once. Returns undefined if it has left before, else whether it may go by SMS, too: not beyond the
 * limit of the day.
 */
export async function recordAlertOnceWithinSmsLimit(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, id, bySms }: { enterpriseId: string; userId: string; id: string; bySms: boolean },
): Promise<{ bySms: boolean } | undefined> {
  const { count } = await tx
    .selectFrom('alert_sent')
    .select(tx.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('at', '>', new Date(moment.now.getTime() - DAY_MS))
    .where('by_sms', '=', true)
    .executeTakeFirstOrThrow()
  const isWithinLimit = bySms && count < A_DAY_MAX
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_sent')
    .values({ enterprise_id: enterpriseId, user_id: userId, id, at: moment.now, by_sms: isWithinLimit })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? { bySms: isWithinLimit } : undefined
}
