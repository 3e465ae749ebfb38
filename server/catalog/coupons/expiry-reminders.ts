import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { buildCouponQuery, type Coupon, toCoupon } from './coupon-store.ts'
import { formatCouponNameAndTerms, notifyMembersWhoMayUseCoupons } from './notify-coupon-users.ts'

const DAYS_BEFORE = 3

interface Span {
  from: string
  until: string
}

/** Finds enterprises with coupons that expire in the span and for which no reminder was sent. */
async function findCompanies(db: Db, { from, until }: Span): Promise<string[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('coupon')
    .select('enterprise_id')
    .distinct()
    .where('state', '=', 'unused')
    .where('reminded_at', 'is', null)
    .where('until_day', '>=', from)
    .where('until_day', '<=', until)
    .orderBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id }) => enterprise_id)
}

/** Lists an enterprise's unused coupons that expire in the span and for which no reminder was sent. */
async function listLapsing(db: Db, enterpriseId: string, { from, until }: Span): Promise<Coupon[]> {
  const rows = await buildCouponQuery(db)
    .where('coupon.enterprise_id', '=', enterpriseId)
    .where('coupon.state', '=', 'unused')
    .where('coupon.reminded_at', 'is', null)
    .where('coupon.until_day', '>=', from)
    .where('coupon.until_day', '<=', until)
    .orderBy('coupon.until_day')
    .execute()
  return rows.map(toCoupon)
}

/** Marks coupons as reminded. Returns those that were not marked before. */
async function markReminded(tx: Tx, moment: Moment, enterpriseId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .updateTable('coupon')
    .set({ reminded_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .where('state', '=', 'unused')
    .where('reminded_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Sends one message for all expiring coupons of an enterprise, to all members who may use them. */
async function sendReminder(tx: Tx, moment: Moment, enterpriseId: string, coupons: readonly Coupon[]): Promise<number> {
  const fresh = await markReminded(
    tx,
    moment,
    enterpriseId,
    coupons.map(({ id }) => id),
  )
  const lapsing = coupons.filter(({ id }) => fresh.has(id))
  const [first] = lapsing
  if (!first) return 0
  const facts = { coupon: formatCouponNameAndTerms(first), lastDay: first.untilDay }
  const more = { ...facts, count: String(lapsing.length), days: String(DAYS_BEFORE) }
  await notifyMembersWhoMayUseCoupons(
    tx,
    moment,
    [enterpriseId],
    lapsing.length === 1 ? createMessageTextWithValues('couponLapsing', facts) : createMessageTextWithValues('couponsLapsing', more),
  )
  return 1
}

/** 到期提醒: sends one reminder for each coupon that expires within three days. Returns how many enterprises got a message. */
export async function sendCouponExpiryReminders(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const span = { from: today, until: addDays(today, DAYS_BEFORE) }
  return forEachCollectingErrors(await findCompanies(db, span), (enterpriseId) =>
    runInTransaction(db, async (tx) => sendReminder(tx, moment, enterpriseId, await listLapsing(tx, enterpriseId, span))),
  )
}
