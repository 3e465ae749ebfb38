// Reads and inserts rows of the table `coupon`. order-coupons.ts binds coupons to orders.

import { sql } from 'kysely'
import type { CouponCounts, CouponTab } from '#contract/catalog/coupons/shapes.ts'
import type { CouponTerms } from '#contract/catalog/pricing/coupons.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, anyOfUnevenIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { parseCouponScope } from './template-store.ts'

export interface Coupon extends CouponTerms {
  enterpriseId: string
  templateId: string
  name: string
  state: 'unused' | 'locked' | 'used'
  orderId: string | null
  orderNo: string | null
  claimedBy: string | null
  claimedAt: Date
  usedAt: Date | null
}

export const buildCouponQuery = (db: Db) =>
  db
    .selectFrom('coupon')
    .innerJoin('coupon_template as t', 't.id', 'coupon.template_id')
    .select(['coupon.enterprise_id', 'coupon.id', 'coupon.template_id', 'coupon.state', 'coupon.from_day', 'coupon.until_day'])
    .select(['coupon.order_id', 'coupon.order_no', 'coupon.claimed_by', 'coupon.claimed_at', 'coupon.used_at'])
    .select(['t.name', 't.shop_id', 't.kind', 't.amount_fen', 't.off_bp', 't.threshold_fen', 't.scope', 't.scope_ids', 't.first_order'])

type RawCoupon = Awaited<ReturnType<ReturnType<typeof buildCouponQuery>['executeTakeFirstOrThrow']>>

export const toCoupon = (row: RawCoupon): Coupon => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  templateId: row.template_id,
  state: row.state,
  name: row.name,
  shopId: row.shop_id,
  kind: row.kind,
  amountFen: row.amount_fen,
  offBasisPoints: row.off_bp,
  firstOrder: row.first_order,
  thresholdFen: row.threshold_fen,
  scope: parseCouponScope(row),
  fromDay: row.from_day,
  untilDay: row.until_day,
  orderId: row.order_id,
  orderNo: row.order_no,
  claimedBy: row.claimed_by,
  claimedAt: row.claimed_at,
  usedAt: row.used_at,
})

/** Whether an unused coupon is past its last day. */
export const hasCouponExpired = ({ state, untilDay }: Pick<Coupon, 'state' | 'untilDay'>, day: string): boolean =>
  state === 'unused' && untilDay < day

const ofTab = (tab: CouponTab, day: string) => {
  if (tab === 'used') return sql<boolean>`coupon.state = 'used'`
  return tab === 'expired'
    ? sql<boolean>`coupon.state = 'unused' and coupon.until_day < ${day}::date`
    : sql<boolean>`(coupon.state = 'locked' or (coupon.state = 'unused' and coupon.until_day >= ${day}::date))`
}

/** An enterprise's coupons of the given shops; null: of all. */
interface Holder {
  enterpriseId: string
  shopIds: readonly string[] | null
}
const isOfShops = (shopIds: readonly string[]) =>
  sql<boolean>`exists (select from coupon_template as of where of.id = coupon.template_id and of.shop_id = ${anyOfUnevenIdsSql(shopIds)})`

/** Returns a page of an enterprise's coupons. Usable coupons are sorted by expiry, earliest first; used and expired ones latest first. */
export async function listCouponsOfEnterprise(
  db: Db,
  { enterpriseId, shopIds, tab, day, limit, offset }: Holder & { tab: CouponTab; day: string } & RowSlice,
): Promise<Coupon[]> {
  const all = buildCouponQuery(db).where('coupon.enterprise_id', '=', enterpriseId).where(ofTab(tab, day))
  const page = shopIds === null ? all : all.where(isOfShops(shopIds))
  const sorted =
    tab === 'unused'
      ? page.orderBy(sql`coupon.state = 'locked'`).orderBy('coupon.until_day')
      : page.orderBy(tab === 'used' ? 'coupon.used_at' : 'coupon.until_day', 'desc')
  return (await fetchSlice(sorted.orderBy('coupon.id'), { limit, offset })).map(toCoupon)
}

