// Reads and writes the tables `coupon_template` and `coupon_quota`: the terms of coupons, and how many are left.
import { sql } from 'kysely'
import { COUPON_ENDING_DAYS } from '#contract/catalog/coupons/console-api.ts'
import type { CouponDiscountTerms, CouponKind } from '#contract/catalog/coupons/kinds.ts'
import type { couponSources, couponTemplateStates } from '#contract/catalog/coupons/shapes.ts'
import type { CouponScope } from '#contract/catalog/pricing/coupons.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import type { BasisPoints, Fen } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** Either fixed days, or a number of days from the day of the claim. */
export type CouponValidity = { fromDay: string; untilDay: string; days: null } | { fromDay: null; untilDay: null; days: number }

export interface CouponTemplateFields {
  shopId: string
  name: string
  description: string
  kind: CouponKind
  /** What it takes off, or the most that it takes off. */
  amountFen: Fen
  /** The share of 折扣券; null for the other kinds. */
  offBasisPoints: BasisPoints | null
  thresholdFen: Fen
  scope: CouponScope
  validity: CouponValidity
  way: keyof typeof couponSources
  perEnterprise: number
  /** The lowest member level that may claim it. */
  level: MemberLevel
  /** Only the first order of a company can use it. */
  firstOrder: boolean
  /** The companies that may have it; empty: all may. */
  enterpriseIds: readonly string[]
  total: number
}

export interface CouponTemplateRecord extends CouponTemplateFields {
  id: string
  claimed: number
  stoppedAt: Date | null
  createdBy: string | null
  createdAt: Date
  /** The version of its terms and of its state. */
  rowVersion: number
}

const selectTemplates = (db: Db) =>
  db
    .selectFrom('coupon_template as t')
    .innerJoin('coupon_quota as q', 'q.template_id', 't.id')
    .selectAll('t')
    .select(['q.total', 'q.claimed', buildRowVersionSubquery('coupon', 't.id').as('row_version')])

type RawTemplate = Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>

/** Parses the scope columns of a row. */
export function parseCouponScope({ scope, scope_ids }: { scope: CouponScope['kind']; scope_ids: unknown }): CouponScope {
  if (scope === 'all') return { kind: 'all' }
  return scope === 'goods' ? { kind: 'goods', ids: scope_ids as string[] } : { kind: 'categories', ids: scope_ids as number[] }
}

const validityFrom = ({ from_day, until_day, days }: Pick<RawTemplate, 'from_day' | 'until_day' | 'days'>): CouponValidity =>
  days === null ? { fromDay: from_day ?? '', untilDay: until_day ?? '', days } : { fromDay: null, untilDay: null, days }

const templateFrom = (row: RawTemplate): CouponTemplateRecord => ({
  id: row.id,
  shopId: row.shop_id,
  name: row.name,
  description: row.description,
  kind: row.kind,
  amountFen: row.amount_fen,
  offBasisPoints: row.off_bp,
  thresholdFen: row.threshold_fen,
  scope: parseCouponScope(row),
  validity: validityFrom(row),
  way: row.way,
  perEnterprise: row.per_enterprise,
  level: row.level as MemberLevel,
  firstOrder: row.first_order,
  enterpriseIds: row.enterprise_ids as string[],
  total: row.total,
  claimed: row.claimed,
  stoppedAt: row.stopped_at,
  createdBy: row.created_by,
  createdAt: row.created_at,
  rowVersion: row.row_version,
})

/** What the coupons of a template take off and from which amount, as it is sent. */
export const toCouponDiscountTerms = ({
  kind,
  amountFen,
  offBasisPoints,
  thresholdFen,
}: Pick<CouponTemplateFields, 'kind' | 'amountFen' | 'offBasisPoints' | 'thresholdFen'>): CouponDiscountTerms => ({
  couponKind: kind,
  amount: amountFen,
  offBasisPoints,
  threshold: thresholdFen,
})

const rowOf = ({ validity, scope, ...facts }: CouponTemplateFields) => ({
  shop_id: facts.shopId,
  name: facts.name,
  description: facts.description,
  kind: facts.kind,
  off_bp: facts.offBasisPoints,
  first_order: facts.firstOrder,
  enterprise_ids: JSON.stringify(facts.enterpriseIds),
  amount_fen: facts.amountFen,
  threshold_fen: facts.thresholdFen,
  scope: scope.kind,
  scope_ids: JSON.stringify(scope.kind === 'all' ? [] : scope.ids),
  from_day: validity.fromDay,
  until_day: validity.untilDay,
  days: validity.days,
  way: facts.way,
  per_enterprise: facts.perEnterprise,
  level: facts.level,
})

