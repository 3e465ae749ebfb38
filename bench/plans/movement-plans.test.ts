import { expect, inject, test } from 'vitest'
import { countRowsRead, countRowsSorted, explainQuery, isSequentialScan } from '#bench/explain.ts'
import { withBulkInsertConnection } from '#bench/fill-session.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// The account statement (往来对账单) of a short period costs as much as the period has movements, however long the history of the ledger is.

const TRANSFERS = selectByTestTier({ landing: 40_000, release: 1_000_000 })
const COMPANIES = 8
const HISTORY_DAYS = 400

const mall = await openMall({ now: systemClock() })
const buyer = await mall.buyer('林', { credit: '1000' })
for (let at = 1; at < COMPANIES; at++) await mall.buyer(`吴${at}`)
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
// Drawdowns, repayments and interest of every company, spread evenly over the days. They are only for query plans: invariants do not hold.
await withBulkInsertConnection(superUrl, async (client) => {
  await client.query(
    `insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day,
       from_entry, from_after_fen, to_entry, to_after_fen)
     select enterprise_id, uuid_v7(at), from_account, to_account, 100, kind, uuid_v7(at), 0, '截齿', at, (at at time zone 'Asia/Shanghai')::date,
       case when from_account in ('creditDrawn', 'interest') then g end, case when from_account in ('creditDrawn', 'interest') then -100 end,
       case when to_account = 'creditDrawn' then g end, case when to_account = 'creditDrawn' then 0 end
     from (
       select g, m.enterprise_id, now() - ($1 - g) * $2::float8 / $1 * interval '1 day' as at, k.kind, k.from_account, k.to_account
       from generate_series(1, $1::int) g
       join (select enterprise_id, row_number() over () - 1 as place from membership where account_type = 1) m on m.place = g % $3::int
       join (values (0, 'draw', 'creditDrawn', 'sales'), (1, 'repayByBank', 'bank', 'creditDrawn'), (2, 'chargeInterest', 'interest', 'interestIncome'))
         k(place, kind, from_account, to_account) on k.place = g % 3) made`,
    [TRANSFERS, HISTORY_DAYS, COMPANIES],
  )
  await client.query('vacuum (analyze) ledger_transfer')
})

const today = toShanghaiDay(mall.clock.now)
const PERIOD = { from: addDays(today, -10), to: addDays(today, -4) }
/** The movements of a company on a day; each moves one of the stated accounts. */
const A_DAY = TRANSFERS / COMPANIES / HISTORY_DAYS

test('the account statement reads by an index what moved since its first day, and sorts only what moved in its period', async () => {
  const queries = (await mall.queriesOf(() => buyer.api.accountStatement.overview(PERIOD))).filter(({ sql }) =>
    /\bledger_transfer\b/.test(sql),
  )
  // What moved since the first day, what since the last, and the movements between them.
  expect(queries).toHaveLength(3)
  for (const query of queries) {
    const steps = await explainQuery(mall.pool, query)
    expect(
      steps.filter((step) => isSequentialScan(step, ['ledger_transfer'])),
      query.sql,
    ).toEqual([])
    const onLedger = steps.filter((step) => step['Relation Name'] === 'ledger_transfer')
    expect(onLedger.length, query.sql).toBeGreaterThan(0)
    expect(Math.max(...onLedger.map(countRowsRead)), query.sql).toBeLessThanOrEqual(13 * A_DAY)
    expect(Math.max(...steps.map(countRowsSorted)), query.sql).toBeLessThanOrEqual(9 * A_DAY)
  }
  // The statement did see the rows.
  const { accounts } = await buyer.api.accountStatement.overview(PERIOD)
  const movements = accounts.reduce((sum, one) => sum + one.movements, 0)
  expect(movements).toBeGreaterThan(6 * A_DAY)
})
