import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { withDatabaseClient } from './connect.ts'
import { listWaitingMigrations, migrate, requireCurrentSchema, type WaitingMigration } from './migrate.ts'
import { OWNER_ROLE, replaceDatabaseUrlParts } from './roles.ts'

const FOLDER = 'server/platform/migrations'
const RENAMING = '0097-plain-table-names.sql'
const database = `mall_${randomBytes(6).toString('hex')}`
const ownerUrl = replaceDatabaseUrlParts(inject('ownerUrl'), { database })
const appUrl = replaceDatabaseUrlParts(inject('appUrl'), { database })

afterAll(() => withDatabaseClient(inject('superUrl'), (client) => client.query(`drop database if exists ${database} with (force)`)))

/** Makes the database as a program left it that knew only the migrations before `end`. */
async function createOldDatabase(end: string): Promise<void> {
  await withDatabaseClient(inject('superUrl'), (client) => client.query(`create database ${database} owner ${OWNER_ROLE}`))
  await withDatabaseClient(ownerUrl, async (client) => {
    await client.query(
      'create table schema_migration (name text constraint schema_migration_pk primary key, hash text not null, applied_at timestamptz not null)',
    )
    for (const name of readdirSync(FOLDER).sort()) {
      if (name >= end) return
      const text = readFileSync(`${FOLDER}/${name}`, 'utf8')
      await client.query(text)
      await client.query('insert into schema_migration values ($1, $2, now())', [name, createHash('sha256').update(text).digest('hex')])
    }
  })
}

const [enterpriseId, listId, skuId] = [randomUUID(), randomUUID(), randomUUID()]

/** One row in each of the four tables under its old name, and one in each table that they reference. */
async function insertRowsUnderOldNames(): Promise<void> {
  await withDatabaseClient(ownerUrl, async (client) => {
    const row = async (table: string, values: Record<string, unknown>) => {
      const names = Object.keys(values)
      const parameters = names.map((_, at) => `$${at + 1}`)
      await client.query(`insert into ${table} (${names.join(', ')}) values (${parameters.join(', ')})`, Object.values(values))
    }
    const at = '2026-11-18T06:00:00Z'
    await row('enterprise', { id: enterpriseId, status: 1, auth_level: 3, member_level: 3, created_at: at })
    const [shop, goods] = [randomUUID(), randomUUID()]
    await row('shop', { id: shop, name: '店', city: '长沙' })
    await row('category', { id: 1, name: '截齿', position: 1 })
    const none = { parameters: '{}', description: '', spec: '', unit: '只' }
    await row('goods', {
      id: goods,
      slug: 'u84',
      shop_id: shop,
      category_id: 1,
      name: 'U84',
      on_shelf: true,
      position: 1,
      created_at: at,
      ...none,
    })
    const sold = { sale_price_fen: 100, minimum: 1, step: 1, weight_grams: 1, on_shelf: true, position: 1 }
    await row('sku', { id: skuId, goods_id: goods, code: 'U84-1', props: '{}', ...sold })
    await row('standing_list', { enterprise_id: enterpriseId, id: listId, name: '月度', created_by: skuId, created_at: at, updated_at: at })
    await row('standing_line', { enterprise_id: enterpriseId, list_id: listId, sku_id: skuId, goods_num: 20, note: '3 号面', position: 1 })
    await row('member_standing', {
      enterprise_id: enterpriseId,
      as_of: '2026-11-17',
      paid_fen: 5,
      earned: 2,
      level: 3,
      gold_on: '2026-01-02',
    })
    await client.query('update catalogue_version set version = 41')
  })
}

/**
 * Migrates while a transaction of the mall has read the table that the migration 0240 locks late, and reads the one that it has locked first
 * once it waits: PostgreSQL gives the migration up.
 */
async function migrateIntoDeadlock(): Promise<string[]> {
  const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database })
  return withDatabaseClient(superUrl, async (client) => {
    // Long enough for the other transaction to come, which never looks for a deadlock itself.
    await client.query(`alter role ${OWNER_ROLE} in database ${database} set deadlock_timeout = '3s'`)
    await client.query(`set deadlock_timeout = '1h'`)
    await client.query('begin')
    await client.query('select from gateway_receipt')
    const migrating = migrate(ownerUrl)
    const isWaiting = `select from pg_locks where relation = 'gateway_receipt'::regclass and not granted`
    await vi.waitUntil(async () => (await client.query(isWaiting)).rowCount === 1, { timeout: 60_000, interval: 20 })
    await client.query('select from ledger_transfer')
    await client.query('commit')
    return migrating
  })
}

