import { expect, inject, test } from 'vitest'
import { countRowsRead, explainQuery, isSequentialScan } from '#bench/explain.ts'
import { withBulkInsertConnection } from '#bench/fill-session.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// 优惠券报表 reads the totals of its weeks alone: neither coupons nor orders, and of the totals neither other weeks nor other properties.

const TEMPLATES = selectByTestTier({ landing: 40, release: 400 })
const SKUS = 2 * TEMPLATES
const HISTORY_DAYS = 800

const mall = await openMall({ now: systemClock() })
const finance = await mall.staff('finance')
const { template } = await createCouponHelpers(mall)
const templateId = await template()
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
// Rows only for query plans: they have no orders, and invariants do not hold.
await withBulkInsertConnection(superUrl, async (client) => {
  await client.query(`insert into sales_day (day, made_at, closed, totals_version, drawn_fen, owed_fen)
    select current_date - d, now(), true, 2, 0, 0 from generate_series(0, ${HISTORY_DAYS}) as d`)
  await client.query(
    `create temp table made as select 'coupon' as dimension, case when g = 1 then $1 else uuid_v7()::text end as key from generate_series(1, $2::int) as g
       union all select 'sku', uuid_v7()::text from generate_series(1, $3::int) union all select 'all', ''`,
    [templateId, TEMPLATES, SKUS],
  )
  const figures = 'orders, units, sold_fen, back_units, back_fen, discount_fen, back_discount_fen'
  await client.query(`insert into sales_total (dimension, span, day, key, shop_id, ${figures})
    select made.dimension, 'day', current_date - d, made.key, (select id from shop limit 1), 1, 5, 100, 0, 0, 10, 0
    from generate_series(0, ${HISTORY_DAYS}) as d, made`)
  await client.query(`insert into sales_total (dimension, span, day, key, shop_id, ${figures})
    select dimension, 'month', date_trunc('month', day), key, shop_id, 1, sum(units), sum(sold_fen), 0, 0, sum(discount_fen), 0
    from sales_total where span = 'day' group by 1, 3, 4, 5`)
  await client.query('vacuum (analyze) sales_total, sales_day')
})

const today = toShanghaiDay(mall.clock.now)
const week = { dateFrom: addDays(today, -20), dateTo: addDays(today, -14) }
const { consoleCouponReport } = finance.api

test.each([
  ['the sums and the chart', 7, () => consoleCouponReport.summary(week)],
  ['the coupons', 7, () => consoleCouponReport.list(week)],
  // Of a whole month the total of the month is read, not those of its days.
  [
    'the sums by month',
    75,
    () => consoleCouponReport.summary({ dateFrom: addDays(today, -100), dateTo: addDays(today, -26), grain: 'month' }),
  ],
] as const)('the report reads the totals of its days alone: %s', async (_, days, work) => {
  const queries = await mall.queriesOf(work)
  expect(queries.filter(({ sql }) => /\bsales_/.test(sql)).length).toBeLessThanOrEqual(2)
  expect(queries.filter(({ sql }) => /\b(?:from|join) (?:"?order"?|"?coupon"?|"?order_line"?)(?:\s|$)/.test(sql))).toEqual([])
  const queriesOfTotals = queries.filter(({ sql }) => /\bsales_total\b/.test(sql))
  expect(queriesOfTotals).toHaveLength(1)
  const [query] = queriesOfTotals
  const steps = query ? await explainQuery(mall.pool, query) : []
  expect(steps.filter((step) => isSequentialScan(step, ['sales_total']))).toEqual([])
  const read = steps.filter((step) => step['Relation Name'] === 'sales_total').reduce((rows, step) => rows + countRowsRead(step), 0)
  // Each template and the sum of all, in three ranges.
  expect(read).toBeLessThanOrEqual(3 * days * (TEMPLATES + 1))
})

test('the week has sales, so the plans are those of work', async () => {
  const { current } = await consoleCouponReport.summary(week)
  expect(current).toMatchObject({ orders: 7 * TEMPLATES, claimed: 0 })
  expect((await consoleCouponReport.list(week)).total).toBe(TEMPLATES)
})
