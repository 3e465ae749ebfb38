import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { acceptanceTamperings } from '#server/platform/testing/acceptance-tamperings.ts'
import { playBadDebts } from '#server/platform/testing/bad-debt-scene.ts'
import { claimTamperings } from '#server/platform/testing/claim-tamperings.ts'
import {
  findWhatStops,
  listColumns,
  listMutations,
  type MoneyColumn,
  nameOfColumn,
  readersOf,
} from '#server/platform/testing/column-mutations.ts'
import { fittingTamperings } from '#server/platform/testing/fitting-tamperings.ts'
import { sealAllRows } from '#server/platform/testing/ledger-seals.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { playMoneyScene } from '#server/platform/testing/money-scene.ts'
import { createRandom, type Random } from '#server/platform/testing/random.ts'
import { playRareMoney } from '#server/platform/testing/rare-money.ts'
import { drop, forge, one, set, type Tamperings } from '#server/platform/testing/tamper.ts'
import { byTier } from '#server/platform/testing/tier.ts'
import { playValueDays } from '#server/platform/testing/value-day-scene.ts'
import { freeColumns } from './free-columns.ts'
import { invariants } from './invariants.ts'
import { moneyTables } from './money-tables.ts'

/** The database is played once; each tampering happens in a transaction that is rolled back. */
const mall = await openMall({ now: new Date('2026-11-05T02:00:00Z') })
const database = new URL(mall.ownerUrl).pathname.slice(1)
const owner = new pg.Client({ connectionString: replaceDatabaseUrlParts(inject('superUrl'), { database }) })

