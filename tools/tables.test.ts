import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { moneyTablesNotToTamperWith, moneyTablesToTamperWith } from '#server/operations/invariants/money-tables.ts'
import { anyTable, tables, unused } from './module-maps/tables.mjs'
import { triggers, views } from './module-maps/views.mjs'
import { groups, modules } from './modules.mjs'
import { SCHEMA_SQL_PATH, SCHEMA_TYPES_PATH } from './schema.ts'
import { findTableUses } from './table-uses.ts'

const schemaTables: ReadonlySet<string> = new Set(
  [...readFileSync(SCHEMA_SQL_PATH, 'utf8').matchAll(/create table "(\w+)"/g)].map(([, name = '']) => name),
)

const moduleOf = (file: string) => file.split('/').slice(1, 3).join('/')

/** The tables of every source file in server/. Tests and their helpers may use any table. */
const found = readdirSync('server', { recursive: true })
  .map((file) => path.join('server', String(file)))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file) && file !== SCHEMA_TYPES_PATH)
  .map((file) => ({ file, ...findTableUses(file, readFileSync(file, 'utf8'), new Set([...schemaTables, ...Object.keys(views)])) }))
const usesOfFiles = found.flatMap(({ file, uses: ofFile }) => ofFile.map((use) => ({ ...use, file, module: moduleOf(file) })))
const viewUses = usesOfFiles.filter(({ table }) => table in views)
/** Of tables: by sources, and by the modules that own views. */
const uses = [
  ...usesOfFiles.filter(({ table }) => !(table in views)),
  ...Object.entries(views).flatMap(([view, { owner, tables: read }]) =>
    read.map((table) => ({ table, writes: false, file: `view ${view}`, module: owner })),
  ),
]

const sentences = (list: readonly string[]) => [...new Set(list)].sort()

test('a table is written only by its owner', () => {
  const others = uses.filter(({ table, writes, module }) => writes && !tables[table]?.owners.includes(module))
  expect(sentences(others.map(({ table, file }) => `${file} writes ${table}`))).toEqual([])
  const shared = Object.entries(tables).filter(([, { owners }]) => owners.length > 1)
  expect(shared.map(([table]) => table)).toEqual(['outbox'])
})

test('a table is read only by its owner and by the readers in the table map', () => {
  const others = uses.filter(
    ({ table, writes, module }) =>
      !writes &&
      !tables[table]?.owners.includes(module) &&
      !tables[table]?.readers.includes(module) &&
      !Object.values(views).some(({ owner, tables: read }) => owner === module && read.includes(table)),
  )
  expect(sentences(others.map(({ table, file }) => `${file} reads ${table}`))).toEqual([])
})

test('a view is read by its owner and by exactly its readers in the table map', () => {
  const read = Object.entries(views).map(([view, { owner, readers }]) => ({ view, modules: [owner, ...readers].sort() }))
  expect(
    Object.keys(views).map((view) => ({
      view,
      modules: sentences(viewUses.flatMap(({ table, module }) => (table === view ? module : []))),
    })),
  ).toEqual(read)
})

test('triggers write tables of the module that owns theirs, or those of one module, which no module of their own tables reads', () => {
  const ownersOf = (table: string) => tables[table]?.owners ?? []
  // Stock is moved by its movements: both tables have one owner, which sees what its insert does.
  const apart = Object.values(triggers).flatMap(({ on, writes }) =>
    writes.filter((table) => ownersOf(table).join() !== ownersOf(on).join()).map((table) => ({ on, table })),
  )
  const written = sentences(apart.map(({ table }) => table))
  expect(written).toEqual(['change_waiting'])
  const owners = apart.flatMap(({ on }) => ownersOf(on))
  expect(uses.filter(({ table, module }) => written.includes(table) && owners.includes(module))).toEqual([])
})

test('the table map lists exactly the uses that exist', () => {
  // An owner also writes by the triggers of its tables.
  const isWrittenByTrigger = (table: string, module: string) =>
    Object.values(triggers).some(({ on, writes }) => {
      const owners = tables[on]?.owners ?? []
      return writes.includes(table) && owners.includes(module) && owners.join() === tables[table]?.owners.join()
    })
  const isUsed = ({ table, module, writes = false }: { table: string; module: string; writes?: boolean }) =>
    uses.some((use) => use.table === table && use.module === module && (!writes || use.writes)) ||
    (writes && isWrittenByTrigger(table, module))
  const idle = Object.entries(tables).flatMap(([table, { owners, readers }]) => [
    ...owners.filter((module) => !isUsed({ table, module, writes: true })).map((module) => `${module} does not write ${table}`),
    ...readers.filter((module) => !isUsed({ table, module })).map((module) => `${module} does not read ${table}`),
  ])
  expect(idle).toEqual([])
  expect([...Object.keys(tables), ...unused].sort()).toEqual([...schemaTables].sort())
})

/** The first block comment of a source file, as one line; empty if it has none. */
const headOf = (text: string) =>
  (/^\/\*\*\n((?: \* .+\n)+) \*\/\n/.exec(text)?.[1] ?? '')
    .split('\n')
    .map((line) => line.slice(' * '.length))
    .join(' ')
    .trim()
const HEAD = /^Owns [^.]+\. Writes (?:no table|the tables? (?<named>[^.]+))\. Never [^.]+\.$/

