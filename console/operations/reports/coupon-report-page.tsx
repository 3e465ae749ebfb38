import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, countColumn, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, dayFilter, parseListSearchParams, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import {
  type CouponReport,
  type CouponReportRow,
  type CouponReportSums,
  computeSoldPerYuanGiven,
  couponReportSortOrders,
} from '#contract/operations/reports/coupon-report-api.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount } from '#ui/format.ts'
import { PrintReportButton, QuickPeriodButtons } from './report-filters.tsx'
import { formatPercentDifference, toReportRange } from './report-view.ts'
import { couponReportApi } from './reports-api.ts'

const fields = {
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  shopId: pickFilter('店铺', Id),
  sort: choiceFilter('排序', couponReportSortOrders),
}

/** The amount of another range, and how this one differs from it. */
const comparedColumn = (title: string, then: (row: CouponReportRow) => Fen): Column<CouponReportRow> =>
  numberColumn({
    title,
    width: 132,
    value: (row) => (
      <span className="two-lines">
        <span>{formatMoney(then(row))}</span>
        <small>{formatPercentDifference(row.sold, then(row))}</small>
      </span>
    ),
  })

const columns: Column<CouponReportRow>[] = [
  customColumn({
    title: '优惠券',
    value: ({ name, shopName }) => (
      <span className="two-lines">
        <span>{name}</span>
        <small>{shopName}</small>
      </span>
    ),
  }),
  countColumn({ title: '领取', value: ({ claimed }) => claimed }),
  countColumn({ title: '使用', value: ({ used }) => used }),
  countColumn({ title: '使用企业', value: ({ customers }) => customers }),
  moneyColumn({ title: '优惠金额', value: ({ given }) => given }),
  moneyColumn({ title: '带动成交', value: ({ sold }) => sold }),
  moneyColumn({ title: '每优惠 1 元成交', value: computeSoldPerYuanGiven }),
  comparedColumn('上期', ({ before }) => before),
  comparedColumn('去年同期', ({ yearBefore }) => yearBefore),
]

function Figures({ report: { current, before, yearBefore } }: { report: CouponReport }) {
  const compare = (of: (sums: CouponReportSums) => number) => (
    <>
      上期 {formatPercentDifference(of(current), of(before))}
      <br />
      去年同期 {formatPercentDifference(of(current), of(yearBefore))}
    </>
  )
  const perYuan = computeSoldPerYuanGiven(current)
  return (
    <KeyFigures
      figures={[
        {
          name: '领取张数',
          value: formatCount(current.claimed),
          note: (
            <>
              其中已使用 {formatCount(current.claimedAndUsed)} 张
              <br />
              {compare(({ claimed }) => claimed)}
            </>
          ),
        },
        { name: '使用张数', value: formatCount(current.used), note: compare(({ used }) => used) },
        { name: '优惠金额', value: formatMoney(current.given), note: compare(({ given }) => given) },
        {
          name: '带动成交',
          value: formatMoney(current.sold),
          note: (
            <>
              每优惠 1 元成交 {perYuan === null ? '—' : formatMoney(perYuan)}
              <br />
              {compare(({ sold }) => sold)}
            </>
          ),
        },
      ]}
    />
  )
}

/** 优惠券报表: what coupons took off and what was sold with them, beside the period before and the year before. */
export function Page() {
  const { shopId, ...days } = parseListSearchParams(fields, useSearch({ strict: false }))
  const range = toReportRange(days, toShanghaiDay(useNow()))
  const input = { dateFrom: range.from, dateTo: range.to, ...(shopId === undefined ? {} : { shopId }) }
  const summary = useQuery({
    queryKey: ['coupon-report', 'summary', input],
    queryFn: ({ signal }) => couponReportApi.summary(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="优惠券报表"
      note="使用按订单支付或赊销确认的日期计；带动成交为这些订单优惠后的商品金额，不含运费，之后的退款不扣减。"
      queryKey={['coupon-report', 'list', range]}
      fields={fields}
      pickers={{ shopId: ShopListFilterPicker }}
      list={({ pageNo, pageSize, sort = 'sold' }, options) => couponReportApi.list({ ...input, pageNo, pageSize, sort }, options)}
      exportRows={({ format, sort = 'sold' }) => exportApi.couponReport({ ...input, format, sort })}
      actions={<PrintReportButton />}
      above={
        <>
          <QuickPeriodButtons range={range} />
          <QueryContent from={summary} waiting={<SkeletonBars count={3} height={48} />}>
            {(report) => <Figures report={report} />}
          </QueryContent>
        </>
      }
      columns={columns}
      rowKey={({ templateId }) => templateId}
      width={1060}
      empty="这段时间没有领取或使用优惠券"
      next="企业领取或使用优惠券后计入"
    />
  )
}
