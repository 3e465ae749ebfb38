import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { formatPossiblyNegativeAmount, KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, formatOrDash, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { ListExportFetcher } from '#console/platform/components/list/export-menu.tsx'
import {
  choiceFilter,
  dayFilter,
  type FilterDefinitionsByName,
  parseListSearchParams,
  pickFilter,
  requiredChoiceFilter,
} from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type CouponReport,
  type CouponReportPoint,
  type CouponReportRow,
  type CouponReportSums,
  computeNetPerYuanGiven,
  couponReportSortOrders,
} from '#contract/operations/reports/coupon-report-api.ts'
import { type ChartPointPeriod, chartPointPeriods } from '#contract/operations/reports/periods.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount } from '#ui/format.ts'
import { QuickPeriodButtons } from './report-filters.tsx'
import { formatFiguresAsOf, formatPercentDifference, toOrderListSearchParams, toReportRange } from './report-view.ts'
import { couponReportApi } from './reports-api.ts'
import { FiguresWithChartSkeleton, SalesChart } from './sales-figures.tsx'

const fields = {
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  shopId: pickFilter('店铺', Id),
  grain: requiredChoiceFilter('走势', chartPointPeriods, 'day'),
  sort: choiceFilter('排序', couponReportSortOrders),
}

const amountColumn = <Row,>(title: string, width: number, amount: (row: Row) => Fen | null): Column<Row> =>
  numberColumn({ title, width, value: (row) => formatOrDash(amount(row), formatPossiblyNegativeAmount) })

const countOrDashColumn = <Row,>(title: string, count: (row: Row) => number | null): Column<Row> =>
  numberColumn({ title, width: 88, value: (row) => formatOrDash(count(row), formatCount) })

/** The amount of another range, and how this one differs from it. */
const comparedColumn = (title: string, then: (row: CouponReportRow) => Fen | null): Column<CouponReportRow> =>
  numberColumn({
    title,
    width: 132,
    value: (row) => (
      <span className="two-lines">
        <span>{formatOrDash(then(row), formatPossiblyNegativeAmount)}</span>
        <small>{formatPercentDifference(row.net, then(row))}</small>
      </span>
    ),
  })

