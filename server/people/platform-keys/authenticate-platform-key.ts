import { hasPermission, type PlatformKeyScope, platformKeyScopes } from '#contract/platform/core/permissions.ts'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { createIpRanges } from '#server/platform/core/ip-ranges.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Guest, PlatformMachine } from '#server/platform/http/caller.ts'
import { findPlatformKeyByToken, type PlatformKeyRecord, recordPlatformKeyUse, shareLockPlatformKeyAndOwner } from './platform-key-store.ts'

const PREFIX = 'yfp_'
const TOKEN_SHAPE = /^yfp_[A-Za-z0-9_-]{43}$/
const SECRET_BYTES = 32
/** How many characters of a token lists show. The rest still has more than 200 random bits. */
const SHOWN = PREFIX.length + 8
/** The precision of the last use. A higher one would need a write for each call. */
const USED_EVERY_MS = 60_000

/** Creates a token with 256 random bits. Only its SHA-256 is stored. */
export function createPlatformKeyToken(moment: Moment): { token: string; tokenHash: Buffer; prefix: string } {
  const token = PREFIX + moment.bytes(SECRET_BYTES).toString('base64url')
  return { token, tokenHash: sha256(token), prefix: token.slice(0, SHOWN) }
}

/** Whether a token is one of the platform, and not of a company. */
export const isPlatformKeyToken = (token: string): boolean => token.startsWith(PREFIX)

/** Computes the state of a key at a time. */
export function computePlatformKeyState(
  { revokedAt, expiresAt, owner }: PlatformKeyRecord,
  { now }: Moment,
): 'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'ORPHANED' {
  if (revokedAt !== null) return 'REVOKED'
  if (expiresAt !== null && expiresAt <= now) return 'EXPIRED'
  return owner.active ? 'ACTIVE' : 'ORPHANED'
}

const refusedBy = { REVOKED: 'KEY_REVOKED', EXPIRED: 'KEY_EXPIRED', ORPHANED: 'KEY_OWNER_GONE' } as const

/** The scopes that a key has now: those that its owner may still use himself. */
const scopesNow = ({ scopes, owner }: PlatformKeyRecord): PlatformKeyScope[] =>
  scopes.filter((scope) => hasPermission(owner, platformKeyScopes[scope].needs))

const rejected = (why: RefusalName): Guest => ({ kind: 'guest', why })

/** Returns the program that a key stands for; else a guest with the reason why the key is not accepted. */
export async function authenticatePlatformKey(
  db: Db,
  moment: Moment,
  { token, ip }: { token: string; ip: string },
): Promise<PlatformMachine | Guest> {
  if (!TOKEN_SHAPE.test(token)) return rejected('KEY_INVALID')
  const key = await findPlatformKeyByToken(db, sha256(token))
  if (!key) return rejected('KEY_INVALID')
  const state = computePlatformKeyState(key, moment)
  if (state !== 'ACTIVE') return rejected(refusedBy[state])
  if (key.addresses.length > 0 && !createIpRanges(key.addresses).has(ip)) return rejected('KEY_ADDRESS')
  const seen = key.lastUsedAt?.getTime() ?? 0
  if (moment.now.getTime() - seen > USED_EVERY_MS) await recordPlatformKeyUse(db, moment, { id: key.id, ip })
  return { kind: 'platformMachine', keyId: key.id, keyName: key.name, staffId: key.owner.staffId, scopes: scopesNow(key) }
}

/**
 * Locks a key until the transaction ends, so that a revocation waits or comes first. Refuses KEY_REVOKED, KEY_EXPIRED, KEY_OWNER_GONE, and
 * KEY_SCOPE if the permissions of its owner have changed since the call began.
 */
export async function requireLockedValidPlatformKey(tx: Tx, moment: Moment, caller: PlatformMachine): Promise<void> {
  const key = (await shareLockPlatformKeyAndOwner(tx, caller.keyId)) ?? refuse('KEY_INVALID')
  const state = computePlatformKeyState(key, moment)
  if (state !== 'ACTIVE') refuse(refusedBy[state])
  if (scopesNow(key).join() !== caller.scopes.join()) refuse('KEY_SCOPE')
}