export async function insertCouponTemplate(tx: Tx, moment: Moment, facts: CouponTemplateFields, staffId: string | null): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('coupon_template')
    .values({ id, ...rowOf(facts), created_by: staffId, created_at: moment.now })
    .execute()
  await tx.insertInto('coupon_quota').values({ template_id: id, total: facts.total, claimed: 0 }).execute()
  return id
}

export async function updateCouponTemplateRow(tx: Tx, id: string, facts: CouponTemplateFields): Promise<void> {
  await tx.updateTable('coupon_template').set(rowOf(facts)).where('id', '=', id).execute()
  await tx.updateTable('coupon_quota').set({ total: facts.total }).where('template_id', '=', id).execute()
}

/** Stops a template. A template that is stopped already keeps its time. */
export async function setCouponTemplateStoppedAt(tx: Tx, moment: Moment, id: string): Promise<void> {
  await tx.updateTable('coupon_template').set({ stopped_at: moment.now }).where('id', '=', id).where('stopped_at', 'is', null).execute()
}

/** Resumes a stopped template. */
export async function clearCouponTemplateStoppedAt(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('coupon_template').set({ stopped_at: null }).where('id', '=', id).execute()
}

export type CouponTemplateState = keyof typeof couponTemplateStates

/** Computes whether a template can be claimed on a day. `inState` is the same rule in SQL. */
export function computeCouponTemplateState(
  { stoppedAt, validity: { untilDay }, claimed, total }: CouponTemplateRecord,
  day: string,
): CouponTemplateState {
  if (stoppedAt !== null) return 'stopped'
  if (untilDay !== null && untilDay < day) return 'over'
  return claimed >= total ? 'full' : 'open'
}

const inState = (state: CouponTemplateState, day: string) =>
  sql<boolean>`${state} = case when t.stopped_at is not null then 'stopped' when t.until_day < ${day}::date then 'over'
    when q.claimed >= q.total then 'full' else 'open' end`

/** SQL: the template `t` with its quota `q` is issued on a day, and ends within `COUPON_ENDING_DAYS`. */
export const isCouponTemplateEndingSql = (day: string) =>
  sql<boolean>`${inState('open', day)} and t.until_day <= ${addDays(day, COUPON_ENDING_DAYS - 1)}::date`

/** SQL: the last coupon of the template `t` with its quota `q` is claimed, and the template is neither over nor stopped. */
export const isCouponTemplateFullSql = (day: string) => inState('full', day)

export async function findCouponTemplate(db: Db, id: string): Promise<CouponTemplateRecord | undefined> {
  const row = await selectTemplates(db).where('t.id', '=', id).executeTakeFirst()
  return row && templateFrom(row)
}

export async function findCouponTemplates(db: Db, ids: readonly string[]): Promise<CouponTemplateRecord[]> {
  if (ids.length === 0) return []
  return (await selectTemplates(db).where('t.id', '=', anyOfIdsSql(ids)).execute()).map(templateFrom)
}

/** Locks a template through its quota: until the transaction ends nobody else claims, edits or stops it. */
export async function lockCouponTemplate(tx: Tx, id: string): Promise<CouponTemplateRecord | undefined> {
  await tx.selectFrom('coupon_quota').select('claimed').where('template_id', '=', id).forUpdate().execute()
  return findCouponTemplate(tx, id)
}

