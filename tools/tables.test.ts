import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { anyTable, tables, unused } from './module-maps/tables.mjs'
import { SCHEMA_SQL, SCHEMA_TYPES } from './schema.ts'
import { tableUsesIn } from './table-uses.ts'

const schemaTables = new Set([...readFileSync(SCHEMA_SQL, 'utf8').matchAll(/create table "(\w+)"/g)].map(([, name = '']) => name))

const moduleOf = (file: string) => file.split('/').slice(1, 3).join('/')

/** What every source of server/ uses; tests and their helpers may look into any table. */
const found = readdirSync('server', { recursive: true })
  .map((file) => path.join('server', String(file)))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file) && file !== SCHEMA_TYPES)
  .map((file) => ({ file, ...tableUsesIn(file, readFileSync(file, 'utf8'), schemaTables) }))
const uses = found.flatMap(({ file, uses: ofFile }) => ofFile.map((use) => ({ ...use, file, module: moduleOf(file) })))

const sentences = (list: readonly string[]) => [...new Set(list)].sort()

test('a table is written by its owner alone', () => {
  const others = uses.filter(({ table, writes, module }) => writes && !tables[table]?.owners.includes(module))
  expect(sentences(others.map(({ table, file }) => `${file} writes ${table}`))).toEqual([])
  const shared = Object.entries(tables).filter(([, { owners }]) => owners.length > 1)
  expect(shared.map(([table]) => table)).toEqual(['outbox'])
})

test('a table is read by its owner and by the modules that the map names', () => {
  const others = uses.filter(
    ({ table, writes, module }) => !writes && !tables[table]?.owners.includes(module) && !tables[table]?.readers.includes(module),
  )
  expect(sentences(others.map(({ table, file }) => `${file} reads ${table}`))).toEqual([])
})

test('the map of tables names what is used, and no more', () => {
  const isUsed = (wanted: { table: string; module: string; writes?: boolean }) =>
    uses.some((use) => use.table === wanted.table && use.module === wanted.module && (!wanted.writes || use.writes))
  const idle = Object.entries(tables).flatMap(([table, { owners, readers }]) => [
    ...owners.filter((module) => !isUsed({ table, module, writes: true })).map((module) => `${module} does not write ${table}`),
    ...readers.filter((module) => !isUsed({ table, module })).map((module) => `${module} does not read ${table}`),
  ])
  expect(idle).toEqual([])
  expect([...Object.keys(tables), ...unused].sort()).toEqual([...schemaTables].sort())
})

test('a source names its tables, so that they can be found', () => {
  expect(found.filter(({ unnamed }) => unnamed).map(({ file }) => file)).toEqual(anyTable)
})

test.each([
  ["db.selectFrom('sku as s').innerJoin('goods as g', 'g.id', 's.goods_id')", 'goods sku'],
  ["db.selectFrom(['sku', 'goods as g'])", 'goods sku'],
  ["db.selectFrom((inner) => inner.selectFrom('sku').select('id').as('x'))", 'sku'],
  ["tx.updateTable('sku').from('goods').set({})", 'goods sku!'],
  ["tx.with('x', (made) => made.deleteFrom('sku').using('goods').returning('id')).selectFrom('x')", 'goods sku!'],
  ["tx.insertInto('sku').values({ goods: 1 })", 'sku!'],
  ['sql`select * from sku s join goods g on g.id = s.goods_id`', 'goods sku'],
  [`sql\`select 1 from sku s, goods, "order" as o where \${goods}, trade\``, 'goods order sku'],
  ['sql`select 1 from (select 2) x, sku s`', 'sku'],
  ['sql`with x as (insert into sku (id) select id from goods) update trade t set id = x.id from x`', 'goods sku! trade!'],
  ["pool.query('delete from only sku using goods')", 'goods sku!'],
  ["log('it comes from sku'); Array.from('x')", ''],
])('the tables of %s are found, and which of them are written', (source, expected) => {
  const { uses: ofSource, unnamed } = tableUsesIn('x.ts', source, schemaTables)
  expect(sentences(ofSource.map(({ table, writes }) => `${table}${writes ? '!' : ''}`)).join(' ')).toBe(expected)
  expect(unnamed).toBe(false)
})

test.each(['db.selectFrom(table)', `sql\`select 1 from \${sql.table(table)}\``])('%s names its table at run time', (source) => {
  expect(tableUsesIn('x.ts', source, schemaTables)).toEqual({ uses: [], unnamed: true })
})
