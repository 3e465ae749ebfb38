import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#server/platform/database/schema-types.ts'
import { compileInsertOnce, compileOnce } from './compiled-once.ts'
import { anyOfIdsSql, anyOfTextsSql, type Tx } from './db.ts'
import { TenantGuard } from './tenant-guard.ts'

/** As in production; `guarded` as in tests. */
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const guarded = db.withPlugin(new TenantGuard())

interface Wanted {
  ids: readonly string[]
  words: readonly string[]
  working: boolean
  name: string | null
  from: Date
}

/** A query with a list, a literal, a condition and a constant, and how often it was built. */
function createQuery() {
  const built = { times: 0 }
  const query = compileOnce((on, { ids, words, working, name, from }: Wanted) => {
    built.times++
    return on
      .selectFrom('holiday')
      .select('day')
      .where('day', '=', anyOfIdsSql(ids))
      .where('name', '<>', anyOfTextsSql(words))
      .where('working', '=', working)
      .$if(name !== null, (more) => more.where('name', '=', name))
      .where(sql<Date>`day::date`, '>', from)
      .limit(7)
  })
  return { query, built }
}

const from = new Date('2026-11-30T00:00:00Z')

test('a query is built once for each shape, and gets the parameters of each use in their places', () => {
  const { query, built } = createQuery()
  const given: Wanted[] = [
    { ids: ['a'], words: ['x'], working: true, name: null, from },
    { ids: ['b'], words: ['y'], working: true, name: null, from: new Date(0) },
    { ids: ['a', 'b'], words: ['x'], working: true, name: '元旦', from },
    { ids: ['c', 'd', 'e'], words: ['y'], working: true, name: '国庆', from },
    { ids: [], words: ['x', 'y'], working: false, name: '国庆', from },
  ]
  for (const one of given) {
    const { sql: text, parameters } = query(db, one).compile()
    const plain = createQuery().query(guarded, one).compile()
    expect([text, parameters]).toEqual([plain.sql, plain.parameters])
  }
  expect(built.times).toBe(3)
})

test('fields with other names have another text, though their values are alike', () => {
  const changes = compileOnce((on, { day, ...set }: { day: string; name?: string; working?: boolean; region?: string }) =>
    on
      .updateTable('holiday')
      .set(set as { name: string })
      .where('day', '=', day),
  )
  const texts = [
    { name: '春节', day: 'a' },
    { region: '广东', day: 'a' },
    { day: 'a', name: '春节' },
  ].map((one) => changes(db, one).compile())
  expect(texts.map(({ sql: text }) => /set "(\w+)"/.exec(text)?.[1])).toEqual(['name', 'region', 'name'])
  expect(texts.map(({ parameters }) => parameters)).toEqual([
    ['春节', 'a'],
    ['广东', 'a'],
    ['春节', 'a'],
  ])
})

test('a query whose text depends on a value is an error where plugins run, at the use that differs', () => {
  const named = compileOnce((on, { name }: { name: string }) =>
    name === '元旦' ? on.selectFrom('holiday').select('day') : on.selectFrom('holiday').select('day').where('name', '=', name),
  )
  expect(named(guarded, { name: '国庆' }).compile().parameters).toEqual(['国庆'])
  expect(() => named(guarded, { name: '元旦' }).compile()).toThrow('depends on its parameters')
})

test('a query that computes with a value is an error at its first use', () => {
  const computed = compileOnce((on, { name }: { name: string }) => on.selectFrom('holiday').select('day').where('name', '=', `${name}节`))
  expect(() => computed(db, { name: '春' }).compile()).toThrow(TypeError)
})

test('the guard sees every use, also after one without it', () => {
  const everywhere = compileOnce((on, { id }: { id: string }) => on.selectFrom('order').select('order_no').where('id', '=', id))
  everywhere(db, { id: 'a' }).compile()
  expect(() => everywhere(guarded, { id: 'a' }).compile()).toThrow('does not name its enterprise')
})

test('an insert has one text for each number of rows, and the values of each use', () => {
  const insert = compileInsertOnce((tx) => tx.insertInto('holiday').onConflict((conflict) => conflict.doNothing()))
  const row = (day: string) => ({ day, name: '假', working: false })
  for (const days of [['1'], ['2', '3'], ['4', '5'], ['6']]) {
    const rows = days.map(row)
    const plain = db
      .insertInto('holiday')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .compile()
    for (const on of [db, guarded]) {
      const { sql: text, parameters } = insert(on as Tx, rows).compile()
      expect([text, parameters]).toEqual([plain.sql, plain.parameters])
    }
  }
})

test('an insert refuses rows with other columns, and values that belong into its text', () => {
  const insert = compileInsertOnce((tx) => tx.insertInto('holiday'))
  const row = { day: '1', name: '假', working: false }
  insert(db as Tx, [row]).compile()
  const { day, ...rest } = row
  expect(() => insert(db as Tx, [row, { ...rest, day }]).compile()).toThrow('other columns')
  expect(() => insert(db as Tx, [{ ...row, name: sql<string>`'假'` }]).compile()).toThrow('no value for name')
})
