import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  LAST_RELEASED_MIGRATION,
  listChangesBreakingPreviousRelease,
  migrationsKnownSafeForPreviousRelease,
} from '#server/platform/database/migration-compatibility.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { findCommitOfLastRelease } from './release-before.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = 'server/platform/migrations'
const names = readdirSync(path.join(ROOT, FOLDER)).sort()
const read = (name: string) => readFileSync(path.join(ROOT, FOLDER, name), 'utf8')
const newer = names.filter((name) => name > LAST_RELEASED_MIGRATION)

test('every migration since the last release only expands, or states why the old release still works', () => {
  expect(names).toContain(LAST_RELEASED_MIGRATION)
  const found = newer
    .filter((name) => migrationsKnownSafeForPreviousRelease[name] === undefined)
    .map((name) => ({ name, contractions: listChangesBreakingPreviousRelease(read(name)) }))
  expect(found.filter(({ contractions }) => contractions.length > 0)).toEqual([])
  // The list names no migration that needs no reason.
  for (const [name, why] of Object.entries(migrationsKnownSafeForPreviousRelease)) {
    expect(newer).toContain(name)
    expect(listChangesBreakingPreviousRelease(read(name)).length).toBeGreaterThan(0)
    expect(why.length).toBeGreaterThan(20)
  }
})

test.each([
  'alter table sku drop column code',
  'alter table sku drop code',
  'ALTER TABLE "sku"\n  rename column code to number',
  'alter table sku rename to article',
  'alter table only sku alter column code set not null',
  'alter table sku alter code type int using code::int',
  'alter table sku alter code drop default',
  'alter table sku add column weight int not null',
  'alter table sku add column depth int, add weight int not null constraint positive check (weight > 0)',
  'alter table sku add constraint sku_weight check (weight > 0)',
  'alter table sms_code drop constraint sms_code_pk',
  'create unique index sku_code on sku (code)',
  'create trigger touch before update on sku for each row execute function touch()',
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'drop table sku',
  'drop index sku_code',
  'revoke insert on sku from mall_app',
  'revoke execute on function f from mall_app',
  'delete from sku where code is null',
  'create table part (id uuid); drop table sku',
])('%s is a contraction', (sql) => {
  expect(listChangesBreakingPreviousRelease(`${sql};`)).toHaveLength(1)
})

test.each([
  'create table part (id uuid not null, name text not null); create unique index part_name on part (name)',
  'create table part (id uuid); alter table part add column name text not null; alter table part alter name type varchar',
  `alter table sku add column weight int, add column unit text not null default 'kg', add depth int not null generated always as (1) stored`,
  'alter table sku alter column code drop not null, alter weight set default 0',
  'alter table sku drop constraint sku_weight',
  'create function f() returns int language sql as $$ select 1 $$; revoke execute on function f from public; grant execute on function f to mall_app',
  'create index sku_by_weight on sku (weight); grant select, insert on sku to mall_app',
  "-- drop table sku\n/* rename */ insert into setting values ('drop table sku; rename')",
])('%s is an expansion', (sql) => {
  expect(listChangesBreakingPreviousRelease(`${sql};`)).toEqual([])
})

/** The stories of the release before that put everything from the cart to the money back through the schema. */
const STORIES = ['server/platform/testing/buying.test.ts', 'server/orders/cart/cart.test.ts', 'server/people/identity/log-in.test.ts']

// Its own migrations are replaced by those of today, and nothing else.
test.runIf(selectByTestTier({ landing: false, release: true }) && newer.length > 0)(
  'the previous release sells and takes back goods on the current schema',
  () => {
    const before = findCommitOfLastRelease()
    const folder = mkdtempSync(path.join(tmpdir(), 'mall-before-'))
    try {
      execFileSync('git', ['archive', '--output', path.join(folder, 'before.tar'), before], { cwd: ROOT })
      execFileSync('tar', ['-xf', 'before.tar'], { cwd: folder })
      expect(readdirSync(path.join(folder, FOLDER)).filter((name) => newer.includes(name))).toEqual([])
      cpSync(path.join(ROOT, FOLDER), path.join(folder, FOLDER), { recursive: true })
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
      const run = spawnSync(path.join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', ...STORIES], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 300_000,
      })
      expect(run.stdout + run.stderr).toMatch(/[1-9]\d* passed, 0 failed/)
      expect(run.status).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