beforeAll(async () => {
  await owner.connect()
  await playMoneyScene(mall)
  await playRareMoney(mall)
  await playValueDays(mall, '2027-01')
  await playBadDebts(mall, '2027-03', ['2026-12', '2027-01'])
  await sealAllRows(mall)
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

/** A bank had bought the bill. */
const bought = `id in (select bill_id from acceptance_event where verb = 'discount')`

const tamperings: Tamperings = {
  'a refund to a wallet without a refund': [forge('refundToWallet'), 'I-11a'],
  'a refund to credit without a refund': [forge('refundToCredit'), 'I-11a'],
  'a waiver without a request': [forge('waiveInterest'), 'I-22'],
  'a write-off without a request': [forge('writeOff'), 'I-22'],
  'an adjustment without a dispute': [forge('adjust'), 'I-11a'],
  'a top-up without a payment': [forge('topUpByBank'), 'I-22h'],
  'a payment without an order': [forge('payByWallet'), 'I-22h'],
  'a repayment without its record': [forge('repayByBank'), 'I-22c'],
  'interest of a month that is none': [forge('chargeInterest'), 'I-22e'],
  'a bill honoured that is none': [forge('honourAcceptance'), 'I-22b'],
  'a repayment deleted (bank)': [drop('repayment', `source = 'bank'`), 'I-22c'],
  'a repayment deleted (wallet)': [drop('repayment', `source = 'wallet'`), 'I-22c'],
  'a repayment deleted (bill)': [drop('repayment', `source = 'acceptance'`), 'I-22b'],
  'a write-off request deleted': [drop('finance_request', `kind = 'writeOff'`), 'I-22'],
  'a waiver request deleted': [drop('finance_request', `kind = 'waiveInterest'`), 'I-22'],
  'a honoured bill deleted': [drop('acceptance_bill', `state = 'HONOURED'`), 'I-22b'],
  'a bounced bill deleted': [drop('acceptance_bill', `state = 'BOUNCED' and ${bought}`), 'I-22b'],
  'a change of the base limit deleted': [drop('credit_limit_change', `kind = 'base'`), 'I-22d'],
  'a change of the temporary limit deleted': [drop('credit_limit_change', `kind = 'temp'`), 'I-22d'],
  'a base limit ten times as high': [set('credit_account', 'base_limit_fen = base_limit_fen * 10'), 'I-22d'],
  'a temporary limit ten times as high': [set('credit_account', 'temp_limit_fen = temp_limit_fen * 10', 'temp_limit_fen > 0'), 'I-22d'],
  'a temporary limit that ends later': [set('credit_account', 'temp_end_day = temp_end_day + 30', 'temp_end_day is not null'), 'I-22d'],
  'a change of a limit ten times as high': [set('credit_limit_change', 'limit_fen = limit_fen * 10', `kind = 'temp'`), 'I-22d'],
  'a daily rate of 0': ['update repayment_terms set daily_rate = 0', 'I-22e'],
  'interest at a rate of 0': ['update statement_interest set rate = 0', 'I-22e'],
  'a bounced bill that counts as honoured': [set('acceptance_bill', `state = 'HONOURED'`, `state = 'BOUNCED'`), 'I-22b'],
  'a honoured bill that counts as taken': [set('acceptance_bill', `state = 'ACCEPTED'`, `state = 'HONOURED'`), 'I-22b'],
  'a waiting bill that counts as taken': [set('acceptance_bill', `state = 'ACCEPTED'`, `state = 'WAIT'`), 'I-22b'],
  'the amount of a bill': [set('acceptance_bill', 'amount_fen = amount_fen + 1', `state = 'HONOURED'`), 'I-22b'],
  'the time at which a bill ended': [
    set('acceptance_bill', `ended_at = ended_at + interval '1 hour'`, `state = 'BOUNCED' and ${bought}`),
    'I-22b',
  ],
  'the value day of a drawdown': [set('ledger_transfer', 'value_day = value_day - 1', `kind = 'draw'`), 'I-22f'],
  'the value day of a repayment in the books': [set('ledger_transfer', 'value_day = value_day - 1', `kind = 'repayByBank'`), 'I-22c'],
  'the value day of a write-off': [set('ledger_transfer', 'value_day = value_day - 1', `kind = 'writeOff'`), 'I-22f'],
  'the value day of interest': [set('ledger_transfer', 'value_day = value_day - 1', `kind = 'chargeInterest'`), 'I-22e'],
  'the time of a repayment in the books': [set('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'repayByWallet'`), 'I-22c'],
  'the time of a refund in the books': [set('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'refundToCredit'`), 'I-22f'],
  'the time of a waiver in the books': [set('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'waiveInterest'`), 'I-22'],
  'the day of a line of the bank': [set('bank_line', 'day = day - 1', 'assigned_fen > 0'), 'I-22g'],
  'the day of a line that its file has corrected': [set('bank_line', 'day = day - 1', `reference = 'DAY00001'`), 'I-29b'],
  'the day that a line had been typed with': [set('value_day_correction', 'from_day = from_day - 1'), 'I-22g'],
  'the day of a line that two people agreed to': [set('bank_line', 'day = day - 1', `reference = 'DAY00004'`), 'I-29'],
  'the day of a typed line, with the books of the bank': [
    `with l as (update bank_line set day = day - 9 where reference = 'TYPED0001' returning id),
      t as (update ledger_transfer t set value_day = value_day - 9 from l where t.document = l.id returning 1) select from t`,
    'I-29',
  ],
  'a corrected day deleted': [drop('value_day_correction'), 'I-22g'],
  'a corrected day deleted, with its books': [
    `with c as (delete from value_day_correction c using bank_line l where l.id = c.line_id and l.reference = 'DAY00001' returning c.*)
      update bank_line l set day = c.from_day from c where l.id = c.line_id`,
    'I-29b',
  ],
  'an entry of a corrected day deleted': [drop('statement_entry', `kind = 'redate' and amount_fen > 0`), 'I-29b'],
  'the day of an entry of a corrected day': [
    set('statement_entry', 'value_day = value_day - 1', `kind = 'redate' and amount_fen > 0`),
    'I-29b',
  ],
  'a repayment that counts from an earlier day by two entries': [
    `insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
      select e.enterprise_id, gen_random_uuid(), e.month, 'redate', side.sign * e.amount_fen, e.document, e.value_day - side.days, e.at
      from statement_entry e, (values (-1, 0), (1, 3)) side(sign, days) where e.ctid = ${one('statement_entry', `kind = 'repay'`)}`,
    'I-29b',
  ],
  'interest charged again without a corrected day': [forge('rechargeInterest'), 'I-29b'],
  'interest charged again taken off its day': [set('statement_interest', 'recharged_fen = 0', 'recharged_fen > 0'), 'I-12d'],
  'a request for a day deleted': [drop('value_day_request', `state = 'DONE' and corrects is null`), 'I-29'],
  'a request for a corrected day deleted': [drop('value_day_request', `state = 'DONE' and corrects is not null`), 'I-29'],
  'a request for a day that one person decided': [set('value_day_request', 'decided_by = proposed_by', `state = 'DONE'`), 'I-29'],
  'a refused request that counts as agreed to': [set('value_day_request', `state = 'DONE', line_id = id`, `state = 'REFUSED'`), 'I-29'],
  'the time of a line of the bank': [set('bank_line', `at = at + interval '1 hour'`), 'I-22g'],
  'the amount of a line of the bank': [set('bank_line', 'amount_fen = amount_fen + 1'), 'I-08e'],
  'the value day of a repayment': [set('repayment', 'value_day = value_day - 1', `source = 'bank'`), 'I-22c'],
  'the value day of an entry': [set('statement_entry', 'value_day = value_day - 1', `kind = 'repay'`), 'I-22c'],
  'the time of an entry': [set('statement_entry', `at = at + interval '1 second'`, `kind = 'refund'`), 'I-22f'],
  'the due day of a statement': [set('statement', 'due_day = due_day + 1'), 'I-22f'],
  'the close of a statement': [set('statement', `closed_at = closed_at - interval '9 days'`, 'closed_at::date < due_day'), 'I-22f'],
  'an overdue statement that counts as closed': [set('statement', `state = 'CLOSED'`, `state = 'OVERDUE'`), 'I-11e'],
  'an overdue statement that counts as paid': [set('statement', `state = 'PAID', paid_at = closed_at`, `state = 'OVERDUE'`), 'I-11c'],
  'interest shifted by a day': [set('statement_interest', 'day = day + 1', 'day = (select max(day) from statement_interest)'), 'I-12d'],
  'a day of interest deleted': [drop('statement_interest'), 'I-12d'],
  'the principal of a day of interest': [set('statement_interest', 'principal_fen = principal_fen + 100000'), 'I-22e'],
  'the total of a statement': [set('statement', 'total_fen = total_fen + 1'), 'I-11'],
  'what went to the wallet, left out of total and settled': [
    set('statement', 'total_fen = total_fen + wallet_fen, settled_fen = settled_fen + wallet_fen, wallet_fen = 0', 'wallet_fen > 0'),
    'I-11',
  ],
  'what of a refund went to the wallet': [
    set('statement_entry', 'wallet_fen = 0, amount_fen = amount_fen + wallet_fen', 'wallet_fen > 0'),
    'I-11a',
  ],
  'a refund that counts as one of a later month': [set('statement_entry', `kind = 'offset'`, `kind = 'refund'`), 'I-11'],
  'an entry deleted': [drop('statement_entry', `kind = 'offset'`), 'I-11a'],
  'a refund deleted': [drop('refund', `way = 'credit'`), 'I-07c'],
  'a parcel that posted more': [set('parcel', 'post_fen = post_fen + 1', 'post_fen > 0'), 'I-07e'],
  'a line of a statement deleted': [drop('statement_line'), 'I-11'],
  'a payment of another amount': [set('payment', 'amount_fen = amount_fen + 1', `method = 'transfer'`), 'I-08f'],
  'a use of a line of the bank deleted': [drop('bank_allocation'), 'I-08d'],
}

test('a played mall breaks no promise', async () => expect(await broken()).toEqual([]))

test.each(Object.entries({ ...tamperings, ...claimTamperings, ...acceptanceTamperings }))(
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

test.each(Object.entries(fittingTamperings))('%s fits everything else, and the seals name it', async (_, [harms, tables]) => {
  await owner.query('begin')
  try {
    await owner.query(`set local session_replication_role = replica`)
    for (const harm of harms) expect((await owner.query(harm)).rowCount, harm).toBeGreaterThan(0)
    const readers = new Set(tablesOf(harms).flatMap((table) => readersOf(table).map(({ id }) => id)))
    expect(readers.size).toBeGreaterThan(1)
    for (const id of readers) expect(await broken(id)).toEqual([])
    const { sql = '' } = invariants.find(({ id }) => id === 'I-30') ?? {}
    const { rows } = await owner.query<{ breach: string }>(`select breach from (${sql}) b(breach)`)
    expect([...new Set(rows.map(({ breach }) => SEALS.exec(breach)?.[1]))].sort()).toEqual(tables)
  } finally {
    await owner.query('rollback')
  }
})

const SEED = Number(process.env.SEED ?? byTier({ landing: 20261127, release: Date.now() % 2 ** 31 }))
/** In the landing tier a few columns that are no exception; every column in the release tier. */
const COLUMNS = byTier({ landing: 20, release: Infinity })

const chosen = <T>(all: readonly T[], count: number, random: Random): T[] => {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0] as T)
}

test(`every column of a money table is watched by an invariant, or is an exception with its reason (seed ${SEED})`, async () => {
  const random = createRandom(SEED)
  const columns = await listColumns(owner, moneyTables)
  const names = new Set(columns.map(nameOfColumn))
  expect(Object.keys(freeColumns).filter((name) => !names.has(name))).toEqual([])
  const whole = COLUMNS === Infinity
  const isFree = (column: MoneyColumn) => freeColumns[nameOfColumn(column)] !== undefined
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
    const mutations = await listMutations(owner, column, { columns, random })
    const free: string[] = []
    let changes = 0
    for (const mutation of whole ? mutations : chosen(mutations, mutations.length, random)) {
      const stop = await findWhatStops(owner, mutation)
      if (stop === 'no change') continue
      changes += 1
      if (stop === undefined) free.push(mutation.what)
      if (stop?.startsWith('I-')) found += 1
      // What a CHECK of the database refuses tells nothing of the invariants.
      if (!whole && (stop === undefined || stop.startsWith('I-'))) break
    }
    if (changes === 0) unchanged.push(nameOfColumn(column))
    if (free.length > 0 && !isFree(column)) unwatched.push(`${nameOfColumn(column)} ${free.join(' | ')}`)
    if (free.length === 0 && isFree(column)) watched.push(nameOfColumn(column))
  }
  expect({ unwatched, watched, unchanged }).toEqual({ unwatched: [], watched: [], unchanged: [] })
  expect(found).toBeGreaterThanOrEqual(15)
})
