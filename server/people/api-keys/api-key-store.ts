// Reads and writes the table `api_key`.
import type { ApiKey } from '#contract/integration/integration/shapes.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface ApiKeyRecord {
  enterpriseId: string
  id: string
  name: string
  prefix: string
  /** Permission codes, separated by commas. */
  codes: string
  addresses: string[]
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  lastUsedIp: string | null
  replacedBy: string | null
  revokedAt: Date | null
  revokedKind: 'member' | 'staff' | null
}

export interface ApiKeyRef {
  enterpriseId: string
  id: string
}

const keys = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('api_key')
    .select(['enterprise_id', 'id', 'name', 'prefix', 'codes', 'addresses', 'expires_at', 'created_at', 'last_used_at', 'last_used_ip'])
    .select(['replaced_by', 'revoked_at', 'revoked_kind'])
    .where('enterprise_id', '=', enterpriseId)

type Row = Awaited<ReturnType<ReturnType<typeof keys>['executeTakeFirstOrThrow']>>

const keyFrom = (row: Row): ApiKeyRecord => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  codes: row.codes,
  addresses: row.addresses as string[],
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedIp: row.last_used_ip,
  replacedBy: row.replaced_by,
  revokedAt: row.revoked_at,
  revokedKind: row.revoked_kind,
})

/** Computes the state of a key at a time. */
export function computeApiKeyState({ revokedAt, expiresAt, replacedBy }: ApiKeyRecord, { now }: Moment): ApiKey['state'] {
  if (revokedAt !== null) return 'REVOKED'
  if (expiresAt !== null && expiresAt <= now) return 'EXPIRED'
  return replacedBy === null ? 'ACTIVE' : 'REPLACED'
}

export async function findApiKeyByToken(db: Db, enterpriseId: string, tokenHash: Buffer): Promise<ApiKeyRecord | undefined> {
  const row = await keys(db, enterpriseId).where('token_hash', '=', tokenHash).executeTakeFirst()
  return row && keyFrom(row)
}

/** Locks a key until the transaction ends. */
export async function lockApiKey(tx: Tx, { enterpriseId, id }: ApiKeyRef): Promise<ApiKeyRecord | undefined> {
  const row = await keys(tx, enterpriseId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && keyFrom(row)
}

const SHOWN_MAX = 50

/** Lists the keys of an enterprise, newest first. Keys that ended long ago are left out. */
export async function listApiKeysOfEnterprise(db: Db, enterpriseId: string): Promise<ApiKeyRecord[]> {
  return (await keys(db, enterpriseId).orderBy('created_at', 'desc').orderBy('id').limit(SHOWN_MAX).execute()).map(keyFrom)
}

/** Counts the active keys of an enterprise. The caller has locked the enterprise. */
export async function countActiveApiKeys(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  const { live } = await tx
    .selectFrom('api_key')
    .select(tx.fn.countAll<number>().as('live'))
    .where('enterprise_id', '=', enterpriseId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', moment.now)]))
    .executeTakeFirstOrThrow()
  return live
}

export type NewApiKeyRecord = Pick<ApiKeyRecord, 'enterpriseId' | 'name' | 'prefix' | 'codes' | 'addresses' | 'expiresAt'> & {
  tokenHash: Buffer
  userId: string
}

export async function insertApiKey(tx: Tx, moment: Moment, apiKey: NewApiKeyRecord): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('api_key')
    .values({
      enterprise_id: apiKey.enterpriseId,
      id,
      name: apiKey.name,
      prefix: apiKey.prefix,
      token_hash: apiKey.tokenHash,
      codes: apiKey.codes,
      addresses: JSON.stringify(apiKey.addresses),
      expires_at: apiKey.expiresAt,
      created_by: apiKey.userId,
      created_at: moment.now,
    })
    .execute()
  return id
}

const update = (db: Db, { enterpriseId, id }: ApiKeyRef) =>
  db.updateTable('api_key').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** Records that another key replaces this one. It stays valid until the given time. */
export async function markApiKeyReplaced(tx: Tx, ref: ApiKeyRef, { by, until }: { by: string; until: Date }): Promise<void> {
  await update(tx, ref).set({ replaced_by: by, expires_at: until }).execute()
}

/** Revokes a key immediately. */
export async function markApiKeyRevoked(
  tx: Tx,
  moment: Moment,
  ref: ApiKeyRef,
  by: { kind: 'member' | 'staff'; id: string },
): Promise<void> {
  await update(tx, ref).set({ revoked_at: moment.now, revoked_kind: by.kind, revoked_by: by.id }).execute()
}

export async function recordApiKeyUse(db: Db, moment: Moment, ref: ApiKeyRef, ip: string): Promise<void> {
  await update(db, ref).set({ last_used_at: moment.now, last_used_ip: ip }).execute()
}

/** Deletes keys some days after their end. The audit log keeps its entries about them. */
export async function deleteOldApiKeys(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  const before = daysBefore(moment, keptDays)
  await withoutTenantGuard(tx, 'retention')
    .deleteFrom('api_key')
    .where((eb) => eb.or([eb('revoked_at', '<', before), eb('expires_at', '<', before)]))
    .execute()
}
