import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { acceptanceTamperings } from '#server/platform/testing/acceptance-tamperings.ts'
import { createBadDebtTestData } from '#server/platform/testing/bad-debt-scene.ts'
import { badDebtTamperings } from '#server/platform/testing/claim-tamperings.ts'
import {
  findInvariantDetectingMutation,
  findInvariantsReadingTable,
  formatColumnName,
  listColumnMutations,
  listColumnsOfTables,
  type TableColumn,
} from '#server/platform/testing/column-mutations.ts'
import { tamperingsOnlySealsDetect } from '#server/platform/testing/fitting-tamperings.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { createMoneyTestData } from '#server/platform/testing/money-scene.ts'
import { moneyTamperings } from '#server/platform/testing/money-tamperings.ts'
import { findBreachesOfPartialChecks } from '#server/platform/testing/nightly-breaches.ts'
import { createSeededRandom, type SeededRandom } from '#server/platform/testing/random.ts'
import { createRareMoneyTestData } from '#server/platform/testing/rare-money.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import { createValueDayTestData } from '#server/platform/testing/value-day-scene.ts'
import { moneyColumnsWithoutInvariant } from './free-columns.ts'
import { invariants } from './invariants.ts'
import { moneyTablesToTamperWith } from './money-tables.ts'

/** The database is played once; each tampering happens in a transaction that is rolled back. */
const mall = await openMall({ now: new Date('2026-11-05T02:00:00Z') })
const database = new URL(mall.ownerUrl).pathname.slice(1)
const owner = new pg.Client({ connectionString: replaceDatabaseUrlParts(inject('superUrl'), { database }) })

beforeAll(async () => {
  await owner.connect()
  await createMoneyTestData(mall)
  await createRareMoneyTestData(mall)
  await createValueDayTestData(mall, '2027-01')
  await createBadDebtTestData(mall, '2027-03', ['2026-12', '2027-01'])
  await sealAllLedgerRows(mall)
})
afterAll(() => owner.end())

/** The invariants that fail now, on the connection of the open transaction: all, or one. */
async function broken(only?: string): Promise<string[]> {
  const found: string[] = []
  for (const { id, sql } of invariants) {
    if (only !== undefined && id !== only) continue
    const { rows } = await owner.query({ name: `tampering ${id}`, text: `select exists (${sql}) as broken` })
    if (rows[0]?.broken) found.push(id)
  }
  return found
}

/** Whether an invariant fails after some SQL, which is undone. Constraints of the database are off: who can tamper can drop them. */
async function isBrokenBy(harm: string, id: string): Promise<boolean> {
  await owner.query('begin')
  try {
    await owner.query(`set local session_replication_role = replica`)
    const { rowCount } = await owner.query(harm)
    expect(rowCount, harm).toBeGreaterThan(0)
    return (await broken(id)).includes(id)
  } finally {
    await owner.query('rollback')
  }
}

test("a night's check of nobody, or of one company, finds nothing that the others would explain", async () => {
  const { companies, breaches } = await findBreachesOfPartialChecks(owner)
  expect(breaches).toEqual([])
  expect(companies).toBeGreaterThan(1)
})

test('a mall with simulated business violates no invariant', async () => expect(await broken()).toEqual([]))

test.each(Object.entries({ ...moneyTamperings, ...badDebtTamperings, ...acceptanceTamperings }))(
  '%s is found by its invariant',
  async (_, [harm, foundBy]) => {
    expect(await isBrokenBy(harm, foundBy)).toBe(true)
  },
)

/** The tables that some SQL changes. */
const tablesOf = (harms: readonly string[]) =>
  harms.flatMap((harm) => [...harm.matchAll(/^(?:update|delete from) (\w+)/g)].map(([, table = '']) => table))
/** A company, a table, a day, and how many rows are there of how many. */
const SEALS = /^[0-9a-f-]{36} (\w+) 20\d\d-\d\d-\d\d: \d+\/\d+$/

