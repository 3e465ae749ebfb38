// Reads and writes the tables `alert_choice` and `alert_sent`: who wants which messages by SMS, mail or WeChat, and which were sent.

import { isSmsAlertOnByDefault, type SmsAlertKind, smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** How many alerts a person of one enterprise gets per day by SMS, and in all, after which nothing else goes either. */
const SMS_A_DAY_MAX = 20
const ALERTS_A_DAY_MAX = 50
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
  byWechat?: boolean | undefined
}

/** Lists every kind of alert, with the person's choice or the default of his membership. */
export async function listAlertChoicesWithDefaults(
  db: Db,
  { enterpriseId, userId, accountType }: AlertRecipient,
): Promise<(AlertChannels & { alertKind: SmsAlertKind })[]> {
  const rows = await db
    .selectFrom('alert_choice')
    .select(['kind', 'by_sms', 'by_mail', 'by_wechat'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .execute()
  const chosen = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.kind, row]))
  return keysOf(smsAlertKinds).map((alertKind) => ({
    alertKind,
    bySms: chosen.get(alertKind)?.by_sms ?? isSmsAlertOnByDefault(accountType, alertKind),
    byMail: chosen.get(alertKind)?.by_mail ?? false,
    byWechat: chosen.get(alertKind)?.by_wechat ?? false,
  }))
}

/** Saves a choice. Without `byMail` that of mails stays, and without `byWechat` that of WeChat. */
export async function saveAlertChoice(
  tx: Tx,
  { enterpriseId, userId, alertKind, bySms, byMail, byWechat }: AlertChoice & Omit<AlertRecipient, 'accountType'>,
): Promise<void> {
  const set = {
    by_sms: bySms,
    ...(byMail !== undefined && { by_mail: byMail }),
    ...(byWechat !== undefined && { by_wechat: byWechat }),
  }
  await tx
    .insertInto('alert_choice')
    .values({ enterprise_id: enterpriseId, user_id: userId, kind: alertKind, ...set })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id', 'kind']).doUpdateSet(set))
    .execute()
}

/** By which channels a message goes. */
interface AlertChannels {
  bySms: boolean
  byMail: boolean
  byWechat: boolean
}

/**
 * Records that a message leaves the mall, once. Returns by which of the wanted channels it may go: by none beyond the limits of the day. Then
 * nothing is recorded. Returns undefined as well if it has left before.
 */
export async function recordAlertOnceWithinLimits(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, id, bySms, byMail, byWechat }: AlertChannels & { enterpriseId: string; userId: string; id: string },
): Promise<AlertChannels | undefined> {
  const { all, sms } = await tx
    .selectFrom('alert_sent')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.countAll<number>().filterWhere('by_sms', '=', true).as('sms')])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('at', '>', new Date(moment.now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  const isWithinAll = all < ALERTS_A_DAY_MAX
  const within = { bySms: bySms && sms < SMS_A_DAY_MAX, byMail: byMail && isWithinAll, byWechat: byWechat && isWithinAll }
  if (!within.bySms && !within.byMail && !within.byWechat) return undefined
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_sent')
    .values({ enterprise_id: enterpriseId, user_id: userId, id, at: moment.now, by_sms: within.bySms })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? within : undefined
}
