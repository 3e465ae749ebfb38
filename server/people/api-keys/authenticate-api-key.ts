import type { RefusalName } from '#contract/platform/core/refusals.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { createIpRanges } from '#server/platform/core/ip-ranges.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { uuidFromBytes, uuidToBytes } from '#server/platform/core/uuid-bytes.ts'
import type { Guest, MachineCaller } from '#server/platform/http/caller.ts'
import { computeApiKeyState, findApiKeyByToken, recordApiKeyUse } from './api-key-store.ts'

const PREFIX = 'yf_'
const TOKEN_SHAPE = /^yf_[A-Za-z0-9_-]{64}$/
const SECRET_BYTES = 32
/** Of the token: what lists show of it. The rest is still more than 200 bits of chance. */
const SHOWN = PREFIX.length + 8
/** How exact the last use is: every call would be a write otherwise. */
const USED_EVERY_MS = 60_000

/**
 * 256 bits that nobody can guess, and whose the key is, so that its row is found where that company's rows are. The chance comes first: by its
 * beginning a key is told from the company's others. Only its SHA-256 is stored.
 */
export function createApiKeyToken(moment: Moment, enterpriseId: string): { token: string; tokenHash: Buffer; prefix: string } {
  const token = PREFIX + Buffer.concat([moment.bytes(SECRET_BYTES), uuidToBytes(enterpriseId)]).toString('base64url')
  return { token, tokenHash: sha256(token), prefix: token.slice(0, SHOWN) }
}

const ownerOf = (token: string): string => uuidFromBytes(Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(SECRET_BYTES))

const outside = (why: RefusalName): Guest => ({ kind: 'guest', why })

/** The program that a key stands for; else a guest who is told, where a key is asked for, what is wrong with his. */
export async function authenticateApiKey(
  db: Db,
  moment: Moment,
  { token, ip }: { token: string; ip: string },
): Promise<MachineCaller | Guest> {
  if (!TOKEN_SHAPE.test(token)) return outside('KEY_INVALID')
  const key = await findApiKeyByToken(db, ownerOf(token), sha256(token))
  if (!key) return outside('KEY_INVALID')
  const state = computeApiKeyState(key, moment)
  if (state === 'REVOKED') return outside('KEY_REVOKED')
  if (state === 'EXPIRED') return outside('KEY_EXPIRED')
  if (key.addresses.length > 0 && !createIpRanges(key.addresses).has(ip)) return outside('KEY_ADDRESS')
  if ((await findEnterprise(db, key.enterpriseId))?.status !== 1) return outside('KEY_FROZEN')
  const seen = key.lastUsedAt?.getTime() ?? 0
  if (moment.now.getTime() - seen > USED_EVERY_MS) await recordApiKeyUse(db, moment, key, ip)
  return { kind: 'machine', enterpriseId: key.enterpriseId, keyId: key.id, keyName: key.name, permCode: key.codes }
}
