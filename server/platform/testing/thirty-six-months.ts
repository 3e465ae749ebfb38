/**
 * Simulates three years of some companies and prints one digest as a line of JSON. years.test.ts runs it as a child process, because the
 * time zone of a process is fixed at its start. TZ is the zone of the process, ZONE that of every database session. LAZY runs the jobs
 * every so many days and not daily.
 */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { fen } from '#contract/platform/core/money.ts'
import { addDays, addMonths, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest, runAutopay, sendDueReminders } from '#server/billing/receivables/public.ts'
import {
  applyCreditLimitChange,
  drawHeldCreditForParcel,
  holdCreditForOrders,
  recordCreditAgreementAcceptance,
} from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { offsetRefundsAgainstDrawdowns, repayDebt, updateInterestRateAndAutopay } from '#server/money/statements/public.ts'
import { registerUserWithEnterprise } from '#server/people/identity/public.ts'
import { openDatabase, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, type Moment } from '#server/platform/core/moment.ts'
import { createSeededRandom } from './random.ts'

const { APP_URL = '', ZONE = 'UTC', LAZY = '1', SEED = '36' } = process.env
const FIRST = '2027-01'
const MONTHS = 36
const COMPANIES = 4
const keys = createKeys(Buffer.alloc(32, 7))
const database = openDatabase({ url: APP_URL, poolSize: 4 })
database.pool.on('connect', (client) => void client.query(`set timezone to '${ZONE}'`))
const { db } = database
const random = createSeededRandom(Number(SEED))

let now = getStartOfShanghaiDay(`${FIRST}-01`)
// Ids by number, so that two runs have the same ones.
let ids = 0
const newId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
const moment = (): Moment => ({ ...createMoment(now), newId })
const does = <T>(work: (tx: Tx) => Promise<T>) => runInTransaction(db, work)

const companies: string[] = []
for (let at = 0; at < COMPANIES; at++) {
  await does(async (tx) => {
    const made = await registerUserWithEnterprise(tx, moment(), {
      keys,
      user: { mobile: `1370000000${at}`, userName: `买家${at}`, passwordHash: 'x' },
      openAccounts: createLedgerAccountsOfEnterprise,
    })
    const { enterpriseId, userId } = made
    await applyCreditLimitChange(tx, moment(), { enterpriseId, kind: 'base', limitFen: fen(900_000_000), reason: '开户', staffId: null })
    await recordCreditAgreementAcceptance(tx, moment(), { enterpriseId, userId, version: '1', hash: Buffer.alloc(32), ip: '' })
    await updateInterestRateAndAutopay(tx, moment(), enterpriseId, { autoRepay: at === 2, dailyRate: at === 3 ? 8 : null })
    companies.push(enterpriseId)
  })
}

// Everybody may continue to buy when overdue. Whether somebody is blocked depends on which months are closed, and the lazy run closes them
// later.
const generous = JSON.stringify({ overdueTolerance: 1e12, graceDays: 3, dailyRateBp: 5 })
await does((tx) => tx.insertInto('setting').values({ name: 'credit', value: generous, updated_at: now }).execute())

/** The expected total of a month, computed from the chosen instants and not by the server. */
const expected = new Map<string, number>()

async function buys(company: number, amount: number, month: string): Promise<void> {
  const enterpriseId = companies[company] ?? ''
  const [orderId, parcelId] = [newId(), newId()]
  await does(async (tx) => {
    await holdCreditForOrders(tx, moment(), { enterpriseId, orders: [{ orderId, amountFen: fen(amount), title: '截齿' }] })
    await drawHeldCreditForParcel(tx, moment(), { enterpriseId, parcelId, amountFen: fen(amount), title: '截齿' })
  })
  expected.set(`${company} ${month}`, (expected.get(`${company} ${month}`) ?? 0) + amount)
  if (random.below(12) > 0) return
  const back = 1 + random.below(amount)
  const refund = { enterpriseId, document: newId(), parts: [{ parcelId, amountFen: fen(back) }], title: '退款' }
  await does((tx) => offsetRefundsAgainstDrawdowns(tx, moment(), refund))
  expected.set(`${company} ${month}`, (expected.get(`${company} ${month}`) ?? 0) - back)
}

