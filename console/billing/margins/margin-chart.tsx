import { useQuery } from '@tanstack/react-query'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { formatOrDash } from '#console/platform/components/list/columns.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { type Fen, fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { formatFullMonth } from '#ui/format.ts'
import { marginApi } from './margins-api.ts'

const MONTHS_DRAWN = 13

/** What the last months earned, with the one a year before. The table of months below has the figures. */
export function MarginChart() {
  const { data } = useQuery({
    queryKey: ['margin', 'months', 'drawn'],
    queryFn: ({ signal }) => marginApi.months({ pageNo: 1, pageSize: MONTHS_DRAWN }, { signal }),
  })
  const [newest, ...earlier] = data?.dataList ?? []
  if (newest === undefined || earlier.length === 0) return null
  // A month without a sale has its place, too, so that the distances along the axis are those of time.
  const first = addMonths(newest.month, 1 - MONTHS_DRAWN)
  const names = Array.from({ length: MONTHS_DRAWN }, (_, at) => addMonths(first, at)).filter(
    (month) => month >= (earlier.at(-1)?.month ?? ''),
  )
  const rowOf = new Map([newest, ...earlier].map((row) => [row.month, row]))
  const months = names.map((month) => rowOf.get(month) ?? { month, revenue: null, margin: null, costKnown: false, yearBefore: null })
  const say = (amount: Fen | null) => formatOrDash(amount, formatPossiblyNegativeAmount)
  const known = months.map(({ margin, costKnown }) => (costKnown ? margin : null))
  const inYuan = (amounts: readonly (Fen | null)[]) => amounts.map((amount) => (amount === null ? null : toYuan(amount)))
  const yearBefore = inYuan(months.map((month) => month.yearBefore))
  return (
    <Panel title="各月毛利" className="notice">
      <Chart
        label={`各月毛利：${months.map(({ month, revenue }, at) => `${formatFullMonth(month)} 收入 ${say(revenue)}，毛利 ${say(known[at] ?? null)}`).join('；')}`}
        names={months.map(({ month }) => formatFullMonth(month))}
        series={[
          { name: '毛利', kind: 'bar', tone: 'jade', values: inYuan(known) },
          { name: '不含税收入', kind: 'line', tone: 'steel', values: inYuan(months.map(({ revenue }) => revenue)) },
          ...(yearBefore.some((amount) => amount !== null)
            ? [{ name: '去年同月毛利', kind: 'line' as const, tone: 'copper' as const, dashed: true as const, values: yearBefore }]
            : []),
        ]}
        format={(value) => formatPossiblyNegativeAmount(fromYuan(value))}
      />
    </Panel>
  )
}