test.each(Object.entries(tamperingsOnlySealsDetect))(
  '%s passes all other invariants and is detected by the ledger seals',
  async (_, [harms, tables]) => {
    await owner.query('begin')
    try {
      await owner.query(`set local session_replication_role = replica`)
      for (const harm of harms) expect((await owner.query(harm)).rowCount, harm).toBeGreaterThan(0)
      const readers = new Set(tablesOf(harms).flatMap((table) => findInvariantsReadingTable(table).map(({ id }) => id)))
      expect(readers.size).toBeGreaterThan(1)
      for (const id of readers) expect(await broken(id)).toEqual([])
      const { sql = '' } = invariants.find(({ id }) => id === 'I-30') ?? {}
      const { rows } = await owner.query<{ breach: string }>(`select breach from (${sql}) b(breach)`)
      expect([...new Set(rows.map(({ breach }) => SEALS.exec(breach)?.[1]))].sort()).toEqual(tables)
    } finally {
      await owner.query('rollback')
    }
  },
)

/** Another value of each column of the audit log. */
const auditChanges: Record<string, string> = {
  at: `at + interval '1 second'`,
  id: 'gen_random_uuid()',
  request_id: `request_id || '7'`,
  actor_kind: `case actor_kind when 'staff' then 'system' else 'staff' end`,
  actor_id: 'gen_random_uuid()',
  enterprise_id: 'gen_random_uuid()',
  ip: `coalesce(ip, '') || '7'`,
  action: `action || '7'`,
  object_kind: `coalesce(object_kind, '') || '7'`,
  object_id: `coalesce(object_id, '') || '7'`,
  outcome: `case outcome when 'ok' then 'refused' else 'ok' end`,
  reason: `coalesce(reason, '') || '7'`,
  facts: `coalesce(facts, '{}') || '{"seven": 7}'`,
  parent_name: `coalesce(parent_name, '') || '7'`,
  written_in: 'written_in + 1000000000',
}

test('a changed column and a deleted row of the audit log are found by the seals', async () => {
  const columns = await listColumnsOfTables(owner, ['audit_log'])
  expect(Object.keys(auditChanges).sort()).toEqual(columns.map(({ column }) => column).sort())
  const { rows } = await owner.query<{ id: string }>('select id from audit_log order by sha256(uuid_send(id))')
  expect(rows.length).toBeGreaterThan(Object.keys(auditChanges).length)
  const harms = Object.entries(auditChanges).map(([column, change]) => `update audit_log set ${column} = ${change}`)
  for (const [at, harm] of [...harms, 'delete from audit_log'].entries())
    expect([harm, await isBrokenBy(`${harm} where id = '${rows[at]?.id}'`, 'I-30')]).toEqual([harm, true])
})

const SEED = Number(process.env.SEED ?? selectByTestTier({ landing: 20261127, release: Date.now() % 2 ** 31 }))
/** In the landing tier a few columns that are no exception; every column in the release tier. */
const COLUMNS = selectByTestTier({ landing: 20, release: Infinity })

const chosen = <T>(all: readonly T[], count: number, random: SeededRandom): T[] => {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0] as T)
}

test(`every column of a money table is covered by an invariant or is a documented exception (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  const columns = await listColumnsOfTables(owner, moneyTablesToTamperWith)
  const names = new Set(columns.map(formatColumnName))
  expect(Object.keys(moneyColumnsWithoutInvariant).filter((name) => !names.has(name))).toEqual([])
  const whole = COLUMNS === Infinity
  const isFree = (column: TableColumn) => moneyColumnsWithoutInvariant[formatColumnName(column)] !== undefined
  const unwatched: string[] = []
  const watched: string[] = []
  const unchanged: string[] = []
  let found = 0
  for (const column of whole
    ? columns
    : chosen(
        columns.filter((one) => !isFree(one)),
        COLUMNS,
        random,
      )) {
    const mutations = await listColumnMutations(owner, column, { columns, random })
    const free: string[] = []
    let changes = 0
    for (const mutation of whole ? mutations : chosen(mutations, mutations.length, random)) {
      const stop = await findInvariantDetectingMutation(owner, mutation)
      if (stop === 'no change') continue
      changes += 1
      if (stop === undefined) free.push(mutation.what)
      if (stop?.startsWith('I-')) found += 1
      // What a CHECK of the database refuses tells nothing of the invariants.
      if (!whole && (stop === undefined || stop.startsWith('I-'))) break
    }
    if (changes === 0) unchanged.push(formatColumnName(column))
    if (free.length > 0 && !isFree(column)) unwatched.push(`${formatColumnName(column)} ${free.join(' | ')}`)
    if (free.length === 0 && isFree(column)) watched.push(formatColumnName(column))
  }
  expect({ unwatched, watched, unchanged }).toEqual({ unwatched: [], watched: [], unchanged: [] })
  expect(found).toBeGreaterThanOrEqual(15)
})
