// Reads and writes the table `phone_call`.
import {
  PHONE_CALL_DAYS_BACK_MAX,
  type PhoneCall,
  type PhoneCallDirection,
  type PhoneCallListFilter,
  type PhoneCallOutcome,
} from '#contract/people/account-managers/phone-call-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  attachEnterpriseNamesToRows,
  findMembership,
  findMembershipNamesByEnterpriseAndUserId,
  hasKeywordInEnterpriseNameSql,
  requireOpenEnterprise,
} from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isEnterpriseOfAccountManagerSql } from './account-managers.ts'
import { completeFollowUp, recordFollowUpAndCompletePlanned } from './follow-ups.ts'

export interface PhoneCallFilter {
  part?: PhoneCallListFilter | undefined
  /** Whose companies; see `isEnterpriseOfAccountManagerSql`. */
  manager?: string | undefined
  direction?: PhoneCallDirection | undefined
  outcome?: PhoneCallOutcome | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  enterpriseId?: string | undefined
  keyword?: string | undefined
  /** Who asks, whose own calls he may want. */
  staffId: string
}

function matchPhoneCalls(db: Db, filter: PhoneCallFilter) {
  const { part, manager, direction, outcome, dateFrom, dateTo, enterpriseId, keyword, staffId } = filter
  let query = db.selectFrom('phone_call as c')
  if (part === 'mine') query = query.where('c.staff_id', '=', staffId)
  if (manager !== undefined) query = query.where(isEnterpriseOfAccountManagerSql('c.enterprise_id', { manager, staffId }))
  if (direction !== undefined) query = query.where('c.direction', '=', direction)
  if (outcome !== undefined) query = query.where('c.outcome', '=', outcome)
  if (dateFrom !== undefined) query = query.where('c.at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo !== undefined) query = query.where('c.at', '<', getStartOfNextShanghaiDay(dateTo))
  if (enterpriseId !== undefined) query = query.where('c.enterprise_id', '=', enterpriseId)
  if (keyword) query = query.where(hasKeywordInEnterpriseNameSql('c.enterprise_id', keyword))
  return query
}

/** Lists a page of the calls, the latest first, withdrawn ones as well. */
export async function listPhoneCalls(
  db: Db,
  { limit, offset, ...filter }: PhoneCallFilter & RowSlice,
): Promise<{ dataList: PhoneCall[]; total: number }> {
  const wanted = matchPhoneCalls(withoutTenantGuard(db, 'console'), filter)
  const ordered = wanted
    .leftJoin('follow_up as f', (join) => join.onRef('f.enterprise_id', '=', 'c.enterprise_id').onRef('f.id', '=', 'c.follow_up_id'))
    .select(['c.enterprise_id', 'c.id', 'c.direction', 'c.contact_user_id', 'c.contact_name', 'c.at', 'c.outcome', 'c.minutes', 'c.note'])
    .select(['c.staff_id', 'c.recorded_at', 'c.withdrawn_at', 'f.next_day'])
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, wanted, { limit, offset })
  const people = await listStaffNamesById(db)
  const withContact = rows.filter(({ contact_user_id }) => contact_user_id !== null)
  const contacts = await findMembershipNamesByEnterpriseAndUserId(db, {
    enterpriseIds: withContact.map(({ enterprise_id }) => enterprise_id),
    userIds: withContact.flatMap(({ contact_user_id }) => contact_user_id ?? []),
  })
  const dataList = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    direction: row.direction as PhoneCallDirection,
    contactName: row.contact_name ?? contacts.get(`${row.enterprise_id} ${row.contact_user_id}`) ?? null,
    at: row.at,
    outcome: row.outcome as PhoneCallOutcome,
    minutes: row.minutes,
    note: row.note,
    staffName: people.get(row.staff_id) ?? '',
    recordedAt: row.recorded_at,
    nextDay: row.next_day,
    withdrawnAt: row.withdrawn_at,
    mine: row.staff_id === filter.staffId,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
}

export interface NewPhoneCall {
  enterpriseId: string
  direction: PhoneCallDirection
  /** Null: somebody else, whose name was typed. */
  contactUserId: string | null
  /** Empty: a person of the company. */
  contactName: string
  at: Date
  outcome: PhoneCallOutcome
  minutes: number
  note: string
  /** When to talk to the company again; null: nothing was agreed. */
  nextDay: string | null
  /** The planned follow-up that the call was; null: none. */
  completesId: string | null
  staffId: string
}

/**
 * Records a call with a company, completes the planned follow-up that it was, and plans the one that was agreed in it. Returns its id. Refuses ENTERPRISE_NOT_FOUND, ENTERPRISE_CLOSED,
 * PHONE_CALL_CONTACT, PHONE_CALL_TIME, PHONE_CALL_MINUTES, FOLLOW_UP_DAY, FOLLOW_UP_NOT_FOUND, FOLLOW_UP_DONE.
 */
export async function recordPhoneCallAndPlanFollowUp(tx: Tx, moment: Moment, call: NewPhoneCall): Promise<string> {
  const { enterpriseId, contactUserId, contactName, at, outcome, minutes, note, nextDay, completesId, staffId } = call
  await requireOpenEnterprise(tx, enterpriseId)
  if ((contactUserId === null) === (contactName === '')) refuse('PHONE_CALL_CONTACT', { field: 'contactName' })
  if (contactUserId !== null && !(await findMembership(tx, enterpriseId, contactUserId)))
    refuse('PHONE_CALL_CONTACT', { field: 'contactUserId' })
  const earliest = getStartOfShanghaiDay(addDays(toShanghaiDay(moment.now), -PHONE_CALL_DAYS_BACK_MAX))
  if (at > moment.now || at < earliest) refuse('PHONE_CALL_TIME', { field: 'at' })
  if ((outcome === 'reached') !== minutes > 0) refuse('PHONE_CALL_MINUTES', { field: 'minutes' })
  const planned = { enterpriseId, kind: 'phone', text: note, nextDay, completesId, staffId } as const
  const followUpId = nextDay === null ? null : await recordFollowUpAndCompletePlanned(tx, moment, planned)
  if (nextDay === null && completesId !== null) await completeFollowUp(tx, moment, { enterpriseId, id: completesId, staffId })
  const id = moment.newId()
  await tx
    .insertInto('phone_call')
    .values({
      enterprise_id: enterpriseId,
      id,
      direction: call.direction,
      contact_user_id: contactUserId,
      contact_name: contactName || null,
      at,
      outcome,
      minutes,
      note,
      staff_id: staffId,
      recorded_at: moment.now,
      follow_up_id: followUpId,
    })
    .execute()
  return id
}

/**
 * Marks a call as withdrawn by the person who has recorded it; a follow-up that was agreed in it stays. Refuses PHONE_CALL_NOT_FOUND,
 * PHONE_CALL_NOT_OWN, PHONE_CALL_WITHDRAWN.
 */
export async function withdrawOwnPhoneCall(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, staffId }: { enterpriseId: string; id: string; staffId: string },
): Promise<void> {
  const row = await tx
    .selectFrom('phone_call')
    .select(['staff_id', 'withdrawn_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('PHONE_CALL_NOT_FOUND')
  if (row.staff_id !== staffId) refuse('PHONE_CALL_NOT_OWN')
  if (row.withdrawn_at !== null) refuse('PHONE_CALL_WITHDRAWN')
  await tx
    .updateTable('phone_call')
    .set({ withdrawn_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}