const pays = (company: number, amount: number, daysAgo: number) => {
  const enterpriseId = companies[company] ?? ''
  const valueDay = addDays(dayNow(), -daysAgo)
  return does((tx) => repayDebt(tx, moment(), { enterpriseId, source: 'bank', amountFen: fen(amount), valueDay, document: newId() }))
}

let today = `${FIRST}-01`
const dayNow = () => today
/** The first and the last millisecond of a day in Shanghai, and one in between. */
const INSTANTS = [0, 43_200_000, 86_399_999]

for (let count = 0; today < `${addMonths(FIRST, MONTHS)}-12`; count++, today = addDays(today, 1)) {
  const [month, dayOfMonth] = [today.slice(0, 7), Number(today.slice(8))]
  const edge = addDays(today, 1).slice(0, 7) !== month || dayOfMonth === 1
  if (month < addMonths(FIRST, MONTHS) && (edge || dayOfMonth === 17)) {
    for (const at of INSTANTS) {
      now = new Date(getStartOfShanghaiDay(today).getTime() + at)
      if (at === 0 && count % Number(LAZY) === 0) await closeMonthsAndChargeInterest(db, moment())
      for (let company = 0; company < COMPANIES; company++) await buys(company, 10_000 + random.below(90_000), month)
    }
  }
  now = new Date(getStartOfShanghaiDay(today).getTime() + 36_000_000)
  if (count % Number(LAZY) === 0) await closeMonthsAndChargeInterest(db, moment())
  if (dayOfMonth >= 9 && dayOfMonth <= 14) {
    if (dayOfMonth === 9) await pays(0, 800_000, 0)
    if (dayOfMonth === 14) for (const company of [1, 2, 3]) await pays(company, 455_000 + random.below(60_000), random.below(6))
    await runAutopay(db, moment())
    if (LAZY === '1') await sendDueReminders(db, moment())
  }
}
now = new Date(getStartOfShanghaiDay(today).getTime() + 36_000_000)
await closeMonthsAndChargeInterest(db, moment())

const across = db.withoutPlugins()
const rows = async (text: ReturnType<typeof sql>) => (await text.execute(across)).rows
const place = sql`(select count(*) from enterprise other where other.id < e.id and other.id <> ${PLATFORM_ENTERPRISE_ID})::int`
const statements = await rows(sql`select ${place} as company, s.month, s.state, s.total_fen, s.settled_fen, s.due_day::text as due_day
  from statement s join enterprise e on e.id = s.enterprise_id order by 1, 2`)
const lines = await rows(
  sql`select ${place} as company, l.month, l.amount_fen from statement_line l join enterprise e on e.id = l.enterprise_id order by 1, 2, 3`,
)
const interest =
  await rows(sql`select ${place} as company, i.month, i.day::text as day, i.principal_fen, i.rate, i.amount_fen, i.reversed_fen
  from statement_interest i join enterprise e on e.id = i.enterprise_id order by 1, 2, 3`)
const entries = await rows(sql`select ${place} as company, n.month, n.kind, n.amount_fen, n.wallet_fen, n.value_day::text as value_day
  from statement_entry n join enterprise e on e.id = n.enterprise_id order by 1, 2, 3, 6, 4, 5`)
const balances = await rows(
  sql`select ${place} as company, a.name, a.balance_fen from ledger_account a join enterprise e on e.id = a.enterprise_id order by 1, 2`,
)
const digest = createHash('sha256').update(JSON.stringify({ statements, lines, interest, entries, balances })).digest('hex')
const totals = (statements as { company: number; month: string; total_fen: number }[]).filter(
  ({ company, month, total_fen }) => expected.get(`${company} ${month}`) !== total_fen,
)
const [{ zone }] = (await rows(sql`select current_setting('timezone') as zone`)) as [{ zone: string }]
process.stdout.write(
  `${JSON.stringify({
    digest,
    zone,
    tz: new Date(2027, 6, 1).getTimezoneOffset(),
    statements: statements.length,
    lines: lines.length,
    interestDays: interest.length,
    entries: entries.length,
    wrongTotals: totals.length,
    missing: expected.size - statements.length,
  })}\n`,
)
await database.close()
