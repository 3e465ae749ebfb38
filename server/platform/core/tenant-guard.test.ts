import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '#server/platform/database/schema-types.ts'
import { TenantGuard } from './tenant-guard.ts'

/** A database that executes nothing: the guard refuses before a statement is compiled. */
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (inner) => new PostgresIntrospector(inner),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new TenantGuard()],
})
const enterpriseId = '00000000-0000-7000-8000-000000000001'
const orders = () => db.selectFrom('order as o').select('o.id')
const ofEnterprise = () => orders().where('o.enterprise_id', '=', enterpriseId)
const tradesOfEnterprise = () => db.selectFrom('trade').select('id').where('enterprise_id', '=', enterpriseId)

test.each([
  ['a read', 'order', () => orders()],
  ['a read by another column', 'order', () => orders().where('o.order_no', '=', '1')],
  ['a subquery', 'trade', () => ofEnterprise().where('o.trade_id', 'in', db.selectFrom('trade').select('id'))],
  ['a read whose subquery alone names it', 'order', () => orders().where('o.trade_id', 'in', tradesOfEnterprise())],
  ['a join', 'trade', () => ofEnterprise().innerJoin('trade as t', 't.id', 'o.trade_id')],
  [
    'a query in WITH',
    'cart_line',
    () =>
      db
        .with('c', (of) => of.selectFrom('cart_line').select('id'))
        .selectFrom('c')
        .selectAll(),
  ],
  ['an update', 'order', () => db.updateTable('order').set({ remark: '' })],
  ['a delete', 'cart_line', () => db.deleteFrom('cart_line')],
  ['raw SQL in a clause', 'raw statement', () => ofEnterprise().where(sql<boolean>`exists (select from trade)`)],
])('the guard refuses %s of a tenant table that does not name its enterprise', (_, table, build) => {
  // A subquery is examined while it is built.
  expect(() => build().compile()).toThrow(`a statement on ${table} does not name its enterprise`)
})

test('the guard refuses raw SQL on a tenant table that does not name its enterprise', () => {
  expect(() => sql`update "order" set remark = ''`.compile(db)).toThrow('a statement on raw statement does not name its enterprise')
})

test('the guard accepts statements that name the enterprise, and tables of everybody', () => {
  const named = [
    orders().where('o.enterprise_id', '=', enterpriseId),
    orders()
      .innerJoin('trade as t', (on) => on.onRef('t.enterprise_id', '=', 'o.enterprise_id').onRef('t.id', '=', 'o.trade_id'))
      .where('o.enterprise_id', '=', enterpriseId),
    orders().where(sql<boolean>`o.enterprise_id = ${enterpriseId}`),
    db.updateTable('order').set({ remark: '' }).where('enterprise_id', '=', enterpriseId),
    db.selectFrom('goods').select('id'),
    sql`select from "order" where enterprise_id = ${enterpriseId}`,
  ]
  expect(named.map((query) => query.compile(db).sql)).toHaveLength(named.length)
})
