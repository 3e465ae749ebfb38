import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { copyDatabase } from '#server/platform/testing/copy-database.ts'
import { distributeDatabase } from './distribute-database.ts'
import { distributionRemedies } from './distribution-remedies.ts'
import { findDistributionViolations } from './distribution-rules.ts'

// The schema keeps the rules of a database that is distributed by company, so that it can become one (docs/scale.md).

const copy = await copyDatabase()
const owner = new pg.Client({ connectionString: copy.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await copy.drop()
})

const namesOf = (violations: readonly { name: string }[]) => violations.map(({ name }) => name).sort()

test('a distributed database refuses nothing of the schema but what has a remedy', async () => {
  const violations = await findDistributionViolations(owner)
  const withoutRemedy = violations.filter(({ name }) => !distributionRemedies[name])
  expect(withoutRemedy).toEqual([])
  expect(namesOf(violations)).toEqual(Object.keys(distributionRemedies).sort())
})

test.each([
  ['a table that nobody has placed', 'create table stray (id uuid primary key)', 'stray'],
  ['a key without the company', 'create unique index address_by_id on address (id)', 'address_by_id'],
  [
    'a reference without the company',
    'alter table address add constraint address_user foreign key (id) references app_user',
    'address_user',
  ],
  [
    'a reference from the catalog to a company',
    'alter table shop add column owner uuid constraint shop_owner references enterprise',
    'shop_owner',
  ],
  [
    'a column that is emptied with its row',
    `alter table address drop constraint address_project,
       add constraint address_project foreign key (enterprise_id, project_id) references project on delete set null (project_id)`,
    'address_project',
  ],
  [
    'a trigger',
    `create function nothing() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger address_watched after insert on address for each row execute function nothing()`,
    'address_watched',
  ],
  [
    'a reference to a table that Citus does not know',
    'alter table goods_draft add column batch_id uuid constraint goods_draft_batch references stock_batch',
    'goods_draft_batch',
  ],
  [
    'a reference of stock to a table that is on every machine',
    'alter table stock_out add column shop_id uuid constraint stock_out_shop references shop',
    'stock_out_shop',
  ],
  ['a check of a table with partitions', `alter table outbox add constraint outbox_topic check (topic <> '')`, 'outbox_topic'],
  [
    'a trigger of stock that reads a table of Citus beside its new rows',
    `create function counts() returns trigger language plpgsql as $$ begin perform 1 from moved m join sku k on k.id = m.sku_id; return null; end $$;
       create trigger stock_counted after insert on stock_movement referencing new table as moved for each statement execute function counts()`,
    'stock_counted',
  ],
  ['a serial number', 'alter table address add column no bigint generated always as identity', 'address.no'],
  ['a trigger that is allowed and gone', 'drop trigger quotation_marked on quotation', 'quotation_marked'],
  ['a serial number that is allowed and gone', 'alter table change_waiting alter column id drop identity', 'change_waiting.id'],
])('%s is found', async (_, statement, name) => {
  await owner.query('begin')
  try {
    await owner.query(statement)
    expect(namesOf(await findDistributionViolations(owner))).toContain(name)
  } finally {
    await owner.query('rollback')
  }
})

test('a server without Citus is refused before anything of its schema is changed', async () => {
  const count = async () =>
    (await owner.query(`select (select count(*) from pg_constraint)::int as constraints, (select count(*) from pg_index)::int as indexes`))
      .rows
  const before = await count()
  await expect(distributeDatabase(owner, { shards: 2, roles: [], report: () => {} })).rejects.toThrow('没有安装 Citus 扩展')
  expect(await count()).toEqual(before)
})