const toColumns = (range: DayRange, shopId: string | undefined, ordersShown: boolean): Column<CouponReportRow>[] => [
  customColumn({
    title: '优惠券',
    value: ({ templateId, name, shopName }) => (
      <span className="two-lines">
        {ordersShown ? (
          <Link to="/orders" search={toOrderListSearchParams(range, shopId, { by: 'coupon', key: templateId })}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        <small>{shopName}</small>
      </span>
    ),
  }),
  countOrDashColumn('领取', ({ claimed }) => claimed),
  countOrDashColumn('订单数', ({ orders }) => orders),
  amountColumn('优惠金额', 112, ({ given }) => given),
  amountColumn('成交额', 128, ({ sold }) => sold),
  amountColumn('退款', 112, ({ back }) => back),
  amountColumn('销售额', 128, ({ net }) => net),
  amountColumn('每优惠 1 元销售额', 132, computeNetPerYuanGiven),
  comparedColumn('上期', ({ before }) => before),
  comparedColumn('去年同期', ({ yearBefore }) => yearBefore),
]

interface Props {
  from: { data: CouponReport | undefined; error: unknown; refetch: () => unknown }
  grain: ChartPointPeriod
  range: DayRange
  /** Exports the points of the chart. */
  keep: ListExportFetcher<FilterDefinitionsByName>
}

const figureNames = ['销售额', '订单数', '优惠金额', '客单价', '领取张数'] as const

const pointFigures: Column<CouponReportPoint>[] = [
  countOrDashColumn('领取', ({ claimed }) => claimed),
  countOrDashColumn('订单数', ({ orders }) => orders),
  amountColumn('优惠金额', 112, ({ given }) => given),
  amountColumn('销售额', 128, ({ net }) => net),
]

/** Says why figures of some ranges are dashes. */
const WaitingNotice = ({ days }: { days: readonly string[] }) =>
  days.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      className="notice"
      title={`${formatCount(days.length)} 天的优惠券数据正在补算`}
      description="含这些天的合计和对比暂以“—”表示，补算完成后显示。"
    />
  )

const toChartOverview = ({ current, before, yearBefore, points }: CouponReport) => ({
  current: { net: current?.net ?? null },
  before: { range: before.range, net: before.sums?.net ?? null },
  yearBefore: { range: yearBefore.range, net: yearBefore.sums?.net ?? null },
  points,
})

/** The sums of the orders with a coupon beside those without, and the chart of their course. */
const CouponFiguresWithChart = ({ from, grain, range, keep }: Props) => (
  <QueryContent from={from} waiting={<FiguresWithChartSkeleton names={figureNames} />}>
    {(report) => (
      <>
        <WaitingNotice days={report.waitingDays} />
        <Sums report={report} />
        <SalesChart
          overview={toChartOverview(report)}
          grain={grain}
          range={range}
          figures={pointFigures}
          keep={keep}
          empty="这段时间没有用券的订单"
        />
      </>
    )}
  </QueryContent>
)

function Sums({ report: { current, before, yearBefore } }: { report: CouponReport }) {
  const compare = (of: (sums: CouponReportSums) => number) => {
    const [now, then, lastYear] = [current, before.sums, yearBefore.sums].map((sums) => sums && of(sums))
    return (
      <>
        上期 {formatPercentDifference(now, then)}
        <br />
        去年同期 {formatPercentDifference(now, lastYear)}
      </>
    )
  }
  const withoutCoupon = current?.withoutCoupon
  const figure = (name: (typeof figureNames)[number], value: ReactNode, beside: ReactNode, of: (sums: CouponReportSums) => number) => ({
    name,
    value,
    note: (
      <>
        {beside}
        <br />
        {compare(of)}
      </>
    ),
  })
  return (
    <KeyFigures
      figures={[
        figure(
          '销售额',
          formatOrDash(current?.net, formatPossiblyNegativeAmount),
          <>
            成交 {formatOrDash(current?.sold, formatPossiblyNegativeAmount)}，退款{' '}
            {formatOrDash(current?.back, formatPossiblyNegativeAmount)}
            <br />
            未用券 {formatOrDash(withoutCoupon?.net, formatPossiblyNegativeAmount)}
          </>,
          ({ net }) => net,
        ),
        figure(
          '订单数',
          formatOrDash(current?.orders, formatCount),
          `未用券 ${formatOrDash(withoutCoupon?.orders, formatCount)}`,
          ({ orders }) => orders,
        ),
        figure(
          '优惠金额',
          formatOrDash(current?.given, formatPossiblyNegativeAmount),
          <>每优惠 1 元销售额 {formatOrDash(current && computeNetPerYuanGiven(current), formatPossiblyNegativeAmount)}</>,
          ({ given }) => given,
        ),
        figure(
          '客单价',
          formatOrDash(current?.average, formatPossiblyNegativeAmount),
          <>未用券 {formatOrDash(withoutCoupon?.average, formatPossiblyNegativeAmount)}</>,
          ({ average }) => average ?? 0,
        ),
        { name: '领取张数', value: formatOrDash(current?.claimed, formatCount), note: compare(({ claimed }) => claimed) },
      ]}
    />
  )
}

/** 优惠券报表: what was sold with coupons and what they took off, beside orders without, the period before and the year before. */
export function Page() {
  const { shopId, grain = 'day', ...days } = parseListSearchParams(fields, useSearch({ strict: false }))
  const range = toReportRange(days, toShanghaiDay(useNow()))
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const input = { dateFrom: range.from, dateTo: range.to, ...(shopId === undefined ? {} : { shopId }) }
  const summary = useQuery({
    queryKey: ['coupon-report', 'summary', input, grain],
    queryFn: ({ signal }) => couponReportApi.summary({ ...input, grain }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="优惠券报表"
      note={`${formatFiguresAsOf(summary.data?.asOf)}用券的订单在支付或赊销确认的当天计入，退款在退款当天扣减；销售额为优惠后商品金额，不含运费；优惠金额含运费券抵扣的运费。整单取消后优惠券退回，优惠金额在取消当天扣减。`}
      queryKey={['coupon-report', 'list', range]}
      fields={fields}
      pickers={{ shopId: ShopListFilterPicker }}
      list={({ pageNo, pageSize, sort = 'net' }, options) => couponReportApi.list({ ...input, pageNo, pageSize, sort }, options)}
      exportRows={({ format, sort = 'net' }) => exportApi.couponReport({ ...input, format, sort })}
      actions={<PrintReportButton />}
      above={
        <>
          <QuickPeriodButtons range={range} />
          <CouponFiguresWithChart
            from={summary}
            grain={grain}
            range={range}
            keep={({ format }) => exportApi.couponPoints({ ...input, grain, format })}
          />
        </>
      }
      columns={toColumns(range, shopId, ordersShown)}
      rowKey={({ templateId }) => templateId}
      width={1180}
      empty="这段时间没有领取或使用优惠券"
      next="企业领取优惠券，或用券的订单支付或赊销确认后，十分钟内计入"
    />
  )
}
