// Reads and writes the table `follow_up`.
import { sql } from 'kysely'
import {
  FOLLOW_UP_DAYS_AHEAD_MAX,
  type FollowUp,
  type FollowUpKind,
  type FollowUpListFilter,
} from '#contract/people/account-managers/follow-up-api.ts'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { attachEnterpriseNamesToRows, hasKeywordInEnterpriseNameSql, requireOpenEnterprise } from '#server/people/organisation/public.ts'
import { listStaffIdsLimitedToOwnEnterprises, listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { toManagerId } from './account-managers.ts'

/** A follow-up by its company and id. */
export interface FollowUpRef {
  enterpriseId: string
  id: string
}

export interface FollowUpFilter {
  part?: FollowUpListFilter | undefined
  manager?: string | undefined
  kind?: FollowUpKind | undefined
  enterpriseId?: string | undefined
  keyword?: string | undefined
  /** Who asks, whose own follow-ups he may want. */
  staffId: string
  /** He sees the companies alone whose account manager he is, also of what he has written himself. */
  ownEnterprisesOnly?: boolean
}

/** SQL: who is to follow up: the account manager of the company, or else the person who has written it. */
const responsible = sql<string>`coalesce(m.staff_id, f.staff_id)`
const open = sql<boolean>`f.next_day is not null and f.done_at is null`

/** Selects follow-ups with the account manager that their company has now. */
function matchFollowUps(db: Db, today: string, { part, manager, kind, enterpriseId, keyword, ...asking }: FollowUpFilter) {
  const { staffId } = asking
  let query = db.selectFrom('follow_up as f').leftJoin('account_manager as m', 'm.enterprise_id', 'f.enterprise_id')
  if (part === 'due') query = query.where(open).where('f.next_day', '<=', today)
  if (part === 'later') query = query.where(open).where('f.next_day', '>', today)
  if (part === 'done') query = query.where('f.done_at', 'is not', null)
  if (manager === UNMANAGED_ENTERPRISES_FILTER_VALUE) query = query.where('m.staff_id', 'is', null)
  else if (manager !== undefined) query = query.where(responsible, '=', toManagerId(manager, staffId))
  if (asking.ownEnterprisesOnly === true) query = query.where('m.staff_id', '=', staffId)
  if (kind !== undefined) query = query.where('f.kind', '=', kind)
  if (enterpriseId !== undefined) query = query.where('f.enterprise_id', '=', enterpriseId)
  if (keyword) query = query.where(hasKeywordInEnterpriseNameSql('f.enterprise_id', keyword))
  return query
}

/** Lists a page of follow-ups: what is to be done by its day, the earliest first; others the newest first. */
export async function listFollowUps(
  db: Db,
  moment: Moment,
  { limit, offset, ...filter }: FollowUpFilter & RowSlice,
): Promise<{ dataList: FollowUp[]; total: number }> {
  const wanted = matchFollowUps(withoutTenantGuard(db, 'console'), toShanghaiDay(moment.now), filter)
  const selected = wanted
    .select(['f.enterprise_id', 'f.id', 'f.kind', 'f.text', 'f.staff_id', 'f.at', 'f.next_day', 'f.done_by', 'f.done_at'])
    .select('m.staff_id as manager_id')
  const ordered = (() => {
    if (filter.part === 'due' || filter.part === 'later') return selected.orderBy('f.next_day').orderBy('f.id')
    if (filter.part === 'done') return selected.orderBy('f.done_at', 'desc').orderBy('f.id')
    return selected.orderBy('f.at', 'desc').orderBy('f.id')
  })()
  const { rows, total } = await fetchPageWithTotal(ordered, wanted, { limit, offset })
  const people = await listStaffNamesById(db)
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? ''))
  const dataList = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    kind: row.kind as FollowUpKind,
    text: row.text,
    staffName: people.get(row.staff_id) ?? '',
    at: row.at,
    nextDay: row.next_day,
    managerName: nameOf(row.manager_id),
    doneBy: nameOf(row.done_by),
    doneAt: row.done_at,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
}

/** What is to be followed up today or was to be before. `oldestDay`: the earliest day; null: there is none. */
export interface DueFollowUps {
  count: number
  oldestDay: string | null
}