test('the interface of a module states what it owns, which tables it writes, and what it never does', () => {
  const interfaces = found.map(({ file }) => file).filter((file) => file.endsWith('/public.ts'))
  const wrong = interfaces.filter((file) => {
    const head = HEAD.exec(headOf(readFileSync(file, 'utf8')))
    const named = [...(head?.groups?.named ?? '').matchAll(/`(\w+)`/g)].map(([, table = '']) => table)
    const owned = Object.keys(tables).filter((table) => tables[table]?.owners.includes(moduleOf(file)))
    return !head || named.join() !== owned.sort().join()
  })
  expect(interfaces.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})

test('no comment claims that only one file uses a table: that is stated in the table map', () => {
  const claim = /\b(?:only (?:file|module) (?:besides \S+ )?that|nobody else) (?:touches|reads|writes)\b/i
  expect(found.filter(({ file }) => claim.test(readFileSync(file, 'utf8'))).map(({ file }) => file)).toEqual([])
})

test('a source names its tables literally, so that they can be found', () => {
  expect(found.filter(({ unnamed }) => unnamed).map(({ file }) => file)).toEqual(anyTable)
})

/** The uses between modules: by imports, and by reading tables; without the modules that all may use. */
const usesOfModules = new Map(Object.entries(modules.server).map(([module, used]) => [module, new Set(used)]))
for (const { table, module } of uses) {
  const others = (tables[table]?.owners ?? []).filter((owner) => owner !== module && owner in modules.server && table !== 'outbox')
  for (const owner of others) usesOfModules.set(module, new Set([...(usesOfModules.get(module) ?? []), owner]))
}

test('imports and table reads between modules form no cycle', () => {
  const reach = (module: string, seen: Set<string>): Set<string> => {
    for (const next of usesOfModules.get(module) ?? []) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  expect([...usesOfModules.keys()].filter((module) => reach(module, new Set()).has(module))).toEqual([])
})

/** Tables that are read by a lower module than their owner, and why. Nothing may be added. */
const READ_FROM_BELOW = [
  // The name of the person who has changed an article meanwhile. It is read where the article is locked, only after such a change.
  'content/content reads staff of people/staff',
  // The view of sealed rows names every money table with its columns, so that a table of a higher module is sealed without a call.
  'money/ledger-seals reads acceptance_bill of billing/receivables',
  'money/ledger-seals reads acceptance_event of billing/receivables',
  'money/ledger-seals reads acceptance_request of billing/receivables',
  'money/ledger-seals reads bank_allocation of billing/bank',
  'money/ledger-seals reads bank_line of billing/bank',
  'money/ledger-seals reads closed_month of billing/receivables',
  'money/ledger-seals reads finance_request of billing/receivables',
  'money/ledger-seals reads invoice_red_line of billing/invoices',
  'money/ledger-seals reads revenue_line of billing/revenue',
  'money/ledger-seals reads value_day_correction of billing/bank',
  // The same for every row with a version.
  'platform/core reads staff of people/staff',
  // A restore copies the files that the rows of the restored database need. It runs without the program.
  'platform/database reads catalog_document of catalog/pictures',
  'platform/database reads catalog_picture of catalog/pictures',
  'platform/database reads collection_handover of billing/collections',
  'platform/database reads file of people/files',
  'platform/database reads goods_import of catalog/goods-import',
  'platform/database reads goods_import_file of catalog/goods-import',
  'platform/database reads goods_import_row of catalog/goods-import',
  'platform/database reads invoice_file of billing/invoices',
  'platform/database reads shop_licence of catalog/licences',
  'platform/database reads signing of billing/signings',
]

test('a table is read only from its own group or from groups above', () => {
  const order = Object.keys(groups)
  const levelOf = (module: string) => order.indexOf(module.split('/')[0] ?? '')
  const below = Object.entries(tables).flatMap(
    ([
      table,
      {
        owners: [owner = ''],
        readers,
      },
    ]) =>
      [...readers, ...Object.values(views).flatMap((view) => (view.tables.includes(table) ? view.owner : []))]
        .filter((module) => levelOf(module) < levelOf(owner))
        .map((module) => `${module} reads ${table} of ${owner}`),
  )
  expect(below.sort()).toEqual(READ_FROM_BELOW)
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
])('the tables used by %s are found, with those that it writes', (source, expected) => {
  const { uses: ofSource, unnamed } = findTableUses('x.ts', source, schemaTables)
  expect(sentences(ofSource.map(({ table, writes }) => `${table}${writes ? '!' : ''}`)).join(' ')).toBe(expected)
  expect(unnamed).toBe(false)
})

test.each(['db.selectFrom(table)', `sql\`select 1 from \${sql.table(table)}\``])(
  '%s is detected as naming its table at run time',
  (source) => {
    expect(findTableUses('x.ts', source, schemaTables)).toEqual({ uses: [], unnamed: true })
  },
)

test('every money table is in the column tampering test, or has a stated reason against it', () => {
  const ofMoney = Object.entries(tables).filter(([, { owners }]) => owners.some((owner) => /^(money|billing)\//.test(owner)))
  expect([...moneyTablesToTamperWith, ...Object.keys(moneyTablesNotToTamperWith)].sort()).toEqual(ofMoney.map(([table]) => table).sort())
})
