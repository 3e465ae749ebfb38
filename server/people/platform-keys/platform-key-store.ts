// Reads and writes the table `platform_key`.
import { sql } from 'kysely'
import { type PlatformKeyScope, platformKeyScopeNames, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { parseStaffPermissions } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'

/** A key together with the member of staff who owns it. */
export interface PlatformKeyRecord {
  id: string
  name: string
  prefix: string
  scopes: PlatformKeyScope[]
  addresses: string[]
  owner: StaffPermissionHolder & { staffId: string; name: string; active: boolean }
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedIp: string | null
  revokedAt: Date | null
}

const keys = (db: Db) =>
  db
    .selectFrom('platform_key as key')
    .innerJoin('staff', 'staff.id', 'key.staff_id')
    .select(['key.id', 'key.name', 'key.prefix', 'key.scopes', 'key.addresses', 'key.staff_id', 'key.expires_at', 'key.created_at'])
    .select(['key.last_used_at', 'key.last_used_ip', 'key.revoked_at'])
    .select(['staff.name as owner_name', 'staff.roles as owner_roles', 'staff.custom_codes as owner_codes', 'staff.status as owner_status'])
type Row = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>

const keyFrom = (row: Row): PlatformKeyRecord => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: platformKeyScopeNames.filter((scope) => row.scopes.includes(scope)),
  addresses: row.addresses as string[],
  owner: {
    staffId: row.staff_id,
    name: row.owner_name,
    active: row.owner_status === 1,
    ...parseStaffPermissions({ roles: row.owner_roles, custom_codes: row.owner_codes }),
  },
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedIp: row.last_used_ip,
  revokedAt: row.revoked_at,
})

export async function findPlatformKeyByToken(db: Db, tokenHash: Buffer): Promise<PlatformKeyRecord | undefined> {
  const row = await keys(db).where('key.token_hash', '=', tokenHash).executeTakeFirst()
  return row && keyFrom(row)
}

/** Locks a key and its owner against every change until the transaction ends. */
export async function shareLockPlatformKeyAndOwner(tx: Tx, id: string): Promise<PlatformKeyRecord | undefined> {
  const row = await keys(tx).where('key.id', '=', id).forShare().executeTakeFirst()
  return row && keyFrom(row)
}

/** Returns a page of the keys, newest first. `staffId`: of one owner; undefined: of all. */
export async function listPlatformKeys(
  db: Db,
  { staffId, limit, offset }: { staffId: string | undefined } & RowSlice,
): Promise<{ keys: PlatformKeyRecord[]; total: number }> {
  const matching = () => (staffId === undefined ? keys(db) : keys(db).where('key.staff_id', '=', staffId))
  const page = matching().orderBy('key.created_at', 'desc').orderBy('key.id', 'desc')
  const { rows, total } = await fetchPageWithTotal(page, matching(), { limit, offset })
  return { keys: rows.map(keyFrom), total }
}

/** Locks the creation of keys until the transaction ends, so that two at once cannot exceed the maximum. Returns how many are valid. */
export async function lockCreationAndCountValidPlatformKeys(tx: Tx, moment: Moment): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('platform keys', 0))`.execute(tx)
  const { live } = await tx
    .selectFrom('platform_key')
    .select(tx.fn.countAll<number>().as('live'))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', moment.now)]))
    .executeTakeFirstOrThrow()
  return live
}

export type NewPlatformKey = Pick<PlatformKeyRecord, 'name' | 'prefix' | 'scopes' | 'addresses' | 'expiresAt'> & {
  staffId: string
  tokenHash: Buffer
}

export async function insertPlatformKey(tx: Tx, moment: Moment, key: NewPlatformKey): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('platform_key')
    .values({
      id,
      staff_id: key.staffId,
      name: key.name,
      prefix: key.prefix,
      token_hash: key.tokenHash,
      scopes: key.scopes,
      addresses: JSON.stringify(key.addresses),
      expires_at: key.expiresAt,
      created_at: moment.now,
    })
    .execute()
  return id
}

/** Revokes a key, of one owner or of any. A revoked key does not change. Returns whether there is such a key. */
export async function revokePlatformKeyRow(
  tx: Tx,
  moment: Moment,
  { id, owner, by }: { id: string; owner: string | undefined; by: string },
): Promise<boolean> {
  const given = tx.selectFrom('platform_key').select(['id', 'revoked_at']).where('id', '=', id)
  const found = await (owner === undefined ? given : given.where('staff_id', '=', owner)).forUpdate().executeTakeFirst()
  if (found?.revoked_at === null)
    await tx.updateTable('platform_key').set({ revoked_at: moment.now, revoked_by: by }).where('id', '=', id).execute()
  return found !== undefined
}

export async function recordPlatformKeyUse(db: Db, moment: Moment, { id, ip }: { id: string; ip: string }): Promise<void> {
  await db.updateTable('platform_key').set({ last_used_at: moment.now, last_used_ip: ip }).where('id', '=', id).execute()
}
