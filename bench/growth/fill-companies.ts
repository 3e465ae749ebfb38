import type pg from 'pg'
import type { LoadWorld } from '#bench/world.ts'
import { insertMovedInUsers } from '#server/people/identity/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'

/** People for one transaction. */
const BATCH = 1_000
/** Numbers of people without a password, who cannot log in. */
const FIRST_MOBILE = 13_900_000_000

/** The main accounts of the created companies, in the form of people who were moved in from an older system. */
async function insertPeople(client: pg.Client, { database, keys }: Pick<LoadWorld, 'database' | 'keys'>, since: Date): Promise<void> {
  const { rows } = await client.query<{ user_id: string; g: number }>('select user_id, g from made_company order by g')
  const users = rows.map(({ user_id: id, g }) => ({ id, mobile: String(FIRST_MOBILE + g), name: `买家${g}` }))
  for (let at = 0; at < users.length; at += BATCH)
    await runInTransaction(database.db, (tx) => insertMovedInUsers(tx, createMoment(since), { keys, users: users.slice(at, at + BATCH) }))
}

/**
 * Creates companies with a main account each, in addition to existing ones, until there are `count`. Their people cannot log in. `since` is
 * when they opened their credit.
 */
export async function fillCompanies(client: pg.Client, world: LoadWorld, { count, since }: { count: number; since: Date }): Promise<void> {
  await client.query(
    `create temp table made_company as
      select uuid_v7($1::timestamptz) as id, uuid_v7($1::timestamptz) as user_id, g
      from generate_series(1 + (select count(*)::int from enterprise), $2::int) g`,
    [since, count],
  )
  await client.query(
    `insert into enterprise (id, name, status, auth_level, auth_status, member_level, created_at)
     select id, '第 ' || g || ' 号矿业有限公司', 1, 3, 7, 1, $1 from made_company`,
    [since],
  )
  await insertPeople(client, world, since)
  await client.query('insert into user_enterprise (user_id, enterprise_id, joined_at) select user_id, id, $1 from made_company', [since])
  await client.query(
    `insert into membership (enterprise_id, user_id, id, account_type, name, status, created_at, accepted_at)
     select id, user_id, uuid_v7($1::timestamptz), 1, '买家' || g, 1, $1, $1 from made_company`,
    [since],
  )
  await client.query(
    `insert into ledger_account (enterprise_id, name, balance_fen, entries)
     select id, name, 0, 0 from made_company, unnest(array['wallet', 'creditHeld', 'creditDrawn', 'interest']) name`,
  )
  await client.query(
    `insert into credit_account (enterprise_id, base_limit_fen, temp_limit_fen, opened_at) select id, 900000000000000, 0, $1 from made_company`,
    [since],
  )
  await client.query(
    `insert into credit_limit_change (enterprise_id, id, kind, limit_fen, reason, at)
     select id, uuid_v7($1::timestamptz), 'base', 900000000000000, '压测', $1 from made_company`,
    [since],
  )
  await client.query('drop table made_company')
}