/** Counts the due follow-ups of some people in one statement, as the list of each shows them. Who has none is not in the result. */
export async function countDueFollowUpsOfStaff(db: Db, moment: Moment, staffIds: readonly string[]): Promise<Map<string, DueFollowUps>> {
  const limited = [...(await listStaffIdsLimitedToOwnEnterprises(db))]
  const rows = await matchFollowUps(withoutTenantGuard(db, 'console'), toShanghaiDay(moment.now), { part: 'due', staffId: '' })
    .where(responsible, '=', anyOfIdsSql(staffIds))
    .where(({ eb, not, or }) => or([eb('m.staff_id', 'is not', null), not(eb('f.staff_id', '=', anyOfIdsSql(limited)))]))
    .select(({ fn }) => [responsible.as('staffId'), fn.countAll<number>().as('count'), fn.min('f.next_day').as('oldestDay')])
    .groupBy(responsible)
    .execute()
  return new Map(rows.map(({ staffId, count, oldestDay }) => [staffId, { count, oldestDay }]))
}

/** Counts what a member of staff is to follow up today or was to before, with the earliest day, as his list shows it. */
export async function countDueFollowUps(
  db: Db,
  moment: Moment,
  { staffId, ownEnterprisesOnly }: { staffId: string; ownEnterprisesOnly: boolean },
): Promise<DueFollowUps> {
  const filter = { part: 'due', manager: OWN_ENTERPRISES_FILTER_VALUE, staffId, ownEnterprisesOnly } as const
  return matchFollowUps(withoutTenantGuard(db, 'console'), toShanghaiDay(moment.now), filter)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('f.next_day').as('oldestDay')])
    .executeTakeFirstOrThrow()
}

/** Refuses FOLLOW_UP_DAY for a day before today or too far ahead. */
function requireNextDayIsAhead(moment: Moment, day: string): void {
  const today = toShanghaiDay(moment.now)
  if (day < today || day > addDays(today, FOLLOW_UP_DAYS_AHEAD_MAX)) refuse('FOLLOW_UP_DAY', { field: 'nextDay' })
}

/** Locks a follow-up that is to be done, and returns its day. Refuses FOLLOW_UP_NOT_FOUND, FOLLOW_UP_DONE. */
async function lockOpenFollowUp(tx: Tx, { enterpriseId, id }: FollowUpRef): Promise<string> {
  const row = await tx
    .selectFrom('follow_up')
    .select(['next_day', 'done_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('FOLLOW_UP_NOT_FOUND')
  if (row.next_day === null || row.done_at !== null) refuse('FOLLOW_UP_DONE')
  return row.next_day
}

/** Marks a planned follow-up as done. Refuses FOLLOW_UP_NOT_FOUND, FOLLOW_UP_DONE. */
export async function completeFollowUp(tx: Tx, moment: Moment, { staffId, ...ref }: FollowUpRef & { staffId: string }): Promise<void> {
  await lockOpenFollowUp(tx, ref)
  await tx
    .updateTable('follow_up')
    .set({ done_by: staffId, done_at: moment.now })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .execute()
}

/** Moves a planned follow-up to another day. Refuses FOLLOW_UP_NOT_FOUND, FOLLOW_UP_DONE, FOLLOW_UP_MOVED, FOLLOW_UP_DAY. */
export async function postponeFollowUp(
  tx: Tx,
  moment: Moment,
  { nextDay, seenDay, ...ref }: FollowUpRef & { nextDay: string; seenDay: string },
): Promise<void> {
  const day = await lockOpenFollowUp(tx, ref)
  requireNextDayIsAhead(moment, nextDay)
  if (day !== seenDay) refuse('FOLLOW_UP_MOVED')
  await tx
    .updateTable('follow_up')
    .set({ next_day: nextDay })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .execute()
}

export interface NewFollowUp {
  enterpriseId: string
  kind: FollowUpKind
  text: string
  nextDay: string | null
  /** The planned one that this was. */
  completesId: string | null
  staffId: string
}

/**
 * Records that staff talked to a company, and completes the planned follow-up that it was. Returns its id. Refuses ENTERPRISE_NOT_FOUND, ENTERPRISE_CLOSED,
 * FOLLOW_UP_DAY, FOLLOW_UP_NOT_FOUND, FOLLOW_UP_DONE.
 */
export async function recordFollowUpAndCompletePlanned(
  tx: Tx,
  moment: Moment,
  { enterpriseId, kind, text, nextDay, completesId, staffId }: NewFollowUp,
): Promise<string> {
  await requireOpenEnterprise(tx, enterpriseId)
  if (nextDay !== null) requireNextDayIsAhead(moment, nextDay)
  if (completesId !== null) await completeFollowUp(tx, moment, { enterpriseId, id: completesId, staffId })
  const id = moment.newId()
  await tx
    .insertInto('follow_up')
    .values({ enterprise_id: enterpriseId, id, kind, text, staff_id: staffId, at: moment.now, next_day: nextDay })
    .execute()
  return id
}
