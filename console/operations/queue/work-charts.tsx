import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { receivablesReportApi, salesReportApi } from '#console/operations/reports/reports-api.ts'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { WORK_DONE_DAYS } from '#contract/operations/queue/api.ts'
import { fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount, formatFullMonth } from '#ui/format.ts'
import { DayCountsChart } from './day-counts-chart.tsx'
import { queueApi, REPORT_STALE_MS } from './queue-api.ts'
import { listWorkCharts, type WorkChartKind } from './queue-view.ts'
import { WorkDone } from './work-done-chart.tsx'

const Waiting = () => <SkeletonBars count={3} height={60} />
const formatYuan = (value: number) => formatPossiblyNegativeAmount(fromYuan(value))
const listDayNames = (days: readonly string[]) => days.map((day) => day.slice(5))

interface DayCountsProps {
  kind: 'shipments' | 'requests' | 'coupons' | 'verifications'
  empty: string
}

/** The chart of one call that counts by day. */
function DayCounts({ kind, empty }: DayCountsProps) {
  const counts = useQuery({ queryKey: ['queue', kind], queryFn: () => queueApi[kind]({}), staleTime: REPORT_STALE_MS })
  return (
    <QueryContent from={counts} waiting={<Waiting />}>
      {({ days, series }) => <DayCountsChart place="日期" names={listDayNames(days)} series={series} empty={empty} format={formatCount} />}
    </QueryContent>
  )
}

function Sales() {
  const to = toShanghaiDay(useNow())
  const range = { dateFrom: addDays(to, 1 - WORK_DONE_DAYS), dateTo: to, grain: 'day' as const }
  const sales = useQuery({ queryKey: ['queue', 'sales', to], queryFn: () => salesReportApi.summary(range), staleTime: REPORT_STALE_MS })
  return (
    <QueryContent from={sales} waiting={<Waiting />}>
      {({ points }) => (
        <DayCountsChart
          place="日期"
          names={listDayNames(points.map(({ day }) => day))}
          series={[
            { name: '销售额', values: points.map(({ net }) => toYuan(net)) },
            { name: '去年同期', values: points.map(({ yearBefore }) => (yearBefore === null ? null : toYuan(yearBefore))) },
          ]}
          empty={`近 ${WORK_DONE_DAYS} 天没有成交`}
          format={formatYuan}
        />
      )}
    </QueryContent>
  )
}

function Receivables() {
  const report = useQuery({
    queryKey: ['receivables-report', 'summary'],
    queryFn: ({ signal }) => receivablesReportApi.summary({}, { signal }),
    staleTime: REPORT_STALE_MS,
  })
  return (
    <QueryContent from={report} waiting={<Waiting />}>
      {({ months }) => (
        <DayCountsChart
          place="月份"
          names={months.map(({ month }) => formatFullMonth(month))}
          series={[
            { name: '月末应收', values: months.map(({ owed }) => toYuan(owed)) },
            { name: '近 90 天赊销', values: months.map(({ drawn }) => toYuan(drawn)) },
          ]}
          empty="没有企业欠款"
          balances
          format={formatYuan}
        />
      )}
    </QueryContent>
  )
}

const contents: Record<WorkChartKind, ReactNode> = {
  shipments: <DayCounts kind="shipments" empty={`近 ${WORK_DONE_DAYS} 天没有发货，也没有待发的订单`} />,
  requests: <DayCounts kind="requests" empty={`近 ${WORK_DONE_DAYS} 天没有询价、售后和留言`} />,
  receivables: <Receivables />,
  verifications: <DayCounts kind="verifications" empty={`近 ${WORK_DONE_DAYS} 天没有提交认证`} />,
  coupons: <DayCounts kind="coupons" empty={`近 ${WORK_DONE_DAYS} 天没有领券和用券`} />,
  sales: <Sales />,
  done: <WorkDone />,
}

/** The figures of a person's own roles, one chart at a time: only the one that is shown is fetched and drawn. */
export function WorkCharts() {
  const own = listWorkCharts(usePermissionHolder())
  const [chosen, choose] = useState<string>()
  const shown = own.find(({ label }) => label === chosen) ?? own[0]
  if (!shown) return null
  return (
    <Panel title="近况" className="chart-panel queue-done">
      {own.length > 1 && (
        <div className="queue-charts">
          <Segmented aria-label="图表" options={own.map(({ label }) => label)} value={shown.label} onChange={choose} />
        </div>
      )}
      <Fragment key={shown.kind}>{contents[shown.kind]}</Fragment>
    </Panel>
  )
}
