// The only file that writes the table `staff`: the platform's own people. Their sessions are in staff-sessions.ts.
import { type StaffRole, staffRoleNames } from '../../contract/permissions.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

export interface StaffPerson {
  id: string
  email: string
  name: string
  roles: StaffRole[]
  passwordHash: string
  /** Until when the password, given by somebody else, opens the door to setting one's own; null: it is one's own. */
  initialUntil: Date | null
  status: 0 | 1
  totp: Totp | null
}

/** A second factor: one that was begun counts once it is confirmed by its first code. */
export interface Totp {
  sealed: Buffer
  confirmed: boolean
  /** The step of the code that was used last; none before it counts any more. */
  lastStep: number | null
}

export const rolesFrom = (roles: string): StaffRole[] => staffRoleNames.filter((role) => roles.split(',').includes(role))
/** In one order, whatever order they were given in, so that equal roles are equal texts. */
const rolesText = (roles: readonly StaffRole[]): string => staffRoleNames.filter((role) => roles.includes(role)).join(',')

export interface NewStaff {
  email: string
  name: string
  roles: readonly StaffRole[]
  passwordHash: string
  initialUntil?: Date
}

/** Makes an account. An address that has one already is a unique violation. */
export async function insertStaff(tx: Tx, moment: Moment, { email, name, roles, passwordHash, initialUntil }: NewStaff): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('staff')
    .values({
      ...{ id, email: email.toLowerCase(), name, roles: rolesText(roles), password_hash: passwordHash },
      ...{ initial_until: initialUntil ?? null, status: 1, created_at: moment.now },
    })
    .execute()
  return id
}

const columns = [
  ...(['id', 'email', 'name', 'roles', 'password_hash', 'initial_until', 'status'] as const),
  ...(['totp_sealed', 'totp_confirmed_at', 'totp_last_step'] as const),
]

interface Row {
  id: string
  email: string
  name: string
  roles: string
  password_hash: string
  initial_until: Date | null
  status: number
  totp_sealed: Buffer | null
  totp_confirmed_at: Date | null
  totp_last_step: number | null
}

const personFrom = (row: Row): StaffPerson => ({
  id: row.id,
  email: row.email,
  name: row.name,
  roles: rolesFrom(row.roles),
  passwordHash: row.password_hash,
  initialUntil: row.initial_until,
  status: row.status === 1 ? 1 : 0,
  totp:
    row.totp_sealed === null ? null : { sealed: row.totp_sealed, confirmed: row.totp_confirmed_at !== null, lastStep: row.totp_last_step },
})

export async function findStaffByEmail(db: Db, email: string): Promise<StaffPerson | undefined> {
  const row = await db.selectFrom('staff').select(columns).where('email', '=', email.toLowerCase()).executeTakeFirst()
  return row && personFrom(row)
}

export async function findStaff(db: Db, id: string): Promise<StaffPerson | undefined> {
  const row = await db.selectFrom('staff').select(columns).where('id', '=', id).executeTakeFirst()
  return row && personFrom(row)
}

/** The same, held until the transaction ends. */
export async function lockStaff(tx: Tx, id: string): Promise<StaffPerson | undefined> {
  const row = await tx.selectFrom('staff').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && personFrom(row)
}

/** Names of some people, for records that show who did what. */
export async function staffNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Change {
  name?: string
  roles?: readonly StaffRole[]
  status?: 0 | 1
  password?: { hash: string; initialUntil: Date | null }
  /** A secret that waits for its first code; null: no second factor any more. */
  totpSealed?: Buffer | null
}

export async function updateStaff(tx: Tx, id: string, { name, roles, status, password, totpSealed }: Change): Promise<void> {
  const second = totpSealed === undefined ? {} : { totp_sealed: totpSealed, totp_confirmed_at: null, totp_last_step: null }
  await tx
    .updateTable('staff')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(roles === undefined ? {} : { roles: rolesText(roles) }),
      ...(status === undefined ? {} : { status }),
      ...(password === undefined ? {} : { password_hash: password.hash, initial_until: password.initialUntil }),
      ...second,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes the step of a code, which confirms a second factor that was only begun. False when this step or a later one was taken before:
 * of many who bring the same code one is let in.
 */
export async function takeStep(tx: Tx, moment: Moment, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff')
    .set((eb) => ({ totp_last_step: step, totp_confirmed_at: eb.fn.coalesce('totp_confirmed_at', eb.val(moment.now)) }))
    .where('id', '=', id)
    .where('totp_sealed', 'is not', null)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
