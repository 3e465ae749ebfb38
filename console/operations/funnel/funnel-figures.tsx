import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { formatPercentDifference } from '#console/operations/reports/report-view.ts'
import { FiguresWithChartSkeleton } from '#console/operations/reports/sales-figures.tsx'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { type KeyFigure, KeyFigures } from '#console/platform/components/figures.tsx'
import { formatOrDash } from '#console/platform/components/list/columns.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { type FunnelCounts, type FunnelReport, type FunnelStep, funnelSteps } from '#contract/operations/funnel/api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { formatRateOfStep, toOrdersOfStep } from './funnel-view.ts'

interface Props {
  from: { data: FunnelReport | undefined; error: unknown; refetch: () => unknown }
  range: DayRange
  /** Whether the person may open the list of orders. */
  ordersShown: boolean
}

const steps = keysOf(funnelSteps)
const nameOf = (step: FunnelStep) => funnelSteps[step].label

/** Each step of the range with its share in the step before, and the chart of the funnel beside those that it is compared with. */
export const FunnelFigures = ({ from, ...shown }: Props) => (
  <QueryContent from={from} waiting={<FiguresWithChartSkeleton names={steps.map(nameOf)} />}>
    {(report) => (
      <>
        <UnknownNotice report={report} range={shown.range} />
        <KeyFigures figures={steps.map((step) => toFigure(step, report, shown))} />
        <FunnelChart report={report} range={shown.range} />
      </>
    )}
  </QueryContent>
)

/** Says why steps are dashes. */
function UnknownNotice({ report: { current, countedFrom }, range }: { report: FunnelReport; range: DayRange }) {
  if (current.visited !== null) return null
  const isBefore = countedFrom !== null && countedFrom > range.from
  return (
    <Alert
      type="info"
      showIcon
      className="notice"
      title={isBefore ? `访客自 ${countedFrom} 起统计` : '访客不分店铺，没有统计'}
      description={isBefore ? '含更早日期的合计以“—”表示。' : '访客、浏览和加购不属于某个店铺，以“—”表示；订单为您负责的店铺的订单。'}
    />
  )
}

function toFigure(step: FunnelStep, { current, before, yearBefore }: FunnelReport, { range, ordersShown }: Omit<Props, 'from'>): KeyFigure {
  const search = toOrdersOfStep(step, range)
  const count = formatOrDash(current[step], formatCount)
  const rate = formatRateOfStep(step, current)
  const compare = ({ [step]: then }: FunnelCounts) => formatPercentDifference(current[step], then)
  return {
    name: nameOf(step),
    value:
      search && ordersShown && current[step] ? (
        <Link to="/orders" search={search}>
          {count}
        </Link>
      ) : (
        count
      ),
    note: (
      <>
        {rate === undefined ? '按日去重后相加' : `上一步的 ${rate}`}
        <br />
        上期 {compare(before.counts)}
        <br />
        去年同期 {compare(yearBefore.counts)}
      </>
    ),
  }
}

const describe = (counts: FunnelCounts): string =>
  steps.map((step) => `${nameOf(step)} ${formatOrDash(counts[step], formatCount)}`).join('，')

function FunnelChart({ report: { current, before, yearBefore }, range }: { report: FunnelReport; range: DayRange }) {
  const valuesOf = (counts: FunnelCounts) => steps.map((step) => counts[step])
  if ([current, before.counts, yearBefore.counts].every((counts) => valuesOf(counts).every((count) => !count)))
    return (
      <Panel title="各步数量" className="chart-panel">
        <EmptyState title="这段时间没有访客和订单" />
      </Panel>
    )
  return (
    <Panel
      title="各步数量"
      className="chart-panel"
      extra={
        <small className="mute">
          上期 {before.range.from} 至 {before.range.to}，去年同期 {yearBefore.range.from} 至 {yearBefore.range.to}
        </small>
      }
    >
      <Chart
        label={`${range.from} 至 ${range.to} 各步数量：${describe(current)}。上期：${describe(before.counts)}。去年同期：${describe(yearBefore.counts)}。`}
        names={steps.map(nameOf)}
        namesAll
        series={[
          { name: '本期', kind: 'bar', tone: 'jade', values: valuesOf(current) },
          { name: '上期', kind: 'line', tone: 'steel', values: valuesOf(before.counts) },
          { name: '去年同期', kind: 'line', tone: 'copper', dashed: true, values: valuesOf(yearBefore.counts) },
        ]}
        format={formatCount}
      />
    </Panel>
  )
}
