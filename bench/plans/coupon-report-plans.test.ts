import { expect, inject, test } from 'vitest'
import { countRowsRead, explainQuery, isSequentialScan } from '#bench/explain.ts'
import { withBulkInsertConnection } from '#bench/fill-session.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { createCouponHelpers } from '#server/platform/testing/coupons.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

// 优惠券报表 of a week reads the coupons of that week and of the two weeks that it is compared with, however long the history is.

const COUPONS = selectByTestTier({ landing: 40_000, release: 1_000_000 })
const HISTORY_DAYS = 400

const mall = await openMall({ now: systemClock() })
const buyer = await mall.buyer('林')
const finance = await mall.staff('finance')
const { template } = await createCouponHelpers(mall)
const templateId = await template()
const superUrl = replaceDatabaseUrlParts(inject('superUrl'), { database: new URL(mall.ownerUrl).pathname.slice(1) })
// Every second coupon was used a week after it was claimed. They are only for query plans: they have no orders, and invariants do not hold.
await withBulkInsertConnection(superUrl, async (client) => {
  await client.query(
    `insert into coupon (enterprise_id, id, template_id, nth, state, from_day, until_day, order_id, order_no, claimed_at, used_at)
     select $4, uuid_v7(), $5, g, case when g % 2 = 0 then 'used' else 'unused' end, current_date, current_date,
       case when g % 2 = 0 then uuid_v7() end, case when g % 2 = 0 then g::text end, at, case when g % 2 = 0 then at + interval '7 days' end
     from (select g, now() - (($1 - g) * $2::float8 / $1 || ' days')::interval - $3::interval as at from generate_series(1, $1::int) g) made`,
    [COUPONS, HISTORY_DAYS, '7 days', buyer.enterpriseId, templateId],
  )
  await client.query('vacuum (analyze) coupon')
})

const today = toShanghaiDay(mall.clock.now)
const week = { dateFrom: addDays(today, -20), dateTo: addDays(today, -14) }
const { consoleCouponReport } = finance.api
const CLAIMED_IN_A_WEEK = (7 * COUPONS) / HISTORY_DAYS

test.each([
  ['the sums', () => consoleCouponReport.summary(week)],
  ['the coupons', () => consoleCouponReport.list(week)],
] as const)('the report reads the coupons of its weeks alone: %s', async (_, work) => {
  const queries = (await mall.queriesOf(work)).filter(({ sql }) => /\bfrom coupon\b/.test(sql))
  expect(queries).toHaveLength(1)
  const [query] = queries
  const steps = query ? await explainQuery(mall.pool, query) : []
  expect(steps.filter((step) => isSequentialScan(step, ['coupon']))).toEqual([])
  const read = steps.filter((step) => step['Relation Name'] === 'coupon').reduce((rows, step) => rows + countRowsRead(step), 0)
  // Three weeks, claimed and used.
  expect(read).toBeLessThanOrEqual(1.2 * 3 * 1.5 * CLAIMED_IN_A_WEEK)
})

test('the week has coupons, so the plans are those of work', async () => {
  expect((await consoleCouponReport.summary(week)).current.claimed).toBeGreaterThan(0.8 * CLAIMED_IN_A_WEEK)
})
