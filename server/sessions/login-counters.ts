// The only file that touches the table `login_counter`. Keyed by the HMAC of a mobile or a mail
// address, whether anybody has it: a counter tells nothing about who exists.
import { sql } from 'kysely'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

const WINDOW_MS = 15 * 60_000
const LOCK_MS = 15 * 60_000
const FAILURES_MAX = 5
const CAPTCHA_FROM = 3

/** Whether the next try needs a picture answered. */
export async function needsCaptcha(db: Db, moment: Moment, subject: Buffer): Promise<boolean> {
  const row = await db.selectFrom('login_counter').select(['failures', 'window_from']).where('subject', '=', subject).executeTakeFirst()
  return row !== undefined && row.failures >= CAPTCHA_FROM && moment.now.getTime() - row.window_from.getTime() < WINDOW_MS
}

/**
 * Counts a try as a failure before the password is looked at, so that many tries at once cannot outrun the count. Refuses while it
 * is locked, with the same words whether the password was right.
 */
export async function countTry(tx: Tx, moment: Moment, subject: Buffer): Promise<void> {
  const fresh = new Date(moment.now.getTime() - WINDOW_MS)
  const { failures, locked_until } = await tx
    .insertInto('login_counter')
    .values({ subject, failures: 1, window_from: moment.now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        failures: sql<number>`case when login_counter.window_from <= ${fresh} then 1 else login_counter.failures + 1 end`,
        window_from: sql<Date>`case when login_counter.window_from <= ${fresh} then excluded.window_from else login_counter.window_from end`,
        locked_until: eb.ref('login_counter.locked_until'),
      })),
    )
    .returning(['failures', 'locked_until'])
    .executeTakeFirstOrThrow()
  if (locked_until !== null && locked_until > moment.now) refuse('LOGIN_LOCKED')
  if (failures > FAILURES_MAX) refuse('LOGIN_LOCKED')
}

/** A try turned out to be neither right nor wrong: it is as if it had not been. What failed before it still counts. */
export async function takeBackTry(tx: Tx, subject: Buffer): Promise<void> {
  await tx
    .updateTable('login_counter')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

/** A try was wrong: the fifth within the window locks the subject. */
export async function lockIfTooMany(tx: Tx, moment: Moment, subject: Buffer): Promise<void> {
  await tx
    .updateTable('login_counter')
    .set({ locked_until: new Date(moment.now.getTime() + LOCK_MS) })
    .where('subject', '=', subject)
    .where('failures', '>=', FAILURES_MAX)
    .execute()
}

/** A try was right: nothing is held against it any more. */
export async function forgive(tx: Tx, subject: Buffer): Promise<void> {
  await tx.deleteFrom('login_counter').where('subject', '=', subject).execute()
}
