import { expect, test } from 'vitest'
import { openMall } from '#server/platform/testing/mall.ts'
import { listRefusedStatements } from '#server/platform/testing/refused-statements.ts'
import { explainRefusedStatement } from './statement-rules.ts'

// Statements keep the rules of a database that is distributed by company. `openMall` checks all those that a story has sent.

const refusals = [
  ['a time of the database', 'update "order" set state_at = now() where enterprise_id = $1 and id = $2', 'a volatile function'],
  ['an id of the database', 'insert into message (enterprise_id, id) select $1, gen_random_uuid() from membership', 'a volatile function'],
  ['chance', `with x as (select 1) update goods set position = random() from x`, 'a volatile function'],
  ['a number of a sequence', `insert into wave (id, wave_no) select $1, nextval('wave_number') from shop`, 'a volatile function'],
  [
    'a list that is built in a case',
    'update statement s set interest_rates = case when $1 then s.interest_rates else jsonb_build_array($2) end where enterprise_id = $3',
    'a function that is not immutable',
  ],
  [
    'a default that is not immutable',
    `update message set title = coalesce(concat_ws(' ', $1, title), '') where enterprise_id = $2`,
    'a function that',
  ],
  [
    'a choice of a reader',
    'insert into staff_notice (id, read_at) values ($1, (select $2 from staff_notice_choice where staff_id = $3))',
    'a subquery in VALUES',
  ],
  [
    'a list that is built for the row that is there',
    'insert into job_run (task, recent) values ($1, $2) on conflict (task) do update set recent = jsonb_build_array($3::jsonb) || job_run.recent',
    'a function that is not immutable in DO UPDATE SET',
  ],
  ['a place among others', 'insert into goods (id, position) values ($1, (select max(position) + 1 from goods))', 'a subquery in VALUES'],
  [
    'a queue of all companies',
    'select id from change_waiting order by id limit 10 for update skip locked',
    'locks rows of several machines',
  ],
  ['a lock of many companies', 'select * from credit_account where enterprise_id = any($1::uuid[]) for no key update', 'locks rows'],
  ['a lock by another key', 'select * from "sms_code" where "asker" = $1 for update', 'locks rows'],
  [
    'transfers in a set, with the number of a machine',
    'insert into ledger_transfer select * from jsonb_populate_recordset(null::ledger_transfer, $1::jsonb)',
    'each machine numbers',
  ],
  [
    'a count of rows without columns',
    `select count(*) from (select from recon_difference where state = 'OPEN' limit $1) as open`,
    'a query without columns',
  ],
  [
    'sums by group of stock that is joined',
    'select g.id, sum(q.available) from sku s join goods g on g.id = s.goods_id left join sku_stock q on q.sku_id = s.id group by grouping sets ((), (g.id))',
    'GROUPING SETS',
  ],
  [
    'sums by group of stock that others are joined with',
    'select s.id, sum(q.available) from sku_stock q join sku s on q.sku_id = s.id group by rollup (s.id)',
    'GROUPING SETS',
  ],
  [
    'a lock with a count of the rows around it',
    `select id, (select count(*) from parcel as sent where sent.enterprise_id = "order".enterprise_id and sent.order_id = "order".id) as parcels
       from "order" where "order"."enterprise_id" = $1 for share of "order"`,
    'locks rows',
  ],
] as const

test.each(refusals)('%s is refused', (_, statement, why) => {
  expect(explainRefusedStatement(statement)).toContain(why)
  expect(listRefusedStatements([statement, statement])).toHaveLength(1)
})

test.each([
  ['a time of the program', 'update "order" set state_at = $1 where enterprise_id = $2 and id = $3'],
  ['a lock of one company', 'select * from "order" where "enterprise_id" = $1 and id = any($2::uuid[]) for update'],
  [
    'transfers in a set, with the number of the coordinator',
    'insert into ledger_transfer ("enterprise_id", "id") select "enterprise_id", "id" from jsonb_populate_recordset(null::ledger_transfer, $1::jsonb)',
  ],
  ['a search for any row', 'select id from shop where exists (select from goods where goods.shop_id = shop.id)'],
  [
    'sums by group of stock that a query of its own reads',
    'select s.id, sum(q.available) from sku s join (select sku_id, available from sku_stock) q on q.sku_id = s.id group by grouping sets ((), (s.id))',
  ],
  [
    'a lock with a count of rows of the same company',
    `select id, (select count(*) from parcel as sent where sent.enterprise_id = $1 and sent.order_id = "order".id) as parcels
       from "order" where "order"."enterprise_id" = $2 for share of "order"`,
  ],
  ['a lock of rows that are on every machine', 'select goods_id from goods_search where goods_id = any($1::uuid[]) for update'],
  ['a queue of the coordinator', 'select id from outbox where published_at is null limit 10 for update skip locked'],
  ['a list that is built outside of a case', `update message set facts = jsonb_build_object('a', $1) where enterprise_id = $2`],
  ['a time in a row of the coordinator', 'update job_run set done_at = now() where task = $1'],
  [
    'a list of values that is read before',
    `with given as (select * from (values (1, 'a')) v(no, name)) insert into journal_entry (id, title)
       select $1, name from given where not exists (select from journal_entry)`,
  ],
  ['a list that is built for a new row', 'insert into job_run (task, recent) values ($1, jsonb_build_array($2::jsonb))'],
  [
    'a subquery in VALUES of stock, which Citus does not know',
    'insert into sku_stock (sku_id, on_hand) values ($1, (select sum(quantity) from stock_movement))',
  ],
  ['an id in one row', 'insert into wave (id, wave_no) values ($1, nextval($2))'],
  ['a word of a text', `update message set title = 'update now() for update' where enterprise_id = $1`],
])('%s is not', (_, statement) => expect(explainRefusedStatement(statement)).toBeUndefined())

test('a mall records the statements that it checks at its end', async () => {
  const mall = await openMall()
  await mall.buyer('林')
  expect(mall.statements.length).toBeGreaterThan(5)
})
