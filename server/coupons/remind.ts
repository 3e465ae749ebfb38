import { addDays, dayOf } from '../../contract/shanghai.ts'
import { anyOf, type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { type Coupon, couponFrom, selectCoupons } from './coupon-rows.ts'
import { sayCoupon, tellUsers } from './tell.ts'

const DAYS_BEFORE = 3
const BATCH = 500

/** Unused coupons whose last day comes between two days and whose company has not been told, as far as a bound. */
async function listLapsing(db: Db, { from, until, limit }: { from: string; until: string; limit: number }): Promise<Coupon[]> {
  const rows = await selectCoupons(acrossEnterprises(db, 'finding work'))
    .where('coupon.state', '=', 'unused')
    .where('coupon.reminded_at', 'is', null)
    .where('coupon.until_day', '>=', from)
    .where('coupon.until_day', '<=', until)
    .orderBy('coupon.until_day')
    .limit(limit)
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
  const what = sayCoupon(first)
  const content =
    lapsing.length === 1
      ? `${what}将于 ${first.untilDay} 到期，请尽快使用。`
      : `${what}等 ${lapsing.length} 张优惠券将在 ${DAYS_BEFORE} 天内到期，最早 ${first.untilDay}，请尽快使用。`
  await tellUsers(tx, moment, [enterpriseId], { title: '优惠券即将到期', content })
  return 1
}

/** 到期提醒: coupons that lapse within three days, each told of once. Returns how many companies were told. */
export async function remindOfCoupons(db: Db, moment: Moment): Promise<number> {
  const today = dayOf(moment.now)
  for (let told = 0; ; ) {
    const due = await listLapsing(db, { from: today, until: addDays(today, DAYS_BEFORE), limit: BATCH })
    for (const enterpriseId of new Set(due.map((coupon) => coupon.enterpriseId))) {
      const own = due.filter((coupon) => coupon.enterpriseId === enterpriseId)
      told += await inTransaction(db, (tx) => tell(tx, moment, enterpriseId, own))
    }
    if (due.length < BATCH) return told
  }
}
