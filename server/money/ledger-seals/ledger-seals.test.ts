import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { isDistributedDatabase } from '#server/platform/distribution/public.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { findLedgerSealAtOrAfterDay, findSealRootOfLastFinishedDay, readSealProgress, sealUnsealedMoneyRows } from './public.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)
const owner = new pg.Client({ connectionString: mall.ownerUrl })
const other = new pg.Client({ connectionString: mall.ownerUrl })

const WRITES_OF_A_SERVER = 20

let lin: Buyer
let wu: Buyer

beforeAll(async () => {
  await owner.connect()
  await other.connect()
  lin = await mall.buyer('林', { credit: '50000' })
  wu = await mall.buyer('吴', { credit: '50000' })
})
afterAll(async () => {
  await other.end()
  await owner.end()
})

const seals = () => sealAllLedgerRows(mall)
const broken = async () =>
  Object.fromEntries((await checkInvariants(mall.ownerUrl)).flatMap(({ id, examples }) => (examples.length > 0 ? [[id, examples]] : [])))
const sealsOf = async ({ enterpriseId }: Buyer) =>
  (
    await owner.query<{ table_name: string; day: string; rows: string; total: string; hash: string }>(
      `select table_name, day::text, rows, total, encode(hash, 'hex') as hash from ledger_seal where enterprise_id = $1 order by table_name, day`,
      [enterpriseId],
    )
  ).rows

test('new transfers are counted as unsealed and sealed by the next run, enterprise by enterprise', async () => {
  await seals()
  expect(await readSealProgress(mall.db)).toEqual({ sealedAt: mall.clock.now, unsealed: 0, unsealedSince: null })
  const before = (await sealsOf(lin)).find(({ table_name }) => table_name === 'ledger_transfer')
  expect(before).toBeUndefined()
  const drawnAt = mall.clock.now
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  mall.clock.forward(60_000)
  expect(await readSealProgress(mall.db)).toMatchObject({ unsealed: 3, unsealedSince: drawnAt })
  await seals()
  expect(await sealsOf(lin)).toContainEqual(
    expect.objectContaining({ table_name: 'ledger_transfer', day: '2026-11-18', rows: 3, total: 3 }),
  )
  expect((await sealsOf(wu)).map(({ table_name }) => table_name)).toEqual(['credit_limit_change'])
  expect(await broken()).toEqual({})
})

test('seals follow the commit order: an open transaction delays those that began after it, and none is skipped', async () => {
  await seals()
  await other.query('begin')
  await other.query(`insert into credit_limit_change (enterprise_id, id, kind, limit_fen, reason, at)
    values ('${wu.enterpriseId}', gen_random_uuid(), 'base', 5000000, '年审', '2026-11-18 06:00Z')`)
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  await sealUnsealedMoneyRows(mall.db, mall.moment())
  expect((await readSealProgress(mall.db)).unsealed).toBe(3)
  await other.query('commit')
  expect((await readSealProgress(mall.db)).unsealed).toBe(4)
  await seals()
  expect(await broken()).toEqual({})
})

