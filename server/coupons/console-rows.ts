// What the console and the clock ask of everybody's coupons: reads the table `coupon` across companies.
import { sql } from 'kysely'
import { anyOf, type Db } from '../platform/db.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { type Coupon, couponFrom, selectCoupons } from './coupon-rows.ts'

/** How many coupons of some templates are held by orders, used, and lapsed by a day. */
export async function countStates(
  db: Db,
  templateIds: readonly string[],
  day: string,
): Promise<Map<string, { locked: number; used: number; expired: number }>> {
  const count = (where: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${where})::int`
  const rows = await acrossEnterprises(db, 'console')
    .selectFrom('coupon')
    .select('template_id')
    .select([
      count(sql<boolean>`state = 'locked'`).as('locked'),
      count(sql<boolean>`state = 'used'`).as('used'),
      count(sql<boolean>`state = 'unused' and until_day < ${day}::date`).as('expired'),
    ])
    .where('template_id', '=', anyOf(templateIds))
    .groupBy('template_id')
    .execute()
  return new Map(rows.map(({ template_id, ...counts }) => [template_id, counts]))
}

/** A page of a template's coupons, whoever has them, the latest first. */
export async function listClaims(
  db: Db,
  { templateId, limit, offset }: { templateId: string; limit: number; offset: number },
): Promise<{ coupons: Coupon[]; total: number }> {
  const all = acrossEnterprises(db, 'console')
  const rows = await selectCoupons(all)
    .where('coupon.template_id', '=', templateId)
    .orderBy('coupon.claimed_at', 'desc')
    .orderBy('coupon.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await all
    .selectFrom('coupon')
    .select(db.fn.countAll<number>().as('total'))
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  return { coupons: rows.map(couponFrom), total }
}

/** Unused coupons whose last day comes between two days and whose company has not been told, as far as a bound. */
export async function listLapsing(db: Db, { from, until, limit }: { from: string; until: string; limit: number }): Promise<Coupon[]> {
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
