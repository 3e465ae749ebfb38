import { Link } from '@tanstack/react-router'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import type { ChartSeries } from '#console/platform/components/chart/chart-view.ts'
import { formatPossiblyNegativeAmount, KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, countColumn, customColumn, formatOrDash, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { ExportMenu, type ListExportFetcher } from '#console/platform/components/list/export-menu.tsx'
import type { FilterDefinitionsByName } from '#console/platform/components/list/filters.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import type { ChartPointPeriod } from '#contract/operations/reports/periods.ts'
import type { SalesPoint, SalesReport, SalesSums } from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { type Fen, formatMoney, fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { formatChartPointName, formatPercentDifference, toOrderListSearchParams } from './report-view.ts'

/** The amount of another range, and how this one differs from it. */
export const createComparedColumn = <Row extends { net: Fen }>(title: string, then: (row: Row) => Fen): Column<Row> =>
  numberColumn({
    title,
    width: 140,
    value: (row) => (
      <span className="two-lines">
        <span>{formatPossiblyNegativeAmount(then(row))}</span>
        <small>{formatPercentDifference(row.net, then(row))}</small>
      </span>
    ),
  })

interface Props {
  from: { data: SalesReport | undefined; error: unknown; refetch: () => unknown }
  grain: ChartPointPeriod
  range: DayRange
  shopId: string | undefined
  ordersShown: boolean
  /** Exports the points of the chart. */
  keep: ListExportFetcher<FilterDefinitionsByName>
}

const bar = <span className="bar bar-cell" aria-hidden />
const figureNames = ['销售额', '订单数', '销售数量', '客单价', '成交企业'] as const

/** Key figures and a chart before they are loaded. */
export const FiguresWithChartSkeleton = ({ names }: { names: readonly string[] }) => (
  <>
    <KeyFigures figures={names.map((name) => ({ name, value: bar, note: bar }))} />
    <Panel title="走势" className="chart-panel">
      <SkeletonBars count={4} height={60} />
    </Panel>
  </>
)

const pointFigures: Column<SalesPoint>[] = [
  countColumn({ title: '订单数', value: ({ orders }) => orders }),
  countColumn({ title: '数量', value: ({ units }) => units }),
  numberColumn({ title: '销售额', width: 128, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
]

/** The sums of a report and the chart of its course. */
export const SalesFiguresWithChart = ({ from, ...shown }: Props) => (
  <QueryContent from={from} waiting={<FiguresWithChartSkeleton names={figureNames} />}>
    {(overview) => (
      <>
        <Sums overview={overview} range={shown.range} grain={shown.grain} shopId={shown.shopId} ordersShown={shown.ordersShown} />
        <SalesChart overview={overview} grain={shown.grain} range={shown.range} figures={pointFigures} keep={shown.keep} />
      </>
    )}
  </QueryContent>
)

type Shown = Omit<Props, 'from' | 'keep'> & { overview: SalesReport }

function Sums({ overview: { current, before, yearBefore }, range, shopId, ordersShown }: Shown) {
  const compare = (of: (sums: SalesSums) => number) => (
    <>
      上期 {formatPercentDifference(of(current), of(before))}
      <br />
      去年同期 {formatPercentDifference(of(current), of(yearBefore))}
    </>
  )
  const orders = formatCount(current.orders)
  return (
    <KeyFigures
      figures={[
        {
          name: '销售额',
          value: formatPossiblyNegativeAmount(current.net),
          note: (
            <>
              成交 {formatMoney(current.sold)}，退款 {formatMoney(current.back)}
              <br />
              {compare(({ net }) => net)}
            </>
          ),
        },
        {
          name: '订单数',
          value: ordersShown ? (
            <Link to="/orders" search={toOrderListSearchParams(range, shopId)}>
              {orders}
            </Link>
          ) : (
            orders
          ),
          note: compare((sums) => sums.orders),
        },
        { name: '销售数量', value: formatCount(current.units), note: compare(({ units }) => units) },
        {
          name: '客单价',
          value: formatOrDash(current.average, formatMoney),
          note: compare(({ average }) => average ?? 0),
        },
        { name: '成交企业', value: formatCount(current.customers), note: compare(({ customers }) => customers) },
      ]}
    />
  )
}

/** What the chart needs of a point: its sales, and those of the ranges that it is compared with. */
type Point = Pick<SalesPoint, 'day' | 'before' | 'yearBefore'> & { net: Fen | null }

interface ChartProps<P extends Point> {
  overview: { current: { net: Fen | null }; before: Compared; yearBefore: Compared; points: P[] }
  grain: ChartPointPeriod
  range: DayRange
  /** The columns of the table between the day and the ranges that it is compared with. */
  figures: readonly Column<P>[]
  /** What is shown if nothing was sold. */
  empty?: string
  keep: ListExportFetcher<FilterDefinitionsByName>
}
/** The sales of a range; null: they are not known yet. */
interface Compared {
  net: Fen | null
  range: DayRange
}

const toPointColumns = <P extends Point>(grain: ChartPointPeriod, figures: readonly Column<P>[]): Column<P>[] => [
  customColumn({ title: '时间', width: 120, value: ({ day }) => <span className="num">{formatChartPointName(grain, day)}</span> }),
  ...figures,
  numberColumn({ title: '上期', width: 128, value: ({ before }) => formatOrDash(before, formatPossiblyNegativeAmount) }),
  numberColumn({ title: '去年同期', width: 128, value: ({ yearBefore }) => formatOrDash(yearBefore, formatPossiblyNegativeAmount) }),
]

/** The days of a range for people, and for those who only hear the page. */
const formatRange = ({ from, to }: DayRange): string => `${from} 至 ${to}`

const inYuan = (amount: Fen | null) => (amount === null ? null : toYuan(amount))

/** The bars of the range, and a line for each range that it is compared with, if anything was sold in that. */
const toSeries = (points: readonly Point[]): ChartSeries[] =>
  [
    { name: '本期', kind: 'bar' as const, tone: 'jade' as const, values: points.map(({ net }) => inYuan(net)) },
    { name: '上期', kind: 'line' as const, tone: 'steel' as const, values: points.map(({ before }) => inYuan(before)) },
    {
      name: '去年同期',
      kind: 'line' as const,
      tone: 'copper' as const,
      dashed: true as const,
      values: points.map(({ yearBefore }) => inYuan(yearBefore)),
    },
  ].filter(({ kind, values }) => kind === 'bar' || values.some((value) => value))

/** The chart of sales by day, week or month beside the ranges that they are compared with, and its table. */
export function SalesChart<P extends Point>({ overview, grain, range, figures, keep, empty = '这段时间没有成交' }: ChartProps<P>) {
  const { current, points, before, yearBefore } = overview
  if (points.every(({ net, before: then, yearBefore: last }) => net === 0 && !then && !last))
    return (
      <Panel title="走势" className="chart-panel">
        <EmptyState title={empty} />
      </Panel>
    )
  return (
    <Panel
      title="走势"
      className="chart-panel"
      extra={
        <div className="panel-actions">
          <small className="mute">
            上期 {formatRange(before.range)}，去年同期 {formatRange(yearBefore.range)}
          </small>
          <ExportMenu fields={{}} ask={keep} what="走势" />
        </div>
      }
    >
      <Chart
        label={`${formatRange(range)} 的销售额走势，合计 ${formatOrDash(current.net, formatPossiblyNegativeAmount)}，上期 ${formatOrDash(before.net, formatPossiblyNegativeAmount)}，去年同期 ${formatOrDash(yearBefore.net, formatPossiblyNegativeAmount)}。数字见下方的明细表。`}
        names={points.map(({ day }) => formatChartPointName(grain, day))}
        series={toSeries(points)}
        format={(value) => formatPossiblyNegativeAmount(fromYuan(value))}
      />
      <details>
        <summary>走势明细</summary>
        <div className="report-points">
          <DataTable columns={toPointColumns(grain, figures)} rows={points} rowKey={({ day }) => day} width={640} empty={null} />
        </div>
      </details>
    </Panel>
  )
}
