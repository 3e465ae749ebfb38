import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { QuickPeriodButtons } from '#console/operations/reports/report-filters.tsx'
import { formatChartPointName, formatFiguresAsOf, formatPercentDifference, toReportRange } from '#console/operations/reports/report-view.ts'
import { type Column, customColumn, formatOrDash, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, parseListSearchParams, requiredChoiceFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleFunnelEndpoints,
  type FunnelCounts,
  type FunnelReportRow,
  type FunnelStep,
  funnelSteps,
} from '#contract/operations/funnel/api.ts'
import { type ChartPointPeriod, chartPointPeriods } from '#contract/operations/reports/periods.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount } from '#ui/format.ts'
import { FunnelFigures } from './funnel-figures.tsx'
import { formatRate, toOrdersOfStep } from './funnel-view.ts'

const funnelApi = createApiClient(consoleFunnelEndpoints, sendConsoleRequest)

const fields = {
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  grain: requiredChoiceFilter('统计粒度', chartPointPeriods, 'day'),
}

/** A step of the row beside the ranges that it is compared with. Orders lead to their list. */
const stepColumn = (step: FunnelStep, ordersShown: boolean): Column<FunnelReportRow> =>
  numberColumn({
    title: funnelSteps[step].label,
    width: 172,
    value: ({ from, to, counts, before, yearBefore }) => {
      const search = toOrdersOfStep(step, { from, to })
      const count = formatOrDash(counts[step], formatCount)
      const compared = (other: FunnelCounts | null) => formatPercentDifference(counts[step], other?.[step])
      return (
        <span className="two-lines">
          {search && ordersShown && counts[step] ? (
            <Link to="/orders" search={search}>
              {count}
            </Link>
          ) : (
            <span>{count}</span>
          )}
          <small>
            上期 {compared(before)}，去年 {compared(yearBefore)}
          </small>
        </span>
      )
    },
  })

const toColumns = (grain: ChartPointPeriod, ordersShown: boolean): Column<FunnelReportRow>[] => [
  customColumn({ title: '时间', width: 120, value: ({ from }) => <span className="num">{formatChartPointName(grain, from)}</span> }),
  ...keysOf(funnelSteps).map((step) => stepColumn(step, ordersShown)),
  numberColumn({ title: '支付／访客', width: 104, value: ({ counts }) => formatRate(counts.paid, counts.visited) }),
]

/** 转化漏斗: how many came, looked at goods, added to their cart, and how many orders were submitted and paid. */
export function Page() {
  const { grain = 'day', ...days } = parseListSearchParams(fields, useSearch({ strict: false }))
  const range = toReportRange(days, toShanghaiDay(useNow()))
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const input = { dateFrom: range.from, dateTo: range.to }
  const summary = useQuery({
    queryKey: ['funnel', 'summary', input],
    queryFn: ({ signal }) => funnelApi.summary(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="转化漏斗"
      note={`${formatFiguresAsOf(summary.data?.asOf)}访客、浏览和加购按人统计，同一人一天只算一次，不含已知的爬虫；下单和支付按订单在当天统计，不含换货补发。`}
      queryKey={['funnel', 'list', range]}
      fields={fields}
      list={({ pageNo, pageSize }, options) => funnelApi.list({ ...input, pageNo, pageSize, grain }, options)}
      exportRows={({ format }) => exportApi.funnel({ ...input, format, grain })}
      actions={<PrintReportButton />}
      above={
        <>
          <QuickPeriodButtons range={range} />
          <FunnelFigures from={summary} range={range} ordersShown={ordersShown} />
        </>
      }
      columns={toColumns(grain, ordersShown)}
      rowKey={({ from }) => from}
      width={1100}
      empty="这段时间没有数据"
      next="有人访问商城或下单后，十分钟内计入"
    />
  )
}
