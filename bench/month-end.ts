/**
 * `node bench/month-end.ts`: the time to close a month, and to compute a day of interest on all statements. N enterprises with 50 drawdowns
 * each are created, the mall's own job closes their month, and a simple INSERT … SELECT copies the same lines to a table of the same shape
 * on the same PostgreSQL. It measures N/2 and N, so that the cost per line shows whether it grows. --companies N, default 2,000.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addDays, getShanghaiMonthInterval, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { openLoadDatabase } from './cluster.ts'
import { timed } from './timed.ts'

const { values } = parseArgs({ options: { companies: { type: 'string', default: '2000' }, draws: { type: 'string', default: '50' } } })
const [companies, draws] = [Number(values.companies), Number(values.draws)]
const print = (text: string) => process.stdout.write(`${text}\n`)
const grouped = (count: number) => Math.round(count).toLocaleString('en')

/**
 * Creates enterprises with ledger accounts and their drawdowns of a month, with the sequence numbers and balances that single postings
 * would have given.
 */
async function fill(owner: pg.Client, { count, from }: { count: number; from: number }): Promise<void> {
  const span = getShanghaiMonthInterval(month)
  const seconds = (span.until.getTime() - span.from.getTime()) / 1_000
  await owner.query(`
    create temp table made as select uuid_v7() as id, g from generate_series(1, ${count}) g;
    insert into enterprise (id, status, auth_level, auth_status, member_level, created_at) select id, 1, 3, 7, 1, now() from made;
    insert into credit_account (enterprise_id, base_limit_fen, temp_limit_fen, opened_at) select id, 99999999, 0, now() from made;
    insert into credit_limit_change (enterprise_id, id, kind, limit_fen, reason, at) select id, uuid_v7(), 'base', 99999999, '', now() from made;
    insert into ledger_account (enterprise_id, name, balance_fen, entries)
      select id, name, case name when 'creditDrawn' then -${draws} * 12345::bigint else 0 end, case name when 'creditDrawn' then ${draws} else 0 end
      from made, unnest(array['wallet', 'creditHeld', 'creditDrawn', 'interest']) name;
    insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day, from_entry, from_after_fen)
      select id, uuid_v7(), 'creditDrawn', 'sales', 12345, 'draw', gen_random_uuid(), 0, '截齿', at, (at at time zone 'Asia/Shanghai')::date, n, -n * 12345::bigint
      from (select made.id, n, timestamptz '${span.from.toISOString()}' + ((n * 7919 + g * 31 + ${from}) % ${seconds} || ' seconds')::interval as at
        from generate_series(1, ${draws}) n, made) rows order by at;
    drop table made`)
  await owner.query('vacuum analyze ledger_transfer')
  await owner.query('vacuum analyze ledger_account')
  // The writes of the setup must not run during the measurement.
  await asSuper('checkpoint')
}

async function asSuper(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.postgres.superUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function bareCopy(owner: pg.Client): Promise<[number, number]> {
  const { from, until } = getShanghaiMonthInterval(month)
  await owner.query('drop table if exists bare_line; create table bare_line (like statement_line including all)')
  await asSuper('checkpoint')
  const [{ rowCount }, seconds] = await timed(() =>
    owner.query({
      text: `insert into bare_line (enterprise_id, month, id, amount_fen) select enterprise_id, $1, id, amount_fen from ledger_transfer
        where kind = 'draw' and at >= $2 and at < $3`,
      values: [month, from, until],
    }),
  )
  return [rowCount ?? 0, seconds]
}

/** What each drawdown here lacks: it was never held. A hold takes no part in the close of a month. */
const UNHELD = 'I-24b'

const month = '2027-01'
const database = await openLoadDatabase()
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
const { db, close } = openDatabase({ url: database.appUrl, poolSize: 4 })
try {
  print(`close of a month: ${draws} drawdowns a company`)
  const costs: [number, number][] = []
  for (const [at, count] of [companies / 4, companies / 2, companies].map(Math.floor).entries()) {
    await fill(owner, { count, from: at })
    const moment = createMoment(getShanghaiMonthInterval(month).until)
    const [closed, seconds] = await timed(() => closeMonthsAndChargeInterest(db, moment))
    if (closed.lines !== count * draws) throw new Error(`${closed.lines} lines instead of ${count * draws}`)
    const [again] = await timed(() => closeMonthsAndChargeInterest(db, moment))
    if (again.lines !== 0) throw new Error('a month was closed twice')
    const [copied, bare] = await bareCopy(owner)
    costs.push([(seconds * 1e6) / closed.lines, (bare * 1e6) / copied])
    print(
      `  ${grouped(count).padStart(7)} companies, ${grouped(closed.lines).padStart(9)} lines: ${seconds.toFixed(2)} s, ${grouped(closed.lines / seconds)} lines/s` +
        `   bare INSERT … SELECT ${grouped(copied / bare)} rows/s   close / bare ${Math.round((100 * closed.lines) / seconds / (copied / bare))} %`,
    )
  }
  print(`  cost a line, close / bare: ${costs.map(([own, bare]) => `${own.toFixed(1)} / ${bare.toFixed(1)} µs`).join(' → ')}`)
  const due = '2027-02-14'
  const [charged, seconds] = await timed(() => closeMonthsAndChargeInterest(db, createMoment(getStartOfShanghaiDay(due))))
  print(
    `interest, all of it late until ${addDays(due, -1)}: ${grouped(charged.days)} days of ${grouped(charged.companies)} companies in ${seconds.toFixed(2)} s, ${grouped(charged.days / seconds)} days/s`,
  )
  const [next, daily] = await timed(() => closeMonthsAndChargeInterest(db, createMoment(getStartOfShanghaiDay(addDays(due, 1)))))
  print(`one more day: ${grouped(next.days)} days in ${daily.toFixed(2)} s, ${grouped(next.days / daily)} days/s`)
  const books = Object.fromEntries(
    Object.entries(await findInvariantBreaches(database.ownerUrl)).filter(([promise]) => !promise.startsWith(`${UNHELD} `)),
  )
  print(`books: ${Object.keys(books).length === 0 ? 'straight' : JSON.stringify(books)}`)
} finally {
  await close()
  await owner.end()
  database.close()
  database.remove()
}
process.exit(0)
