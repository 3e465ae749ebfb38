import { createTextMessage } from '#contract/people/messaging/message-texts/texts.ts'
import { addDays, dayOf } from '#contract/platform/core/shanghai.ts'
import { anyOf, type Db, inTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachIsolated } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { type Coupon, couponFrom, selectCoupons } from './coupon-store.ts'
import { formatCoupon, notifyCouponUsers } from './notify.ts'

const DAYS_BEFORE = 3

interface Span {
  from: string
  until: string
}

/** The companies with coupons that lapse between two days and that they have not been told of. */
async function findCompanies(db: Db, { from, until }: Span): Promise<string[]> {
  const rows = await acrossEnterprises(db, 'finding work')
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

/** A company's unused coupons whose last day comes between two days and that it has not been told of. */
async function listLapsing(db: Db, enterpriseId: string, { from, until }: Span): Promise<Coupon[]> {
  const rows = await selectCoupons(db)
    .where('coupon.enterprise_id', '=', enterpriseId)
    .where('coupon.state', '=', 'unused')
    .where('coupon.reminded_at', 'is', null)
    .where('coupon.until_day', '>=', from)
    .where('coupon.until_day', '<=', until)
    .orderBy('coupon.until_day')
    .execute()
  return rows.map(couponFrom)
}

/** Notes that a company has been told, and returns which of its coupons it had not been told of yet. */
async function markReminded(tx: Tx, moment: Moment, enterpriseId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .updateTable('coupon')
    .set({ reminded_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'unused')
    .where('reminded_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** One message a company, however many of its coupons lapse: to everybody in it who may use them. */
async function tell(tx: Tx, moment: Moment, enterpriseId: string, coupons: readonly Coupon[]): Promise<number> {
  const fresh = await markReminded(
    tx,
    moment,
    enterpriseId,
    coupons.map(({ id }) => id),
  )
  const lapsing = coupons.filter(({ id }) => fresh.has(id))
  const [first] = lapsing
  if (!first) return 0
  const facts = { coupon: formatCoupon(first), lastDay: first.untilDay }
  const more = { ...facts, count: String(lapsing.length), days: String(DAYS_BEFORE) }
  await notifyCouponUsers(
    tx,
    moment,
    [enterpriseId],
    lapsing.length === 1 ? createTextMessage('couponLapsing', facts) : createTextMessage('couponsLapsing', more),
  )
  return 1
}

/** 到期提醒: coupons that lapse within three days, each told of once. Returns how many companies were told. */
export async function sendCouponExpiryReminders(db: Db, moment: Moment): Promise<number> {
  const today = dayOf(moment.now)
  const span = { from: today, until: addDays(today, DAYS_BEFORE) }
  return forEachIsolated(await findCompanies(db, span), (enterpriseId) =>
    inTransaction(db, async (tx) => tell(tx, moment, enterpriseId, await listLapsing(tx, enterpriseId, span))),
  )
}
