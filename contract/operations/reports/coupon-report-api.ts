import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, Id, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, fen, toYuan, Yuan } from '#contract/platform/core/money.ts'
import { ReportDay } from './periods.ts'

/** What the rows are sorted by, the largest first. */
export const couponReportSortOrders = {
  sold: { label: '带动成交最多' },
  given: { label: '优惠最多' },
  used: { label: '使用最多' },
} as const

const sums = {
  /** Coupons claimed, redeemed or granted in the range. */
  claimed: z.int(),
  /** Those of them that are used by now, on any day. */
  claimedAndUsed: z.int(),
  /** Orders paid with a coupon in the range, or confirmed on credit. */
  used: z.int(),
  /** What these coupons took off. */
  given: Yuan,
  /** Goods of these orders after the coupon, without freight, and without what was refunded later. */
  sold: Yuan,
}
export const CouponReportSums = z.object(sums)
export type CouponReportSums = z.output<typeof CouponReportSums>

/** What was sold for each yuan that coupons took off, rounded to the fen; null: they took nothing off. */
export const computeSoldPerYuanGiven = ({ sold, given }: { sold: Fen; given: Fen }): Fen | null =>
  given === 0 ? null : fen(Math.round(sold / toYuan(given)))

const Range = z.object({ from: Day, to: Day })

export const CouponReport = z.object({
  current: CouponReportSums,
  before: z.object({ ...sums, range: Range }),
  yearBefore: z.object({ ...sums, range: Range }),
})
export type CouponReport = z.output<typeof CouponReport>

export const CouponReportRow = z.object({
  templateId: Id,
  name: z.string(),
  shopName: z.string(),
  ...sums,
  /** Companies that used one in the range. */
  customers: z.int(),
  /** `sold` of the period before. */
  before: Yuan,
  yearBefore: Yuan,
})
export type CouponReportRow = z.output<typeof CouponReportRow>

const range = { dateFrom: ReportDay, dateTo: ReportDay, shopId: z.optional(Id) }
const readers = { staff: ['finance', 'catalogue', 'admin'] } as const

export const consoleCouponReportEndpoints = defineEndpoints('/console-api/api/coupon-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '优惠券报表：领取、使用、优惠与带动的成交，与上期和去年同期对比',
    needs: readers,
    input: z.strictObject(range),
    output: CouponReport,
    refusals: ['REPORT_RANGE'],
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '优惠券报表的优惠券：在这段时间有领取或使用的',
    needs: readers,
    input: z.strictObject({
      ...pageInput,
      ...range,
      sort: z._default(z.enum(keysOf(couponReportSortOrders), '排序不正确'), 'sold'),
    }),
    output: pageOutput(CouponReportRow),
    refusals: ['REPORT_RANGE'],
  }),
})
