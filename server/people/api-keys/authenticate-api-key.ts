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
/** How many characters of a token lists show. The rest still has more than 200 random bits. */
const SHOWN = PREFIX.length + 8
/** The precision of the last use. A higher one would need a write for each call. */
const USED_EVERY_MS = 60_000

/**
 * Creates a token with 256 random bits and the id of the enterprise, so that its row can be found by the tenant. The random part comes
 * first, so that the prefix distinguishes the keys of an enterprise. Only the SHA-256 of the token is stored.
 */
export function createApiKeyToken(moment: Moment, enterpriseId: string): { token: string; tokenHash: Buffer; prefix: string } {
  const token = PREFIX + Buffer.concat([moment.bytes(SECRET_BYTES), uuidToBytes(enterpriseId)]).toString('base64url')
  return { token, tokenHash: sha256(token), prefix: token.slice(0, SHOWN) }
}

const ownerOf = (token: string): string => uuidFromBytes(Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(SECRET_BYTES))

const services = (why: RefusalName): Guest => ({ kind: 'guest', why })

/** Returns the program that a key stands for; else a guest with the reason why the key is not accepted. */
export async function authenticateApiKey(
  db: Db,
  moment: Moment,
  { token, ip }: { token: string; ip: string },
): Promise<MachineCaller | Guest> {
  if (!TOKEN_SHAPE.test(token)) return services('KEY_INVALID')
  const key = await findApiKeyByToken(db, ownerOf(token), sha256(token))
  if (!key) return services('KEY_INVALID')
  const state = computeApiKeyState(key, moment)
  if (state === 'REVOKED') return services('KEY_REVOKED')
  if (state === 'EXPIRED') return services('KEY_EXPIRED')
  if (key.addresses.length > 0 && !createIpRanges(key.addresses).has(ip)) return services('KEY_ADDRESS')
  if ((await findEnterprise(db, key.enterpriseId))?.status !== 1) return services('KEY_FROZEN')
  const seen = key.lastUsedAt?.getTime() ?? 0
  if (moment.now.getTime() - seen > USED_EVERY_MS) await recordApiKeyUse(db, moment, key, ip)
  return { kind: 'machine', enterpriseId: key.enterpriseId, keyId: key.id, keyName: key.name, permCode: key.codes }
}
