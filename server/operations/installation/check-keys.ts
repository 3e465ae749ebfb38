import { sql } from 'kysely'
import { areMobileDigestsOfTheseKeys } from '#server/people/identity/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import { areSameDigests, type FormerSecret, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatFormerSecretSealPlace } from './exchange-secret.ts'
import { isSealKeyUsed, listSealedSamplesPerKeyAndColumn, type SealedSample } from './seal-key-usage.ts'

const WRONG_SECRET = 'MALL_SECRET 与数据库不符：请设置这个数据库原来的 MALL_SECRET（恢复备份时是备份当时的），否则手机号和密码都无法核对'
const EXCHANGE_STARTED = '正在更换 MALL_SECRET：请把新的一个设为 MALL_SECRET_OTHER；继续和放弃的步骤见 docs/operations.md'
const missingKey = (id: string) =>
  `SEAL_KEYS 缺少编号 ${id} 的密钥：数据库里还有用它加密的内容，请加上它；要停用它，先运行 npm run rotate-keys`
const wrongKey = (id: string) => `SEAL_KEYS 中编号 ${id} 的密钥不是加密数据库内容的那一个`

export interface KeysToCheck {
  keys: Keys
  /** Programs that reseal values and report missing keys themselves set this: a missing key is then no reason to refuse. */
  mayMiss?: boolean
}

/** Whether a sealed value can be opened with the keys of this server. */
function opens(keys: Keys, { place, sealed }: SealedSample): boolean {
  try {
    keys.open(place, sealed)
    return true
  } catch {
    return false
  }
}

/** Checks a database that has no record of its keys yet: its sealed values must open, and users must be found by their mobile numbers. */
async function checkAgainstValues(tx: Tx, { keys, mayMiss }: KeysToCheck): Promise<void> {
  for (const sample of await listSealedSamplesPerKeyAndColumn(tx)) {
    const { keyId } = sample
    const missing = keyId !== undefined && !keys.sealKeyChecks.has(keyId)
    if (missing && mayMiss) continue
    if (missing) throw new ConfigError(missingKey(keyId))
    if (!opens(keys, sample)) throw new ConfigError(keyId === undefined ? WRONG_SECRET : wrongKey(keyId))
  }
  if ((await areMobileDigestsOfTheseKeys(tx, keys)) === false) throw new ConfigError(WRONG_SECRET)
}

/**
 * Compares MALL_SECRET with the record in the database. The first start writes the record; of several concurrent starts the first one wins.
 */
async function checkSecret(tx: Tx, check: KeysToCheck): Promise<void> {
  const { keys } = check
  const find = () => tx.selectFrom('installation').select(['secret_check', 'next_check']).executeTakeFirst()
  let row = await find()
  if (!row) {
    await checkAgainstValues(tx, check)
    // The next start makes the checks that are skipped here.
    if (check.mayMiss) return
    await tx
      .insertInto('installation')
      .values({ secret_check: keys.secretCheck })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await find()
  }
  if (!row) throw new ConfigError(WRONG_SECRET)
  const { secret_check, next_check } = row
  if (next_check && areSameDigests(next_check, keys.secretCheck)) return
  if (!areSameDigests(secret_check, keys.secretCheck)) throw new ConfigError(WRONG_SECRET)
  // A server without the next secret would not find rows that servers with it write.
  const other = keys.otherSecretCheck ?? Buffer.alloc(0)
  if (next_check && !areSameDigests(next_check, other)) throw new ConfigError(EXCHANGE_STARTED)
}

/** Passes the keys of former secrets to this process. */
async function addFormerSecrets(tx: Tx, keys: Keys): Promise<void> {
  const rows = await tx.selectFrom('former_secret').selectAll().orderBy('since').execute()
  keys.addFormer(
    rows.map(({ id, keys_sealed }) => ({
      id,
      keys: JSON.parse(keys.open(formatFormerSecretSealPlace(id), keys_sealed)) as FormerSecret['keys'],
    })),
  )
}

/**
 * Compares the seal keys with the record. It adds new keys, and deletes a missing key from the record if no value is sealed with it any
 * more.
 */
async function checkSealKeys(tx: Tx, moment: Moment, { keys, mayMiss }: KeysToCheck): Promise<void> {
  const rows = await tx.selectFrom('seal_key').select(['id', 'key_check']).execute()
  for (const { id, key_check } of rows) {
    const given = keys.sealKeyChecks.get(id)
    if (given && !areSameDigests(given, key_check)) throw new ConfigError(wrongKey(id))
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
 * Passes the keys of former secrets to `keys`. Refuses keys that do not belong to the database, with a `ConfigError` that names them. With
 * a wrong MALL_SECRET, nobody is found by mobile number, and other processes cannot read new values. An empty database accepts any keys.
 */
export async function requireKeysMatchDatabaseAndAddFormer(db: Db, moment: Moment, check: KeysToCheck): Promise<void> {
  await runInTransaction(db, async (tx) => {
    // Whole tables are read at the first start of a database, and when a key is missing.
    await sql`set local statement_timeout = 0`.execute(tx)
    await checkSecret(tx, check)
    await checkSealKeys(tx, moment, check)
    await addFormerSecrets(tx, check.keys)
  })
}
