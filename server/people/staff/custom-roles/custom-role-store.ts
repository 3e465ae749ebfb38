// Reads and writes the tables `custom_role` and `staff_custom_role`, and keeps `staff.custom_codes`: the codes of all roles of the mall's own
// that a person has.
import { sql } from 'kysely'
import { parseStaffPermissionCodes, type StaffPermissionCode, staffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

/** A role of the mall's own. `codes`: in the order of the table of permissions. */
export interface CustomRoleRecord {
  id: string
  name: string
  description: string
  codes: StaffPermissionCode[]
  createdAt: Date
  endedAt: Date | null
}

export type CustomRoleContent = Pick<CustomRoleRecord, 'name' | 'description' | 'codes'>

const columns = ['id', 'name', 'description', 'codes', 'created_at', 'ended_at'] as const
interface Row {
  id: string
  name: string
  description: string
  codes: string
  created_at: Date
  ended_at: Date | null
}

const roleFrom = (row: Row): CustomRoleRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  codes: parseStaffPermissionCodes(row.codes),
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

const codesText = (codes: readonly StaffPermissionCode[]): string => staffPermissionCodes.filter((code) => codes.includes(code)).join(',')

/** Inserts a role. Another one with its name that has not ended is a unique violation. */
export async function insertCustomRole(tx: Tx, moment: Moment, role: CustomRoleContent & { createdBy: string }): Promise<string> {
  const id = moment.newId()
  const { name, description, codes, createdBy } = role
  const row = { id, name, description, codes: codesText(codes), created_by: createdBy, created_at: moment.now }
  await tx.insertInto('custom_role').values(row).execute()
  return id
}

/** Changes a locked role. Another one with its name that has not ended is a unique violation. */
export async function updateCustomRoleRow(tx: Tx, id: string, { name, description, codes }: CustomRoleContent): Promise<void> {
  await tx
    .updateTable('custom_role')
    .set({ name, description, codes: codesText(codes) })
    .where('id', '=', id)
    .execute()
}

export async function endCustomRoleRow(tx: Tx, moment: Moment, id: string): Promise<void> {
  await tx.updateTable('custom_role').set({ ended_at: moment.now }).where('id', '=', id).execute()
}

/** Counts the roles that have not ended. No other can be created until the transaction ends. */
export async function lockCreationAndCountCustomRoles(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('custom roles', 0))`.execute(tx)
  return countRows(tx.selectFrom('custom_role').where('ended_at', 'is', null))
}

/** Returns a role that has not ended, locked until the transaction ends. */
export async function lockCustomRole(tx: Tx, id: string): Promise<CustomRoleRecord | undefined> {
  const row = await tx
    .selectFrom('custom_role')
    .select(columns)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && roleFrom(row)
}

/** Returns those of the given roles that have not ended, by name, locked against changes until the transaction ends. */
export async function shareLockCustomRoles(tx: Tx, ids: readonly string[]): Promise<CustomRoleRecord[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('custom_role')
    .select(columns)
    .where('id', '=', anyOfIdsSql(ids))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(roleFrom).sort((one, other) => one.name.localeCompare(other.name, 'zh'))
}

/** Returns the roles that have not ended by name, then the latest ended ones, each with the names of the people who have it. */
export async function listCustomRolesWithHolders(
  db: Db,
  { endedMax }: { endedMax: number },
): Promise<(CustomRoleRecord & { rowVersion: number; holders: string[] })[]> {
  const roles = db
    .selectFrom('custom_role')
    .select(columns)
    .select(buildRowVersionSubquery('customRole', 'custom_role.id').as('rowVersion'))
    .select(
      sql<string[]>`array(select staff.name from staff_custom_role held join staff on staff.id = held.staff_id
        where held.role_id = custom_role.id order by staff.name, staff.id)`.as('holders'),
    )
  const live = await roles.where('ended_at', 'is', null).orderBy('name').execute()
  const ended = await roles.where('ended_at', 'is not', null).orderBy('ended_at', 'desc').orderBy('id').limit(endedMax).execute()
  return [...live, ...ended].map(({ rowVersion, holders, ...row }) => ({ ...roleFrom(row), rowVersion, holders }))
}

/** Returns the ids of the people who have a role, disabled ones as well. */
export async function listStaffIdsWithCustomRole(db: Db, roleId: string): Promise<string[]> {
  const rows = await db.selectFrom('staff_custom_role').select('staff_id').where('role_id', '=', roleId).orderBy('staff_id').execute()
  return rows.map(({ staff_id }) => staff_id)
}

/** Returns id and name of the roles of the mall's own by person. */
export async function findCustomRolesByStaff(
  db: Db,
  staffIds: readonly string[],
): Promise<Map<string, { roleId: string; name: string }[]>> {
  const rows = await db
    .selectFrom('staff_custom_role as held')
    .innerJoin('custom_role as role', 'role.id', 'held.role_id')
    .select(['held.staff_id', 'role.id', 'role.name'])
    .where('held.staff_id', '=', anyOfIdsSql(staffIds))
    .orderBy('role.name')
    .execute()
  const byStaff = Map.groupBy(rows, ({ staff_id }) => staff_id)
  return new Map([...byStaff].map(([id, held]) => [id, held.map((role) => ({ roleId: role.id, name: role.name }))]))
}

/** Returns the roles of the mall's own that one person has. */
export const findCustomRolesOfStaff = async (db: Db, staffId: string): Promise<{ roleId: string; name: string }[]> =>
  (await findCustomRolesByStaff(db, [staffId])).get(staffId) ?? []

/**
 * Writes the codes of all their own roles into the rows of people, whose calls in progress end first. The rows are locked by a statement of
 * its own: one that waited for them would still read the roles of before.
 */
export async function refreshCustomCodes(tx: Tx, staffIds: readonly string[]): Promise<void> {
  if (staffIds.length === 0) return
  await tx.selectFrom('staff').select('id').where('id', '=', anyOfIdsSql(staffIds)).orderBy('id').forNoKeyUpdate().execute()
  const held = await tx
    .selectFrom('staff_custom_role as held')
    .innerJoin('custom_role as role', 'role.id', 'held.role_id')
    .select(['held.staff_id', 'role.codes'])
    .where('held.staff_id', '=', anyOfIdsSql(staffIds))
    .orderBy('role.id')
    .execute()
  const codes = staffIds.map((id) => held.flatMap((role) => (role.staff_id === id ? [role.codes] : [])).join(','))
  await sql`
    update staff set custom_codes = given.codes from unnest(${[...staffIds]}::uuid[], ${codes}::text[]) as given(id, codes)
    where staff.id = given.id`.execute(tx)
}

/** Replaces the roles of the mall's own that a locked person has. */
export async function setCustomRolesOfStaff(tx: Tx, staffId: string, roleIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('staff_custom_role').where('staff_id', '=', staffId).execute()
  if (roleIds.length > 0) {
    const rows = roleIds.map((roleId) => ({ staff_id: staffId, role_id: roleId }))
    await tx.insertInto('staff_custom_role').values(rows).execute()
  }
  await refreshCustomCodes(tx, [staffId])
}
