import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { triggers, views } from './module-maps/views.mjs'
import { findTableNamesInSql } from './table-uses.ts'

let database: Awaited<ReturnType<typeof copyDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await copyDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('the table map names the tables of every view', async () => {
  const { rows } = await owner.query<{ view: string; tables: string[] }>(
    `select view_name as view, array_agg(table_name::text order by table_name::text collate "C") as tables
      from information_schema.view_table_usage where view_schema = 'public' group by view_name order by view_name`,
  )
  expect(rows.map(({ view, tables }) => [view, tables])).toEqual(Object.entries(views).map(([view, { tables }]) => [view, tables]))
})

test('the table map names every trigger, its table and the tables that it writes', async () => {
  // A trigger of a partitioned table has a copy on each partition.
  const { rows } = await owner.query<{ name: string; on: string; body: string }>(
    `select t.tgname as name, c.relname as on, p.prosrc as body from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid
      where n.nspname = 'public' and not t.tgisinternal and t.tgparentid = 0 order by t.tgname::text collate "C"`,
  )
  const written = (body: string) => [...new Set(findTableNamesInSql(body).flatMap(({ table, writes }) => (writes ? [table] : [])))].sort()
  expect(rows.map(({ name, on, body }) => [name, { on, writes: written(body) }])).toEqual(Object.entries(triggers))
})
