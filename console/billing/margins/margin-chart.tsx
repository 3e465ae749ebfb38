import { useQuery } from '@tanstack/react-query'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'
import { marginApi } from './margins-api.ts'

const MONTHS_DRAWN = 13

/** What the last months earned, with the one a year before. The table of months below has the figures. */
export function MarginChart() {
  const { data } = useQuery({
    queryKey: ['margin', 'months', 'drawn'],
    queryFn: ({ signal }) => marginApi.months({ pageNo: 1, pageSize: MONTHS_DRAWN }, { signal }),
  })
  const months = (data?.dataList ?? []).toReversed()
  if (months.length < 2) return null
  const say = (amount: (typeof months)[number]['margin']) => formatPossiblyNegativeAmount(amount)
  return (
    <Panel title="各月毛利" className="notice">
      <Chart
        label={`各月毛利：${months.map(({ month, revenue, margin }) => `${formatFullMonth(month)} 收入 ${say(revenue)}，毛利 ${say(margin)}`).join('；')}`}
        names={months.map(({ month }) => formatFullMonth(month))}
        series={[
          { name: '毛利', kind: 'bar', tone: 'jade', values: months.map(({ margin }) => toYuan(margin)) },
          { name: '不含税收入', kind: 'line', tone: 'steel', values: months.map(({ revenue }) => toYuan(revenue)) },
          {
            name: '去年同月毛利',
            kind: 'line',
            tone: 'copper',
            dashed: true,
            values: months.map(({ yearBefore }) => (yearBefore === null ? null : toYuan(yearBefore))),
          },
        ]}
        format={(value) => formatPossiblyNegativeAmount(fromYuan(value))}
      />
    </Panel>
  )
}