/** Takes one coupon from the quota and locks it. Returns false if none is left or the template does not exist. */
export async function takeFromCouponQuota(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupon_quota')
    .set({ claimed: sql<number>`claimed + 1` })
    .where('template_id', '=', id)
    .whereRef('claimed', '<', 'total')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Wanted {
  keyword?: string | undefined
  way?: CouponTemplateRecord['way'] | undefined
  scope?: CouponScope['kind'] | undefined
  kind?: CouponKind | undefined
  /** The state on the given day. */
  state?: CouponTemplateState | undefined
  /** Only those that end soon. */
  ending?: boolean | undefined
  day: string
  /** null: of all shops. */
  shopIds: readonly string[] | null
}

/** Returns a page of the templates of the given shops, newest first; those that end soon, the first to end first. */
export async function listCouponTemplates(
  db: Db,
  { keyword, way, scope, kind, state, ending, day, shopIds, limit, offset }: RowSlice & Wanted,
): Promise<{ templates: CouponTemplateRecord[]; total: number }> {
  const like = formatLikeContainsPattern(keyword ?? '')
  let found = db.selectFrom('coupon_template as t').innerJoin('coupon_quota as q', 'q.template_id', 't.id').where('t.name', 'ilike', like)
  found = found.where(isInShopsOrUnrestrictedSql('t.shop_id', shopIds))
  if (way !== undefined) found = found.where('t.way', '=', way)
  if (scope !== undefined) found = found.where('t.scope', '=', scope)
  if (kind !== undefined) found = found.where('t.kind', '=', kind)
  if (state !== undefined) found = found.where(inState(state, day))
  if (ending) found = found.where(isCouponTemplateEndingSql(day))
  const selected = found.selectAll('t').select(['q.total', 'q.claimed', buildRowVersionSubquery('coupon', 't.id').as('row_version')])
  const page = (ending ? selected.orderBy('t.until_day') : selected).orderBy('t.created_at', 'desc').orderBy('t.id')
  const { rows, total } = await fetchPageWithTotal(page, found, { limit, offset })
  return { templates: rows.map(templateFrom), total }
}

/** The shop and categories of goods, as coupons need them. */
export interface GoodsShopAndCategories {
  id: string
  shopId: string
  /** The category of the goods and its parent. */
  categoryIds: readonly number[]
}

/** Whether a company may have the coupons of a template: all may, unless staff have chosen some. */
export const isCouponTemplateForEnterprise = (
  { enterpriseIds }: Pick<CouponTemplateFields, 'enterpriseIds'>,
  enterpriseId: string,
): boolean => enterpriseIds.length === 0 || enterpriseIds.includes(enterpriseId)

/** Returns a page of the templates that the claim centre offers a company on a day, newest first; only those for certain goods, if given. */
export async function listClaimableCouponTemplates(
  db: Db,
  { enterpriseId, day, goods, limit, offset }: RowSlice & { enterpriseId: string; day: string; goods?: GoodsShopAndCategories | undefined },
): Promise<{ templates: CouponTemplateRecord[]; total: number }> {
  const open = sql<boolean>`t.way = 'claim' and t.stopped_at is null and (t.until_day is null or t.until_day >= ${day}::date)
    and (t.enterprise_ids = '[]' or t.enterprise_ids @> ${JSON.stringify([enterpriseId])}::jsonb)`
  const fits =
    goods &&
    sql<boolean>`t.shop_id = ${goods.shopId} and (t.scope = 'all' or (t.scope = 'goods' and t.scope_ids @> ${JSON.stringify([goods.id])}::jsonb)
      or (t.scope = 'categories' and exists (select from jsonb_array_elements_text(t.scope_ids) as c(id) where c.id::int = any(${[...goods.categoryIds]}::int[]))))`
  let page = selectTemplates(db).where(open)
  let all = db.selectFrom('coupon_template as t').where(open)
  if (fits) {
    page = page.where(fits)
    all = all.where(fits)
  }
  const { rows, total } = await fetchPageWithTotal(page.orderBy('t.created_at', 'desc').orderBy('t.id'), all, { limit, offset })
  return { templates: rows.map(templateFrom), total }
}

/** Counts the templates whose scope names a category. */
export async function countCouponTemplatesOfCategory(db: Db, categoryId: number): Promise<number> {
  const query = db.selectFrom('coupon_template').select(db.fn.countAll<number>().as('count')).where('scope', '=', 'categories')
  return (await query.where(sql<boolean>`scope_ids @> ${JSON.stringify([categoryId])}::jsonb`).executeTakeFirstOrThrow()).count
}

/** Replaces a merged category in all scopes, so that its coupons cover the category that has its goods now. */
export async function replaceCategoriesInCouponScopes(tx: Tx, replacements: readonly { from: number; to: number }[]): Promise<void> {
  const old = replacements.map(({ from }) => from)
  await sql`
    update coupon_template set scope_ids = (
      select jsonb_agg(distinct coalesce(given.new_id, named.id::int))
      from jsonb_array_elements_text(scope_ids) as named(id)
      left join unnest(${old}::int[], ${replacements.map(({ to }) => to)}::int[]) as given(old_id, new_id) on given.old_id = named.id::int)
    where scope = 'categories' and exists (
      select from jsonb_array_elements_text(scope_ids) as named(id) where named.id::int = any(${old}::int[]))`.execute(tx)
}