test('a finished day has a root over all of its seals, and the seal of each enterprise at its end', async () => {
  const day = mall.clock.now.toISOString().slice(0, 10)
  expect(await findSealRootOfLastFinishedDay(mall.db)).toBeUndefined()
  expect(await findLedgerSealAtOrAfterDay(mall.db, lin.enterpriseId, day)).toBeUndefined()
  await dawns('2026-12-02')
  await jobs()
  await seals()
  expect(await findSealRootOfLastFinishedDay(mall.db)).toMatchObject({ day })
  const ended = await findLedgerSealAtOrAfterDay(mall.db, lin.enterpriseId, day)
  expect(ended).toMatchObject({ day, rows: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await findLedgerSealAtOrAfterDay(mall.db, wu.enterpriseId, day)).toMatchObject({ rows: 2 })
  // Later rows leave it as it is; days on which nothing was sealed have the seal of the next one.
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  await dawns('2026-12-04')
  await seals()
  expect(await findLedgerSealAtOrAfterDay(mall.db, lin.enterpriseId, day)).toEqual(ended)
  expect(await findLedgerSealAtOrAfterDay(mall.db, lin.enterpriseId, '2026-11-20')).toMatchObject({ day: '2026-12-02', rows: 10 })
  expect(await broken()).toEqual({})
})

test('in a restored cluster with new transaction ids, seal numbers continue after the existing ones', async () => {
  await seals()
  // What was sealed there had numbers far above those of this cluster.
  await owner.query('begin')
  for (const { table_name } of (await owner.query<{ table_name: string }>('select distinct table_name from ledger_seal_row')).rows)
    await owner.query(`update ${table_name} set written_in = written_in + 1000000000 where written_in > 0`)
  await owner.query('update ledger_seal_day set first = case first when 0 then 0 else first + 1000000000 end, until = until + 1000000000')
  await owner.query('commit')
  expect(await broken()).toEqual({})
  await expect(sealUnsealedMoneyRows(mall.db, mall.moment())).rejects.toThrow('lower numbers')
  await owner.query('select continue_transactions()')
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  expect((await readSealProgress(mall.db)).unsealed).toBe(3)
  await seals()
  expect(await broken()).toEqual({})
  const { rows } = await owner.query('select transaction_base() as base')
  await owner.query('select continue_transactions()')
  expect((await owner.query('select transaction_base() as base')).rows).toEqual(rows)
})

test('in a restored cluster, numbers go on also while another machine does not answer', async () => {
  await seals()
  await owner.query('begin')
  // What db:distribute makes of it says so while a machine is away.
  await owner.query(`create or replace function transactions_ended() returns bigint language sql stable
    as 'select coalesce((select max(until) from ledger_seal_day), 0)'`)
  await owner.query('update ledger_seal_day set until = until + 5000000000')
  await owner.query('select continue_transactions()')
  const { rows } = await owner.query(`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_base() >= max(until) as on
    from ledger_seal_day`)
  await owner.query('rollback')
  expect(rows).toEqual([{ on: true }])
})

test('a row added after sealing, or a seal removed with its rows, is detected', async () => {
  await seals()
  const tampers = async (...harm: string[]) => {
    await owner.query('begin')
    for (const one of harm) await owner.query(one)
    await owner.query('commit')
    return broken()
  }
  const change = `'${wu.enterpriseId}', gen_random_uuid(), 'temp', 100, '旺季', '2026-11-18 06:00Z', 1`
  const added = await tampers(
    `insert into credit_limit_change (enterprise_id, id, kind, limit_fen, reason, at, written_in) values (${change})`,
  )
  expect(added['I-30']).toEqual([`${wu.enterpriseId} credit_limit_change 2026-11-18: 3/2`])
  expect(await tampers(`delete from credit_limit_change where reason = '旺季'`)).toEqual({})
  const gone = await tampers(
    `create temp table gone as select * from ledger_seal where enterprise_id = '${wu.enterpriseId}'`,
    `create temp table changes as select * from credit_limit_change where enterprise_id = '${wu.enterpriseId}'`,
    `delete from ledger_seal where enterprise_id = '${wu.enterpriseId}'`,
    `delete from credit_limit_change where enterprise_id = '${wu.enterpriseId}'`,
  )
  expect(Object.keys(gone)).toEqual(expect.arrayContaining(['I-30b', 'I-30c']))
  expect(gone['I-30']).toBeUndefined()
  expect(await tampers('insert into ledger_seal select * from gone', 'insert into credit_limit_change select * from changes')).toEqual({})
})

test('several servers write and seal at once: each row is sealed once, in the order of the commits', async () => {
  const others = [mall.appUrl, mall.appUrl].map((url) => openDatabase({ url, poolSize: 4 }))
  const servers = [mall.db, ...others.map(({ db }) => db)]
  let writing = true
  let sealed = 0
  const sealing = servers.map(async (db) => {
    while (writing || sealed === 0) {
      const rows = await sealUnsealedMoneyRows(db, mall.moment())
      sealed += rows
    }
  })
  const changes = servers.flatMap((db) =>
    Array.from({ length: WRITES_OF_A_SERVER }, (_, at) =>
      runInTransaction(db, async (tx) => {
        const enterprise_id = (at % 2 === 0 ? lin : wu).enterpriseId
        const change = {
          enterprise_id,
          id: mall.moment().newId(),
          kind: 'base' as const,
          limit_fen: fen(5_000_000),
          reason: '年审',
          at: mall.clock.now,
        }
        await tx.insertInto('credit_limit_change').values(change).execute()
        // Some end later than those that began after them.
        await sql`select pg_sleep(${(at % 3) / 20})`.execute(tx)
      }),
    ),
  )
  await Promise.all(changes).finally(() => {
    writing = false
  })
  await Promise.all(sealing)
  await seals()
  const { rows } = await owner.query<{ written: number; sealed: number }>(
    'select (select count(*)::int from ledger_seal_row) as written, (select sum(rows)::int from ledger_seal) as sealed',
  )
  expect(rows[0]?.sealed).toBe(rows[0]?.written)
  expect(await broken()).toEqual({})
  await Promise.all(others.map((database) => database.close()))
})

test('on several machines nothing counts as ended while a machine still has to commit what it prepared', async ({ skip }) => {
  if (!(await isDistributedDatabase(owner))) skip()
  await seals()
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  await other.query('begin')
  await other.query('update sku_stock set available = available')
  await other.query(`prepare transaction 'citus of a story'`)
  expect(await sealUnsealedMoneyRows(mall.db, mall.moment())).toBe(0)
  expect((await readSealProgress(mall.db)).unsealed).toBe(3)
  await other.query(`commit prepared 'citus of a story'`)
  await seals()
  expect(await broken()).toEqual({})
})
