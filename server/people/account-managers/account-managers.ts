// Reads and writes the tables `account_manager` and `account_manager_change`.
import { type RawBuilder, sql } from 'kysely'
import type { AccountManagerTermOfOffice } from '#contract/people/account-managers/api.ts'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { OWN_ENTERPRISES_FILTER_VALUE } from '#contract/platform/core/own-enterprises.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listActiveStaffIdsWithPermission, listStaffIdsLimitedToOwnEnterprises, listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A filter by account manager, and the member of staff who asks. */
export interface EnterpriseAccountManagerFilter {
  manager: string | undefined
  staffId: string
}

/** The person that a filter names: `mine` is whoever asks. */
export const toManagerId = (manager: string, staffId: string): string => (manager === OWN_ENTERPRISES_FILTER_VALUE ? staffId : manager)

/**
 * SQL: whether a company has the account manager of a filter. `enterpriseId`: a column. The companies are found by the index of the member
 * of staff.
 */
export function isEnterpriseOfAccountManagerSql(
  enterpriseId: string,
  { manager, staffId }: EnterpriseAccountManagerFilter,
): RawBuilder<boolean> {
  const column = sql.ref(enterpriseId)
  if (manager === undefined) return sql<boolean>`true`
  if (manager === UNMANAGED_ENTERPRISES_FILTER_VALUE)
    // Not by NOT EXISTS, which a distributed database takes in no subquery of a page.
    return sql<boolean>`(select m.staff_id from account_manager m where m.enterprise_id = ${column}) is null`
  return sql<boolean>`${column} in (select m.enterprise_id from account_manager m
    where m.staff_id = ${toManagerId(manager, staffId)}::uuid)`
}

/** SQL: the same where the account manager of the company has been joined; null is nobody. `managerId`: a column. */
export function isAccountManagerSql(managerId: string, { manager, staffId }: EnterpriseAccountManagerFilter): RawBuilder<boolean> {
  const column = sql.ref(managerId)
  if (manager === undefined) return sql<boolean>`true`
  if (manager === UNMANAGED_ENTERPRISES_FILTER_VALUE) return sql<boolean>`${column} is null`
  return sql<boolean>`${column} = ${toManagerId(manager, staffId)}::uuid`
}

/** Whether a member of staff is the account manager of a company now. */
export async function isAccountManagerOfEnterprise(
  db: Db,
  { staffId, enterpriseId }: { staffId: string; enterpriseId: string },
): Promise<boolean> {
  const rows = db.selectFrom('account_manager').select('enterprise_id').where('enterprise_id', '=', enterpriseId)
  return (await rows.where('staff_id', '=', staffId).executeTakeFirst()) !== undefined
}

/** The account manager of a company. */
export interface AccountManager {
  staffId: string
  name: string
}

/** Finds the ids of the account managers of companies, by company. A company without one has no entry. */
export async function findAccountManagerIds(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('account_manager')
    .select(['enterprise_id', 'staff_id'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('staff_id', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ enterprise_id, staff_id }) => (staff_id === null ? [] : [[enterprise_id, staff_id] as const])))
}

