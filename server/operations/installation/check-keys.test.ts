import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { requireKeysMatchDatabaseAndAddFormer } from './public.ts'

const secret = randomBytes(32)
const mall = await openMall({ secret })
const lin = await mall.buyer('林')
const owner = new pg.Pool({ connectionString: mall.ownerUrl, max: 2 })
afterAll(() => owner.end())
// As it was before it remembered anything.
beforeEach(() => owner.query('delete from installation; delete from seal_key'))

const raw = { k1: randomBytes(32), k2: randomBytes(32), other: randomBytes(32) }
type Named = [id: string, key: Buffer]
const ring = (named: Named[] = [], own = secret): Keys =>
  createKeys(
    own,
    named.map(([id, key]) => ({ id, key })),
  )
const check = (keys: Keys) => requireKeysMatchDatabaseAndAddFormer(mall.db, mall.moment(), { keys })
const k1: Named = ['k1', raw.k1]
const k2: Named = ['k2', raw.k2]

/** Seals a person's mobile as a server with these keys does. */
const reseal = (keys: Keys) =>
  owner.query('update app_user set mobile_sealed = $1 where id = $2', [
    keys.seal(mall.moment(), `app_user|mobile_sealed|${lin.userId}`, lin.mobile),
    lin.userId,
  ])

const WRONG_SECRET = /^MALL_SECRET 与数据库不符/

test('the first start checks the secret against existing users, later starts against the stored check value', async () => {
  await expect(check(ring([], raw.other))).rejects.toThrow(WRONG_SECRET)
  await check(ring())
  await check(ring())
  await expect(check(ring([], raw.other))).rejects.toThrow(WRONG_SECRET)
})

test('the stored check values are neither the secret nor a key', async () => {
  await check(ring([k1]))
  const { rows } = await owner.query<{ secret_check: Buffer }>('select secret_check from installation')
  const { rows: keys } = await owner.query<{ key_check: Buffer }>('select key_check from seal_key')
  for (const kept of [rows[0]?.secret_check, keys[0]?.key_check]) {
    expect(kept).toHaveLength(32)
    for (const key of [secret, raw.k1]) expect(kept?.equals(key)).toBe(false)
  }
})

test('a wrong secret is detected although the sealing key is right', async () => {
  await reseal(ring([k1]))
  await expect(check(ring([k1], raw.other))).rejects.toThrow(WRONG_SECRET)
  await check(ring([k1]))
  await reseal(ring())
})

test('of two first starts at once with different secrets one is refused', async () => {
  const copy = await copyDatabase()
  const [one, other] = [1, 2].map(() => openDatabase({ url: copy.appUrl, poolSize: 2 }))
  if (!one || !other) expect.fail()
  for (let round = 0; round < 5; round++) {
    const ends = await Promise.allSettled([
      requireKeysMatchDatabaseAndAddFormer(one.db, mall.moment(), { keys: ring() }),
      requireKeysMatchDatabaseAndAddFormer(other.db, mall.moment(), { keys: ring([], raw.other) }),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // With the same secret both begin.
    const right = ends[0].status === 'fulfilled' ? ring([k1]) : ring([k1], raw.other)
    await Promise.all([one, other].map(({ db }) => requireKeysMatchDatabaseAndAddFormer(db, mall.moment(), { keys: right })))
    const client = new pg.Client({ connectionString: copy.ownerUrl })
    await client.connect()
    await client.query('delete from installation; delete from seal_key')
    await client.end()
  }
  await Promise.all([one.close(), other.close()])
  await copy.drop()
})

test('a key in use can be neither left out nor replaced by another under the same id', async () => {
  await check(ring([k1]))
  await reseal(ring([k1]))
  await expect(check(ring())).rejects.toThrow(/^SEAL_KEYS 缺少编号 k1 的密钥/)
  await expect(check(ring([k2]))).rejects.toThrow(/^SEAL_KEYS 缺少编号 k1 的密钥/)
  await expect(check(ring([['k1', raw.other]]))).rejects.toThrow(/^SEAL_KEYS 中编号 k1 的密钥不是/)
  // The same of a backup from before the database remembered its keys.
  await owner.query('delete from installation; delete from seal_key')
  await expect(check(ring())).rejects.toThrow(/^SEAL_KEYS 缺少编号 k1 的密钥/)
  await expect(check(ring([['k1', raw.other]]))).rejects.toThrow(/^SEAL_KEYS 中编号 k1 的密钥不是/)
  await check(ring([k1]))
  await reseal(ring())
})

test('a key is rotated: the new one is added, and the old one can go once nothing is sealed with it', async () => {
  await check(ring([k1]))
  await reseal(ring([k1]))
  await check(ring([k1, k2]))
  await expect(check(ring([k2]))).rejects.toThrow(/缺少编号 k1/)
  await reseal(ring([k1, k2]))
  await check(ring([k2]))
  const ids = async () => (await owner.query<{ id: string }>('select id from seal_key')).rows.map(({ id }) => id)
  expect(await ids()).toEqual(['k2'])
  // An old backup has the old key's values again, and what it remembers with them.
  await reseal(ring([k1]))
  await check(ring([k1, k2]))
  expect((await ids()).sort()).toEqual(['k1', 'k2'])
  await expect(check(ring([k2]))).rejects.toThrow(/缺少编号 k1/)
  await reseal(ring())
})

test('resealing may start without a key in use, a server may not', async () => {
  await reseal(ring([k1]))
  await requireKeysMatchDatabaseAndAddFormer(mall.db, mall.moment(), { keys: ring([k2]), mayMiss: true })
  await expect(check(ring([k2]))).rejects.toThrow(/缺少编号 k1/)
  await reseal(ring())
})
