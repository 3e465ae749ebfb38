// The tables `coupon_template` and `coupon_quota`: what coupons there are, and how many of them are left.
import { sql } from 'kysely'
import type { couponSources, templateStates } from '#contract/catalog/coupons/shapes.ts'
import type { CouponScope } from '#contract/catalog/pricing/coupons.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikePattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type Slice } from '#server/platform/core/paging.ts'
import { selectRowVersion } from '#server/platform/core/row-edits.ts'

/** From day to day, or so many days from the one on which it is claimed. */
export type CouponValidity = { fromDay: string; untilDay: string; days: null } | { fromDay: null; untilDay: null; days: number }

export interface TemplateFacts {
  shopId: string
  name: string
  description: string
  amountFen: Fen
  thresholdFen: Fen
  scope: CouponScope
  validity: CouponValidity
  way: keyof typeof couponSources
  perEnterprise: number
  /** This member level and all above it. */
  level: MemberLevel
  total: number
}

export interface CouponTemplateRecord extends TemplateFacts {
  id: string
  claimed: number
  stoppedAt: Date | null
  createdBy: string | null
  createdAt: Date
  /** Of its terms and whether it is given out. */
  rowVersion: number
}

const selectTemplates = (db: Db) =>
  db
    .selectFrom('coupon_template as t')
    .innerJoin('coupon_quota as q', 'q.template_id', 't.id')
    .selectAll('t')
    .select(['q.total', 'q.claimed', selectRowVersion('coupon', 't.id').as('row_version')])

type RawTemplate = Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>

/** A scope as the table keeps it. */
export function parseScope({ scope, scope_ids }: { scope: CouponScope['kind']; scope_ids: unknown }): CouponScope {
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
  amountFen: row.amount_fen,
  thresholdFen: row.threshold_fen,
  scope: parseScope(row),
  validity: validityFrom(row),
  way: row.way,
  perEnterprise: row.per_enterprise,
  level: row.level as MemberLevel,
  total: row.total,
  claimed: row.claimed,
  stoppedAt: row.stopped_at,
  createdBy: row.created_by,
  createdAt: row.created_at,
  rowVersion: row.row_version,
})

const rowOf = ({ validity, scope, ...facts }: TemplateFacts) => ({
  shop_id: facts.shopId,
  name: facts.name,
  description: facts.description,
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

export async function insertTemplate(tx: Tx, moment: Moment, facts: TemplateFacts, staffId: string | null): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('coupon_template')
    .values({ id, ...rowOf(facts), created_by: staffId, created_at: moment.now })
    .execute()
  await tx.insertInto('coupon_quota').values({ template_id: id, total: facts.total, claimed: 0 }).execute()
  return id
}

export async function updateTemplate(tx: Tx, id: string, facts: TemplateFacts): Promise<void> {
  await tx.updateTable('coupon_template').set(rowOf(facts)).where('id', '=', id).execute()
  await tx.updateTable('coupon_quota').set({ total: facts.total }).where('template_id', '=', id).execute()
}

/** No more of it from now on. One that was stopped before keeps its time. */
export async function stopTemplate(tx: Tx, moment: Moment, id: string): Promise<void> {
  await tx.updateTable('coupon_template').set({ stopped_at: moment.now }).where('id', '=', id).where('stopped_at', 'is', null).execute()
}

/** More of it again. */
export async function resumeTemplate(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('coupon_template').set({ stopped_at: null }).where('id', '=', id).execute()
}

export type TemplateState = keyof typeof templateStates

/** Whether more of a template can be had on a day; `inState` says the same to the database. */
export function computeTemplateState(
  { stoppedAt, validity: { untilDay }, claimed, total }: CouponTemplateRecord,
  day: string,
): TemplateState {
  if (stoppedAt !== null) return 'stopped'
  if (untilDay !== null && untilDay < day) return 'over'
  return claimed >= total ? 'full' : 'open'
}

const inState = (state: TemplateState, day: string) =>
  sql<boolean>`${state} = case when t.stopped_at is not null then 'stopped' when t.until_day < ${day}::date then 'over'
    when q.claimed >= q.total then 'full' else 'open' end`

export async function findTemplate(db: Db, id: string): Promise<CouponTemplateRecord | undefined> {
  const row = await selectTemplates(db).where('t.id', '=', id).executeTakeFirst()
  return row && templateFrom(row)
}

export async function findTemplates(db: Db, ids: readonly string[]): Promise<CouponTemplateRecord[]> {
  if (ids.length === 0) return []
  return (await selectTemplates(db).where('t.id', '=', anyOf(ids)).execute()).map(templateFrom)
}

/** The template, with its quota locked: until the transaction ends nobody else claims, changes or stops it. */
export async function lockTemplate(tx: Tx, id: string): Promise<CouponTemplateRecord | undefined> {
  await tx.selectFrom('coupon_quota').select('claimed').where('template_id', '=', id).forUpdate().execute()
  return findTemplate(tx, id)
}

/** Takes one off what is left, and locks the quota with it. False: none is left, or there is no such template. */
export async function takeFromQuota(tx: Tx, id: string): Promise<boolean> {
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
  /** As it is on the day. */
  state?: TemplateState | undefined
  day: string
}

/** A page of all templates, the newest first. */
export async function listTemplates(
  db: Db,
  { keyword, way, scope, state, day, limit, offset }: Slice & Wanted,
): Promise<{ templates: CouponTemplateRecord[]; total: number }> {
  const like = formatLikePattern(keyword ?? '')
  let found = db.selectFrom('coupon_template as t').innerJoin('coupon_quota as q', 'q.template_id', 't.id').where('t.name', 'ilike', like)
  if (way !== undefined) found = found.where('t.way', '=', way)
  if (scope !== undefined) found = found.where('t.scope', '=', scope)
  if (state !== undefined) found = found.where(inState(state, day))
  const page = found
    .selectAll('t')
    .select(['q.total', 'q.claimed', selectRowVersion('coupon', 't.id').as('row_version')])
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
  const { rows, total } = await fetchPage(page, found, { limit, offset })
  return { templates: rows.map(templateFrom), total }
}

/** What a good belongs to, as far as coupons ask. */
export interface CouponGoods {
  id: string
  shopId: string
  /** Its category and the one above it. */
  categoryIds: readonly number[]
}

/** A page of what the claim centre has on a day, the newest first; of one good's, where one is named. */
export async function listClaimableTemplates(
  db: Db,
  { day, goods, limit, offset }: Slice & { day: string; goods?: CouponGoods | undefined },
): Promise<{ templates: CouponTemplateRecord[]; total: number }> {
  const open = sql<boolean>`t.way = 'claim' and t.stopped_at is null and (t.until_day is null or t.until_day >= ${day}::date)`
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
  const { rows, total } = await fetchPage(page.orderBy('t.created_at', 'desc').orderBy('t.id'), all, { limit, offset })
  return { templates: rows.map(templateFrom), total }
}
