import { BlockList, isIP } from 'node:net'
import type { RefusalName } from '../../contract/refusals.ts'
import type { Guest, Machine } from '../http/caller.ts'
import { findEnterprise } from '../organisation/public.ts'
import type { Db } from '../platform/db.ts'
import { sha256 } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { bytesOfUuid, uuidFrom } from '../platform/uuid-bytes.ts'
import { findKeyByToken, noteUse, stateOf } from './keys.ts'

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
export function newToken(moment: Moment, enterpriseId: string): { token: string; tokenHash: Buffer; prefix: string } {
  const token = PREFIX + Buffer.concat([moment.bytes(SECRET_BYTES), bytesOfUuid(enterpriseId)]).toString('base64url')
  return { token, tokenHash: sha256(token), prefix: token.slice(0, SHOWN) }
}

const ownerOf = (token: string): string => uuidFrom(Buffer.from(token.slice(PREFIX.length), 'base64url').subarray(SECRET_BYTES))

/** An IPv4 address that came over IPv6 is what people write into lists. */
const plain = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** Whether an address is one of those named, or within a range of them. */
export function comesFrom(addresses: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const one of addresses) {
    const [base = '', bits] = one.split('/')
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  const from = plain(ip)
  return isIP(from) !== 0 && list.check(from, isIP(from) === 4 ? 'ipv4' : 'ipv6')
}

const outside = (why: RefusalName): Guest => ({ kind: 'guest', why })

/** The program that a key stands for; else a guest who is told, where a key is asked for, what is wrong with his. */
export async function findKey(db: Db, moment: Moment, { token, ip }: { token: string; ip: string }): Promise<Machine | Guest> {
  if (!TOKEN_SHAPE.test(token)) return outside('KEY_INVALID')
  const key = await findKeyByToken(db, ownerOf(token), sha256(token))
  if (!key) return outside('KEY_INVALID')
  const state = stateOf(key, moment)
  if (state === 'REVOKED') return outside('KEY_REVOKED')
  if (state === 'EXPIRED') return outside('KEY_EXPIRED')
  if (key.addresses.length > 0 && !comesFrom(key.addresses, ip)) return outside('KEY_ADDRESS')
  if ((await findEnterprise(db, key.enterpriseId))?.status !== 1) return outside('KEY_FROZEN')
  const seen = key.lastUsedAt?.getTime() ?? 0
  if (moment.now.getTime() - seen > USED_EVERY_MS) await noteUse(db, moment, key, ip)
  return { kind: 'machine', enterpriseId: key.enterpriseId, keyId: key.id, keyName: key.name, permCode: key.codes }
}
