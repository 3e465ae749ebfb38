import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, Instant, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, fen, toYuan, Yuan } from '#contract/platform/core/money.ts'
import { chartPointPeriods, ReportDay } from './periods.ts'

/** What the rows are sorted by, the largest first. */
export const couponReportSortOrders = {
  net: { label: '销售额最高' },
  given: { label: '优惠最多' },
  orders: { label: '订单最多' },
  claimed: { label: '领取最多' },
} as const

const sums = {
  /** Coupons claimed, redeemed or granted in the range. */
  claimed: z.int(),
  /** Orders with a coupon that were paid, or confirmed on credit, in the range. */
  orders: z.int(),
  /** What their coupons took off, less what went back in the range with orders that ended before a shipment. */
  given: Yuan,
  /** Goods of these orders after the coupon, without freight. */
  sold: Yuan,
  /** What was refunded in the range of goods of orders with a coupon, whenever they were sold. */
  back: Yuan,
  /** `sold` less `back`: 销售额. */
  net: Yuan,
}

export const CouponReportSums = z.object({
  ...sums,
  /** `sold` by orders. */
  average: z.nullable(Yuan),
  /** The orders without a coupon of the same range and shops. */
  withoutCoupon: z.object({ orders: z.int(), net: Yuan, average: z.nullable(Yuan) }),
})
export type CouponReportSums = z.output<typeof CouponReportSums>

/** What was sold for each yuan that coupons took off, rounded to the fen; null: they took nothing off, or it is not known yet. */
export const computeNetPerYuanGiven = ({ net, given }: { net: Fen | null; given: Fen | null }): Fen | null =>
  net === null || given === null || given <= 0 ? null : fen(Math.round(net / toYuan(given)))

const ComparedSums = z.object({ range: z.object({ from: Day, to: Day }), sums: z.nullable(CouponReportSums) })

/**
 * Each value of the first point, the second point and so on; those of the ranges that it is compared with at the same place. A value that is not
 * known yet is null.
 */
export const CouponReportPoint = z.object({
  day: Day,
  claimed: z.nullable(sums.claimed),
  orders: z.nullable(sums.orders),
  given: z.nullable(Yuan),
  net: z.nullable(Yuan),
  before: z.nullable(Yuan),
  yearBefore: z.nullable(Yuan),
})
export type CouponReportPoint = z.output<typeof CouponReportPoint>

export const CouponReport = z.object({
  /** The figures are of this moment; null: there are none yet. */
  asOf: z.nullable(Instant),
  /** The days of the range and of those that it is compared with whose figures of coupons are still being made, earliest first. */
  waitingDays: z.array(Day),
  /** The sums of each range; null: it has such days. */
  current: z.nullable(CouponReportSums),
  before: ComparedSums,
  yearBefore: ComparedSums,
  points: z.array(CouponReportPoint),
})
export type CouponReport = z.output<typeof CouponReport>

export const CouponReportRow = z.object({
  templateId: Id,
  name: z.string(),
  shopName: z.string(),
  /** The sums of the range; null: figures of some of its days are still being made. */
  claimed: z.nullable(sums.claimed),
  orders: z.nullable(sums.orders),
  given: z.nullable(Yuan),
  sold: z.nullable(Yuan),
  back: z.nullable(Yuan),
  net: z.nullable(Yuan),
  /** `net` of the period before, and of the year before; null likewise. */
  before: z.nullable(Yuan),
  yearBefore: z.nullable(Yuan),
})
export type CouponReportRow = z.output<typeof CouponReportRow>

const range = { dateFrom: ReportDay, dateTo: ReportDay, shopId: z.optional(Id) }
const readers = { staff: 'couponReport' } as const

export const consoleCouponReportEndpoints = defineEndpoints('/console-api/api/coupon-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '优惠券报表：领取、优惠与用券订单的销售额、走势，与未用券的订单、上期和去年同期对比',
    needs: readers,
    input: z.strictObject({ ...range, grain: z._default(z.enum(keysOf(chartPointPeriods), '统计粒度不正确'), 'day') }),
    output: CouponReport,
    refusals: ['REPORT_RANGE'],
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '优惠券报表明细：在这段时间有领取或成交的优惠券',
    needs: readers,
    input: z.strictObject({
      ...pageInput,
      ...range,
      sort: z._default(z.enum(keysOf(couponReportSortOrders), '排序不正确'), 'net'),
    }),
    output: pageOutput(CouponReportRow),
    refusals: ['REPORT_RANGE'],
  }),
})