export async function countCouponsOfEnterpriseByState(db: Db, { enterpriseId, shopIds }: Holder, day: string): Promise<CouponCounts> {
  const count = (where: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${where})::int`
  const [isLocked, isListed] = [sql<boolean>`coupon.state = 'locked'`, ofTab('unused', day)]
  const counted = db
    .selectFrom('coupon')
    .select([count(sql`${isListed} and not ${isLocked}`).as('unused'), count(isLocked).as('locked')])
    .select([count(ofTab('used', day)).as('used'), count(ofTab('expired', day)).as('expired')])
    .where('enterprise_id', '=', enterpriseId)
  return (shopIds === null ? counted : counted.where(isOfShops(shopIds))).executeTakeFirstOrThrow()
}

/** Counts an enterprise's coupons by template. */
export async function countCouponsOfEnterpriseByTemplate(
  db: Db,
  enterpriseId: string,
  templateIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('coupon')
    .select(['template_id', db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('template_id', '=', anyOfIdsSql(templateIds))
    .groupBy('template_id')
    .execute()
  return new Map(rows.map(({ template_id, count }) => [template_id, count]))
}

interface UsableCoupons {
  enterpriseId: string
  shopIds: readonly string[]
  day: string
}

const selectUsable = compileOnce((db, { enterpriseId, shopIds, day }: UsableCoupons) =>
  buildCouponQuery(db)
    .where('coupon.enterprise_id', '=', enterpriseId)
    .where('coupon.state', '=', 'unused')
    .where('coupon.until_day', '>=', day)
    .where('t.shop_id', '=', anyOfIdsSql(shopIds)),
)

/** Lists the coupons that an enterprise can use in the given shops on a day or later. */
export async function listUsableCoupons(db: Db, of: UsableCoupons): Promise<Coupon[]> {
  return (await selectUsable(db, of).execute()).map(toCoupon)
}

export async function findCouponsOfEnterpriseById(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Coupon[]> {
  if (ids.length === 0) return []
  const rows = await buildCouponQuery(db)
    .where('coupon.enterprise_id', '=', enterpriseId)
    .where('coupon.id', '=', anyOfIdsSql(ids))
    .execute()
  return rows.map(toCoupon)
}

export interface NewCoupon {
  enterpriseId: string
  templateId: string
  nth: number
  fromDay: string
  untilDay: string
  claimedBy: string | null
  grantedFor: string | null
}

export async function insertCoupon(tx: Tx, moment: Moment, coupon: NewCoupon): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('coupon')
    .values({
      enterprise_id: coupon.enterpriseId,
      id,
      template_id: coupon.templateId,
      nth: coupon.nth,
      state: 'unused',
      from_day: coupon.fromDay,
      until_day: coupon.untilDay,
      claimed_by: coupon.claimedBy,
      claimed_at: moment.now,
      granted_for: coupon.grantedFor,
    })
    .execute()
  return id
}

/** Whether an enterprise was already granted a coupon for this reason. */
export async function isCouponAlreadyGranted(db: Db, enterpriseId: string, grantedFor: string): Promise<boolean> {
  const query = db.selectFrom('coupon').select('id').where('enterprise_id', '=', enterpriseId).where('granted_for', '=', grantedFor)
  return (await query.executeTakeFirst()) !== undefined
}

/** How many coupons of a template are used, unused and expired. */
export interface CouponUsageCounts {
  locked: number
  used: number
  expired: number
}

/** Counts the coupons of the given templates by state on a day. */
export async function countCouponUsageByTemplate(
  db: Db,
  templateIds: readonly string[],
  day: string,
): Promise<Map<string, CouponUsageCounts>> {
  const count = (where: ReturnType<typeof sql<boolean>>) => sql<number>`count(*) filter (where ${where})::int`
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('coupon')
    .select(['coupon.template_id', count(sql<boolean>`coupon.state = 'locked'`).as('locked')])
    .select(count(sql<boolean>`coupon.state = 'used'`).as('used'))
    .select(count(sql<boolean>`coupon.state = 'unused' and coupon.until_day < ${day}::date`).as('expired'))
    .where('coupon.template_id', '=', anyOfIdsSql(templateIds))
    .groupBy('coupon.template_id')
    .execute()
  return new Map(rows.map(({ template_id, ...fate }) => [template_id, fate]))
}

/** Returns a page of a template's coupons of all enterprises, latest first. */
export async function listCouponsOfTemplate(
  db: Db,
  { templateId, limit, offset }: RowSlice & { templateId: string },
): Promise<{ coupons: Coupon[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const rows = await fetchSlice(
    buildCouponQuery(all).where('coupon.template_id', '=', templateId).orderBy('coupon.claimed_at', 'desc').orderBy('coupon.id'),
    { limit, offset },
  )
  const total = await countRows(all.selectFrom('coupon').where('template_id', '=', templateId))
  return { coupons: rows.map(toCoupon), total }
}
