// Reads and writes the table `payment_password`: six digits for each membership, and the counter of wrong attempts.

import type { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { compareTaggedDigest, computeTaggedDigest, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Context, CountedCheckResult } from '#server/platform/http/context.ts'

const LOCK_HOURS = 3
const WRONG_IN_ROW_MAX = 5
const WRONG_A_DAY_MAX = 10

export interface MembershipRef {
  enterpriseId: string
  userId: string
}

const digested = ({ enterpriseId, userId }: MembershipRef, payPwd: string) => `${enterpriseId}:${userId}:${payPwd}`

/** How long payments are frozen after a payment password or a mobile number was changed, so that the real owner can notice it. */
const FREEZE_MS = 24 * 3_600_000

/**
 * Sets the payment password of a membership and resets its counter. Replacing an existing one freezes payments for a day; the first one
 * does not.
 */
export async function setPaymentPassword(
  tx: Tx,
  moment: Moment,
  input: { keys: Keys; membership: MembershipRef; payPwd: string },
): Promise<void> {
  const { keys, membership, payPwd } = input
  const frozen_until = (await hasPaymentPassword(tx, membership)) ? new Date(moment.now.getTime() + FREEZE_MS) : null
  const fresh = {
    frozen_until,
    digest: computeTaggedDigest(keys, 'payPassword', digested(membership, payPwd)),
    wrong_in_row: 0,
    wrong_today: 0,
    day: null,
    locked_until: null,
    updated_at: moment.now,
  }
  await tx
    .insertInto('payment_password')
    .values({ enterprise_id: membership.enterpriseId, user_id: membership.userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'user_id']).doUpdateSet(fresh))
    .execute()
}

/** Deletes the payment password of a removed membership. */
export async function deletePaymentPassword(tx: Tx, { enterpriseId, userId }: MembershipRef): Promise<void> {
  await tx.deleteFrom('payment_password').where('enterprise_id', '=', enterpriseId).where('user_id', '=', userId).execute()
}

/** Freezes payments of all memberships of a user for a day, because his mobile number was changed. */
export async function freezePaymentsOfUserForOneDay(
  tx: Tx,
  moment: Moment,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('payment_password')
    .set({ frozen_until: new Date(moment.now.getTime() + FREEZE_MS) })
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('user_id', '=', userId)
    .execute()
}

export async function hasPaymentPassword(db: Db, membership: MembershipRef): Promise<boolean> {
  const row = await db
    .selectFrom('payment_password')
    .select('updated_at')
    .where('enterprise_id', '=', membership.enterpriseId)
    .where('user_id', '=', membership.userId)
    .executeTakeFirst()
  return row !== undefined
}

interface Counted {
  digest: Buffer
  wrong_in_row: number
  wrong_today: number
  day: string | null
  locked_until: Date | null
  frozen_until: Date | null
}

type Verdict = 'right' | { wrongInRow: number } | 'locked' | 'frozen' | 'not set'

interface Attempt {
  keys: Keys
  membership: MembershipRef
  payPwd: string
}

/**
 * Compares a payment password, and returns how to count the attempt; undefined: there is nothing to count. Its row is locked until the
 * transaction ends, so that concurrent attempts are counted one after the other. The count has to be committed even if the call is refused.
 */
async function lockAndCompare(
  tx: Tx,
  moment: Moment,
  { keys, membership, payPwd }: Attempt,
): Promise<{ verdict: Verdict; count?: (tx: Tx) => Promise<void> }> {
  const row: Counted | undefined = await tx
    .selectFrom('payment_password')
    .select(['digest', 'wrong_in_row', 'wrong_today', 'day', 'locked_until', 'frozen_until'])
    .where('enterprise_id', '=', membership.enterpriseId)
    .where('user_id', '=', membership.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { verdict: 'not set' }
  const today = toShanghaiDay(moment.now)
  const wrongToday = row.day === today ? row.wrong_today : 0
  if ((row.locked_until !== null && row.locked_until > moment.now) || wrongToday >= WRONG_A_DAY_MAX) return { verdict: 'locked' }
  const value = digested(membership, payPwd)
  const compared = compareTaggedDigest(keys, 'payPassword', { value, digest: row.digest })
  const right = compared !== 'other'
  const wrongInRow = right ? 0 : (row.locked_until === null ? row.wrong_in_row : 0) + 1
  const locked = wrongInRow >= WRONG_IN_ROW_MAX
  const counted = {
    wrong_in_row: wrongInRow,
    wrong_today: wrongToday + (right ? 0 : 1),
    day: today,
    locked_until: locked ? new Date(moment.now.getTime() + LOCK_HOURS * 3_600_000) : null,
    digest: compared === 'former' ? computeTaggedDigest(keys, 'payPassword', value) : row.digest,
  }
  const count = async (on: Tx) => {
    await on
      .updateTable('payment_password')
      .set(counted)
      .where('enterprise_id', '=', membership.enterpriseId)
      .where('user_id', '=', membership.userId)
      .execute()
  }
  if (!right) return { verdict: locked ? 'locked' : { wrongInRow }, count }
  const verdict = row.frozen_until !== null && row.frozen_until > moment.now ? 'frozen' : 'right'
  // Counts of earlier days do not matter, so a right password without wrong ones before it changes nothing, unless its digest is of a
  // former secret.
  return row.wrong_in_row === 0 && row.locked_until === null && compared === 'current' ? { verdict } : { verdict, count }
}

/**
 * Verifies a payment password and counts the attempt. It needs a transaction of its own that commits in any case, because a refusal must
 * not roll back the count. A payment uses `verifyPaymentPasswordWithinPayment`.
 */
async function verifyPaymentPasswordAndCountAttempt(tx: Tx, moment: Moment, attempt: Attempt): Promise<Verdict> {
  const { verdict, count } = await lockAndCompare(tx, moment, attempt)
  await count?.(tx)
  return verdict
}

/** Does the same inside the transaction that pays; see `Context.writeChecked`. Refuses like `requireRightPaymentPassword`. */
export async function verifyPaymentPasswordWithinPayment(tx: Tx, moment: Moment, attempt: Attempt): Promise<CountedCheckResult> {
  const { verdict, count } = await lockAndCompare(tx, moment, attempt)
  return { refusal: refusalOf(verdict), count }
}

function refusalOf(verdict: Verdict): Refusal | undefined {
  if (verdict === 'right') return undefined
  if (verdict === 'not set') return createRefusal('PAY_PASSWORD_NOT_SET')
  if (verdict === 'locked') return createRefusal('PAY_PASSWORD_LOCKED')
  if (verdict === 'frozen') return createRefusal('PAY_FROZEN')
  const left = WRONG_IN_ROW_MAX - verdict.wrongInRow
  return createRefusal('PAY_PASSWORD_WRONG', { msg: `支付密码错误，还可以尝试 ${left} 次`, left })
}

/**
 * Checks the payment password of a member before a write, and counts the attempt in a transaction of its own, so that a wrong one counts
 * although the write is refused. Refuses PAY_PASSWORD_WRONG with the number of attempts left, PAY_PASSWORD_NOT_SET, PAY_PASSWORD_LOCKED and PAY_FROZEN.
 */
export async function requireRightPaymentPassword(
  { keys, caller, moment, writeSeparately }: Pick<Context<Member>, 'caller' | 'moment' | 'writeSeparately'> & { keys: Keys },
  payPwd: string,
): Promise<void> {
  const verdict = await writeSeparately((tx) => verifyPaymentPasswordAndCountAttempt(tx, moment, { keys, membership: caller, payPwd }))
  const refusal = refusalOf(verdict)
  if (refusal) throw refusal
}
