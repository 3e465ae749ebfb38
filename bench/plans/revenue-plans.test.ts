import { expect, inject, test } from 'vitest'
import { countRowsRead, countRowsSorted, explainQuery, isSequentialScan } from '#bench/explain.ts'
import { withBulkInsertConnection } from '#bench/fill-session.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// The lines of revenue (收入明细) of a week cost as much as the week has lines, and a page of them as much as the page, however long the history is.

const LINES = selectByTestTier({ landing: 40_000, release: 1_000_000 })
/** One of them is real, the others exist only in the lines. */
const COMPANIES = 100
const HISTORY_DAYS = 40
const PAGE = 20

const mall = await openMall({ now: systemClock() })
const buyer = await mall.buyer('林')
const finance = await mall.staff('finance')
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
// One line in four is only held. They are only for query plans: they have no documents, and invariants do not hold.
await withBulkInsertConnection(superUrl, async (client) => {
  await client.query(
    `insert into revenue_line (enterprise_id, source_id, line_no, day, kind, tax_code, rate_bp, held_fen, held_tax_fen, earned_fen, earned_tax_fen)
     select enterprise_id, uuid_v7(at), 1, (at at time zone 'Asia/Shanghai')::date, case when g % 4 = 0 then 'payByWallet' else 'draw' end, null, 1300,
       case when g % 4 = 0 then 113 else 0 end, 0, case when g % 4 = 0 then 0 else 113 end, case when g % 4 = 0 then 0 else 13 end
     from (
       select g, case when g / 4 % $3::int = 0 then $4::uuid else ('00000000-0000-7000-8000-' || lpad((g / 4 % $3::int)::text, 12, '0'))::uuid end as enterprise_id,
         now() - ($1 - g) * $2::float8 / $1 * interval '1 day' as at
       from generate_series(1, $1::int) g) made`,
    [LINES, HISTORY_DAYS, COMPANIES, buyer.enterpriseId],
  )
  await client.query('vacuum (analyze) revenue_line')
})

const today = toShanghaiDay(mall.clock.now)
const week = { dateFrom: addDays(today, -20), dateTo: addDays(today, -14) }
const A_WEEK = (7 * LINES * 3) / HISTORY_DAYS / 4

/** The plans of the queries of some work over the lines, which never read them from end to end. */
async function explainReads(work: () => Promise<unknown>) {
  const queries = (await mall.queriesOf(work)).filter(({ sql }) => /\brevenue_line\b/.test(sql))
  const plans = await Promise.all(queries.map((query) => explainQuery(mall.pool, query)))
  expect(plans.flat().filter((step) => isSequentialScan(step, ['revenue_line']))).toEqual([])
  return plans.map((steps) => ({
    read: Math.max(...steps.filter((step) => step['Relation Name'] === 'revenue_line').map(countRowsRead)),
    sorted: Math.max(...steps.map(countRowsSorted)),
  }))
}

test('a page of all companies and one of a company reads no more lines than it shows, and sorts none', async () => {
  for (const filter of [week, { ...week, enterpriseId: buyer.enterpriseId }]) {
    const [page, count] = await explainReads(() => finance.api.consoleRevenue.lines({ ...filter, pageSize: PAGE }))
    expect(page?.sorted).toBe(0)
    expect(page?.read).toBeLessThanOrEqual(PAGE)
    // A line in four is only held.
    expect(count?.read).toBeLessThanOrEqual(1.4 * A_WEEK)
  }
})

test('the totals of a week read the lines of that week', async () => {
  const [totals] = await explainReads(() => finance.api.consoleRevenue.totals(week))
  expect(totals?.read).toBeLessThanOrEqual(1.4 * A_WEEK)
  const { rates } = await finance.api.consoleRevenue.totals(week)
  expect(rates[0]?.lines).toBeGreaterThan(0.8 * A_WEEK)
})
