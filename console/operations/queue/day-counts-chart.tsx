import { Chart } from '#console/platform/components/chart/chart.tsx'
import type { ChartSeries } from '#console/platform/components/chart/chart-view.ts'
import { type Column, customColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { describeSeries, foldZeroSeries, type NamedPoints } from './queue-view.ts'

const tones = ['steel', 'jade', 'copper'] as const

interface Props extends NamedPoints {
  /** What the first column of the table names: 日期. */
  place: string
  empty: string
  format: (value: number) => string
  /** The values are balances, or of times that overlap, so that they have no sum. */
  balances?: boolean
}

/** A chart of one role's figures by day or month with its table. Series without any figure are left out of both. */
export function DayCountsChart({ place, empty, format, balances = false, ...given }: Props) {
  const { names, series } = foldZeroSeries(given)
  if (series.length === 0) return <EmptyState title={empty} />
  const drawn = series.map(
    ({ name, values }, at): ChartSeries => ({ name, kind: at === 0 ? 'bar' : 'line', tone: tones[at % tones.length] ?? 'steel', values }),
  )
  const rows = names.map((name, at) => ({ name, values: series.map(({ values }) => values[at] ?? null) }))
  const formatKnown = (value: number | null) => (value === null ? '—' : format(value))
  const columns: Column<(typeof rows)[number]>[] = [
    customColumn({ title: place, width: 120, value: ({ name }) => <span className="num">{name}</span> }),
    ...series.map(({ name }, at) =>
      numberColumn<(typeof rows)[number]>({ title: name, width: 128, value: ({ values }) => formatKnown(values[at] ?? null) }),
    ),
  ]
  return (
    <>
      <Chart
        label={`${describeSeries({ series, balances, format })}。数字见下方的明细表。`}
        names={[...names]}
        series={drawn}
        format={format}
      />
      <details>
        <summary>明细</summary>
        <DataTable columns={columns} rows={rows} rowKey={({ name }) => name} width={420} empty={null} />
      </details>
    </>
  )
}