let waiting: WaitingMigration[] = []
let applied: string[] = []
beforeAll(async () => {
  await createOldDatabase(RENAMING)
  await insertRowsUnderOldNames()
  waiting = await listWaitingMigrations(ownerUrl)
  applied = await migrateIntoDeadlock()
})

test('pending migrations are listed before they run, and none are left afterwards', async () => {
  expect(waiting.length).toBeGreaterThan(1)
  // Also the one that has met a deadlock with the running mall.
  expect(waiting.map(({ name }) => name)).toEqual(applied)
  expect(waiting[0]?.contractions).toContainEqual(expect.stringContaining('renames'))
  expect(await listWaitingMigrations(appUrl)).toEqual([])
})

test('a database from before the renaming of tables keeps its rows and the rights of the app role', async () => {
  expect(applied[0]).toBe(RENAMING)
  await withDatabaseClient(appUrl, async (client) => {
    const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
    expect(await read('select id, name from shopping_list')).toEqual([{ id: listId, name: '月度' }])
    expect(await read('select list_id, sku_id, goods_num, note from shopping_list_line')).toEqual([
      { list_id: listId, sku_id: skuId, goods_num: 20, note: '3 号面' },
    ])
    expect(await read('select enterprise_id, earned, level, gold_on::text, platinum_on from level_status')).toEqual([
      { enterprise_id: enterpriseId, earned: 2, level: 3, gold_on: '2026-01-02', platinum_on: null },
    ])
    expect(await read('update catalog_version set version = version + 1 returning version::int')).toEqual([{ version: 42 }])
    await read(`insert into shopping_list select enterprise_id, gen_random_uuid(), '季度', created_by, now(), now() from shopping_list`)
    await read('update level_status set level = 4')
    await read(`delete from shopping_list where name = '月度'`)
    expect(await read('select 1 from shopping_list_line')).toEqual([])
  })
})

test('goods from such a database have no pictures until staff add some, and at most twelve', async () => {
  await withDatabaseClient(appUrl, async (client) => {
    const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
    expect(await read('select slug, pictures, documents from goods')).toEqual([{ slug: 'u84', pictures: [], documents: [] }])
    const many = (count: number) => `update goods set pictures = (select jsonb_agg(n) from generate_series(1, ${count}) n)`
    await read(many(12))
    await expect(read(many(13))).rejects.toThrow('goods_pictures')
    await expect(read(`update goods set documents = '{}'`)).rejects.toThrow('goods_documents')
  })
})

test('no table, index, constraint or function has an old name', async () => {
  const { rows } = await withDatabaseClient(ownerUrl, (client) =>
    client.query<{ name: string }>(`
      select relname as name from pg_class
      union all select conname from pg_constraint
      union all select proname from pg_proc where prosrc ~ 'standing_li|member_standing|catalogue_version'`),
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ name }) => /standing|catalogue/.test(name))).toEqual([])
})

test('transactions go on after what was sealed before migrations number rows, and again afterwards', async () => {
  const again = '0820-fixed-columns.sql'
  await withDatabaseClient(ownerUrl, async (client) => {
    await client.query('delete from schema_migration where name = $1', [again])
    await client.query('create table continued (applied bigint)')
    await client.query(`create or replace function continue_transactions() returns void language sql
      as 'insert into continued select count(*) from schema_migration'`)
    expect(await migrate(ownerUrl)).toEqual([again])
    const continued = async () =>
      (await client.query<{ applied: string }>('select applied from continued')).rows.map(({ applied: count }) => Number(count))
    const all = readdirSync(FOLDER).length
    expect(await continued()).toEqual([all - 1, all])
    // Where nothing waits, rows may have been copied there all the same.
    expect(await migrate(ownerUrl)).toEqual([])
    expect(await continued()).toEqual([all - 1, all, all])
  })
})

test('an older program starts on a newer schema that was only expanded, and is refused after a contraction', async () => {
  const newer = (expands: boolean) =>
    withDatabaseClient(ownerUrl, (client) =>
      client.query(`insert into schema_migration values ($1, '', now(), $2)`, [`9999-${expands}.sql`, expands]),
    )
  await newer(true)
  await requireCurrentSchema(appUrl)
  expect(await migrate(ownerUrl)).toEqual([])
  await newer(false)
  await expect(requireCurrentSchema(appUrl)).rejects.toThrow('数据库比本程序新（含有 9999-false.sql）')
  await expect(migrate(ownerUrl)).rejects.toThrow('9999-false.sql')
})