/** The same with their names. */
export async function findAccountManagers(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, AccountManager>> {
  const ids = await findAccountManagerIds(db, enterpriseIds)
  const people = ids.size === 0 ? new Map<string, string>() : await listStaffNamesById(db)
  return new Map([...ids].map(([enterpriseId, staffId]) => [enterpriseId, { staffId, name: people.get(staffId) ?? '' }]))
}

/** Lists who may be an account manager, and after them who has companies without being allowed any more (`active`: false). */
export async function listPossibleAndCurrentAccountManagers(
  db: Db,
): Promise<(AccountManager & { active: boolean; ownOnly: boolean | null })[]> {
  const able = await listActiveStaffIdsWithPermission(db, 'enterpriseCare')
  const had = await withoutTenantGuard(db, 'console')
    .selectFrom('account_manager')
    .select('staff_id')
    .distinct()
    .where('staff_id', 'is not', null)
    .execute()
  const people = await listStaffNamesById(db)
  const left = had.flatMap(({ staff_id }) => (staff_id === null || able.includes(staff_id) ? [] : [staff_id]))
  const [limited, unlimited] = [
    await listStaffIdsLimitedToOwnEnterprises(db),
    await listActiveStaffIdsWithPermission(db, 'accountManagerAssign'),
  ]
  const toChoice = (active: boolean) => (staffId: string) => ({
    staffId,
    name: people.get(staffId) ?? '',
    active,
    ownOnly: unlimited.includes(staffId) ? null : limited.has(staffId),
  })
  return [...able.map(toChoice(true)), ...left.map(toChoice(false))]
}

/** How many terms of a company are shown. */
const TERMS_MAX = 100

/** Lists the account managers that a company has had, the current one first. */
export async function listAccountManagerHistory(db: Db, enterpriseId: string): Promise<AccountManagerTermOfOffice[]> {
  const rows = await db
    .selectFrom('account_manager_change')
    .select(['id', 'staff_id', 'changed_by', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(TERMS_MAX)
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map(({ id, staff_id, changed_by, at }, index) => ({
    id,
    managerName: staff_id === null ? null : (people.get(staff_id) ?? ''),
    from: at,
    until: rows[index - 1]?.at ?? null,
    by: people.get(changed_by) ?? '',
  }))
}

/** Refuses ACCOUNT_MANAGER_ROLE unless he is an active person of a role that looks after companies; null is nobody. */
async function requireMayManage(db: Db, staffId: string | null, field: string): Promise<void> {
  if (staffId !== null && !(await listActiveStaffIdsWithPermission(db, 'enterpriseCare')).includes(staffId))
    refuse('ACCOUNT_MANAGER_ROLE', { field })
}

/** Records who has these companies from now on, in one statement. */
async function insertChanges(
  tx: Tx,
  moment: Moment,
  { enterpriseIds, staffId, changedBy }: { enterpriseIds: readonly string[]; staffId: string | null; changedBy: string },
): Promise<void> {
  if (enterpriseIds.length === 0) return
  await sql`insert into account_manager_change (enterprise_id, id, staff_id, changed_by, at)
    select named.enterprise_id, named.id, ${staffId}::uuid, ${changedBy}::uuid, ${moment.now}::timestamptz
    from unnest(${[...enterpriseIds]}::uuid[], ${enterpriseIds.map(() => moment.newId())}::uuid[]) named(enterprise_id, id)`.execute(
    withoutTenantGuard(tx, 'working in sets'),
  )
}

/**
 * Gives companies to an account manager, or to nobody. Returns how many have another one now. A company that is unknown, or has another
 * one than the caller has seen, is left as it is. Refuses ACCOUNT_MANAGER_ROLE.
 */
export async function setAccountManagerOfEnterprises(
  tx: Tx,
  moment: Moment,
  {
    companies,
    staffId,
    changedBy,
  }: { companies: readonly { enterpriseId: string; seenStaffId: string | null }[]; staffId: string | null; changedBy: string },
): Promise<number> {
  await requireMayManage(tx, staffId, 'staffId')
  const all = withoutTenantGuard(tx, 'working in sets')
  const known = (
    await findEnterprises(
      tx,
      companies.map(({ enterpriseId }) => enterpriseId),
    )
  ).map(({ id }) => id)
  // Always in the order of the companies, so that two people who give away the same ones wait for each other.
  await sql`insert into account_manager (enterprise_id, staff_id, since)
    select id, null, ${moment.now}::timestamptz from unnest(${known}::uuid[]) id order by id on conflict do nothing`.execute(all)
  await lockRowsByKey(known, (enterpriseId) =>
    tx.selectFrom('account_manager').select('enterprise_id').where('enterprise_id', '=', enterpriseId).forUpdate().execute(),
  )
  const { rows } = await sql<{ id: string }>`update account_manager set staff_id = ${staffId}::uuid, since = ${moment.now}
    from unnest(${companies.map((one) => one.enterpriseId)}::uuid[], ${companies.map((one) => one.seenStaffId)}::uuid[]) named(id, seen)
    where enterprise_id = named.id and staff_id is not distinct from named.seen and staff_id is distinct from ${staffId}::uuid
    returning enterprise_id as id`.execute(all)
  const enterpriseIds = rows.map(({ id }) => id)
  await insertChanges(tx, moment, { enterpriseIds, staffId, changedBy })
  return enterpriseIds.length
}

/**
 * Gives all companies of a member of staff to another, or to nobody, as when he leaves. Returns their number. Refuses ACCOUNT_MANAGER_ROLE,
 * ACCOUNT_MANAGER_WITHOUT_COMPANIES.
 */
export async function reassignAllEnterprisesOfAccountManager(
  tx: Tx,
  moment: Moment,
  { staffId, toStaffId, changedBy }: { staffId: string; toStaffId: string | null; changedBy: string },
): Promise<number> {
  await requireMayManage(tx, toStaffId, 'toStaffId')
  const all = withoutTenantGuard(tx, 'working in sets')
  const own = await all.selectFrom('account_manager').select('enterprise_id').where('staff_id', '=', staffId).execute()
  const locked = await lockRowsByKey(
    own.map((row) => row.enterprise_id),
    (enterpriseId) => {
      const row = tx.selectFrom('account_manager').select('enterprise_id').where('enterprise_id', '=', enterpriseId)
      return row.where('staff_id', '=', staffId).forUpdate().execute()
    },
  )
  const rows = await all
    .updateTable('account_manager')
    .set({ staff_id: toStaffId, since: moment.now })
    .where('enterprise_id', '=', anyOfIdsSql(locked.map((row) => row.enterprise_id)))
    .where(sql<boolean>`staff_id is distinct from ${toStaffId}::uuid`)
    .returning('enterprise_id as id')
    .execute()
  if (rows.length === 0) refuse('ACCOUNT_MANAGER_WITHOUT_COMPANIES')
  const enterpriseIds = rows.map(({ id }) => id)
  await insertChanges(tx, moment, { enterpriseIds, staffId: toStaffId, changedBy })
  return enterpriseIds.length
}
