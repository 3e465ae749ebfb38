import { sql } from 'kysely'
import { canFindUsersByMobile } from '#server/people/identity/public.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { type Keys, sameDigest } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { isSealKeyUsed, listSealedSamples, type SealedSample } from './seal-key-usage.ts'

const WRONG_SECRET = 'MALL_SECRET 与数据库不符：请设置这个数据库原来的 MALL_SECRET（恢复备份时是备份当时的），否则手机号和密码都无法核对'
const missingKey = (id: string) =>
  `SEAL_KEYS 缺少编号 ${id} 的密钥：数据库里还有用它加密的内容，请加上它；要停用它，先运行 npm run rotate-keys`
const wrongKey = (id: string) => `SEAL_KEYS 中编号 ${id} 的密钥不是加密数据库内容的那一个`

export interface KeyCheck {
  keys: Keys
  /** For what seals anew and reports by itself what no key opens: a key that is missing is no reason to refuse. */
  mayMiss?: boolean
}

/** Whether a value can be opened that was sealed with a key of this server. */
function opens(keys: Keys, { place, sealed }: SealedSample): boolean {
  try {
    keys.open(place, sealed)
    return true
  } catch {
    return false
  }
}

/** Of a database that remembers nothing yet: its values must open, and people must be found by their own mobiles. */
async function checkAgainstValues(tx: Tx, { keys, mayMiss }: KeyCheck): Promise<void> {
  for (const sample of await listSealedSamples(tx)) {
    const { keyId } = sample
    const missing = keyId !== undefined && !keys.sealKeyChecks.has(keyId)
    if (missing && mayMiss) continue
    if (missing) throw new ConfigError(missingKey(keyId))
    if (!opens(keys, sample)) throw new ConfigError(keyId === undefined ? WRONG_SECRET : wrongKey(keyId))
  }
  if ((await canFindUsersByMobile(tx, keys)) === false) throw new ConfigError(WRONG_SECRET)
}

/** Compares the secret with the one that the database knows; the first start writes it. Of several at once the first one counts. */
async function checkSecret(tx: Tx, check: KeyCheck): Promise<void> {
  const { keys } = check
  const find = () => tx.selectFrom('installation').select('secret_check').executeTakeFirst()
  let row = await find()
  if (!row) {
    await checkAgainstValues(tx, check)
    // What was left out here is for the next start to ask about.
    if (check.mayMiss) return
    await tx
      .insertInto('installation')
      .values({ secret_check: keys.secretCheck })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await find()
  }
  if (!row || !sameDigest(row.secret_check, keys.secretCheck)) throw new ConfigError(WRONG_SECRET)
}

/** Compares the keys to seal with; remembers new ones, and forgets one that is gone when nothing is sealed with it any more. */
async function checkSealKeys(tx: Tx, moment: Moment, { keys, mayMiss }: KeyCheck): Promise<void> {
  const rows = await tx.selectFrom('seal_key').select(['id', 'key_check']).execute()
  for (const { id, key_check } of rows) {
    const given = keys.sealKeyChecks.get(id)
    if (given && !sameDigest(given, key_check)) throw new ConfigError(wrongKey(id))
    if (given || mayMiss) continue
    if (await isSealKeyUsed(tx, id)) throw new ConfigError(missingKey(id))
    await tx.deleteFrom('seal_key').where('id', '=', id).execute()
  }
  for (const [id, key_check] of keys.sealKeyChecks)
    await tx
      .insertInto('seal_key')
      .values({ id, key_check, since: moment.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Refuses keys that are not those of the database, with a `ConfigError` that says which: a wrong MALL_SECRET would find nobody by his mobile
 * and write what no other start can read. An empty database takes the keys that it is given.
 */
export async function checkKeys(db: Db, moment: Moment, check: KeyCheck): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Once in the life of a database, and when a key has gone, whole tables are read.
    await sql`set local statement_timeout = 0`.execute(tx)
    await checkSecret(tx, check)
    await checkSealKeys(tx, moment, check)
  })
}
