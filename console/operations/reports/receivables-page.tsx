import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceivableSummaryPanel } from '#console/billing/finance/receivables/summary.tsx'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { AmountLink } from '#console/platform/components/figures.tsx'
import {
  type Column,
  countColumn,
  customColumn,
  formatOrDash,
  moneyColumn,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { DAYS_SALES_OUTSTANDING_PERIOD_DAYS } from '#contract/money/statements/ageing.ts'
import type { AccountManagerReceivablesRow, ReceivablesMonth } from '#contract/operations/reports/receivables-api.ts'
import { formatMoney, fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { addDays, addMonths, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatFullMonth } from '#ui/format.ts'
import { formatFiguresAsOf, formatPercentDifference } from './report-view.ts'
import { receivablesReportApi } from './reports-api.ts'
import './reports.css'

const formatDays = (days: number | null) => formatOrDash(days, (known) => `${known} 天`)

/** The credit orders of the days before the end of a month, or of today, whose sum the month shows. */
const toDrawnOrders = (month: string, today: string): Record<string, string> => {
  const to = [addDays(`${addMonths(month, 1)}-01`, -1), today].sort()[0] ?? today
  return { soldFrom: addDays(to, 1 - DAYS_SALES_OUTSTANDING_PERIOD_DAYS), soldTo: to, method: 'credit' }
}

const toMonthColumns = (
  months: readonly ReceivablesMonth[],
  { today, ordersShown }: { today: string; ordersShown: boolean },
): Column<ReceivablesMonth>[] => {
  const compare = ({ month, owed }: ReceivablesMonth, back: number) => {
    const then = months.find((other) => other.month === addMonths(month, -back))
    return formatPercentDifference(owed, then?.owed)
  }
  return [
    customColumn({ title: '月份', width: 120, value: ({ month }) => <span className="num">{month}</span> }),
    moneyColumn({ title: '月末应收', value: ({ owed }) => owed }),
    numberColumn({ title: '较上月', value: (row) => compare(row, 1) }),
    numberColumn({ title: '较去年同月', width: 112, value: (row) => compare(row, 12) }),
    numberColumn({
      title: '近 90 天赊销',
      width: 128,
      value: ({ month, drawn }) =>
        ordersShown && drawn > 0 ? (
          <Link to="/orders" search={toDrawnOrders(month, today)}>
            {formatMoney(drawn)}
          </Link>
        ) : (
          formatMoney(drawn)
        ),
    }),
    numberColumn({ title: '周转天数', value: ({ dso }) => formatDays(dso) }),
  ]
}

const toColumns = (ordersShown: boolean): Column<AccountManagerReceivablesRow>[] => [
  customColumn({
    title: '客户经理',
    value: ({ key, name }) => (
      <Link to="/receivables" search={{ manager: key }}>
        {name}
      </Link>
    ),
  }),
  countColumn({ title: '欠款企业', value: ({ debtors }) => debtors }),
  moneyColumn({ title: '未到期', value: ({ notDue }) => notDue }),
  moneyColumn({ title: '1–30 天', value: ({ d30 }) => d30 }),
  moneyColumn({ title: '31–60 天', value: ({ d60 }) => d60 }),
  moneyColumn({ title: '61–90 天', value: ({ d90 }) => d90 }),
  moneyColumn({ title: '90 天以上', value: ({ older }) => older }),
  numberColumn({ title: '逾期合计', width: 128, value: ({ overdue }) => <AmountLink amount={overdue}>{(text) => text}</AmountLink> }),
  moneyColumn({ title: '应收合计', value: ({ total }) => total }),
  ...(ordersShown
    ? [
        customColumn<AccountManagerReceivablesRow>({
          title: '赊销订单',
          width: 88,
          value: ({ key, name }) => (
            <Link to="/orders" search={{ manager: key, method: 'credit' }} aria-label={`查看${name}的赊销订单`}>
              查看
            </Link>
          ),
        }),
      ]
    : []),
]

function Months({ months, ordersShown }: { months: readonly ReceivablesMonth[]; ordersShown: boolean }) {
  const today = toShanghaiDay(useNow())
  return (
    <Panel
      title="各月应收与周转天数"
      className="chart-panel"
      extra={<ExportMenu fields={{}} ask={({ format }) => exportApi.receivablesMonths({ format })} what="各月应收" />}
    >
      <Chart
        label={`各月末应收：${months.map(({ month, owed, dso }) => `${formatFullMonth(month)} ${formatMoney(owed)}，周转 ${formatDays(dso)}`).join('；')}`}
        names={months.map(({ month }) => formatFullMonth(month))}
        series={[
          { name: '月末应收', kind: 'bar', tone: 'steel', values: months.map(({ owed }) => toYuan(owed)) },
          { name: '近 90 天赊销', kind: 'line', tone: 'copper', values: months.map(({ drawn }) => toYuan(drawn)) },
        ]}
        format={(value) => formatMoney(fromYuan(value))}
      />
      <DataTable
        columns={toMonthColumns(months, { today, ordersShown })}
        rows={months}
        rowKey={({ month }) => month}
        width={680}
        empty={null}
      />
    </Panel>
  )
}

/** 应收报表: what is owed by age, how long it takes to come in, month by month, and what is overdue by account manager. */
export function Page() {
  const report = useQuery({
    queryKey: ['receivables-report', 'summary'],
    queryFn: ({ signal }) => receivablesReportApi.summary({}, { signal }),
  })
  const { data, error, refetch } = report
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  return (
    <ListPage
      title="应收报表"
      note={`${formatFiguresAsOf(data?.asOf)}账龄为此刻的账簿；周转天数为月末应收 ÷ 此前 90 天赊销额 × 90。`}
      queryKey={['receivables-report', 'managers']}
      fields={{}}
      list={(input, options) => receivablesReportApi.managers(input, options)}
      exportRows={(input) => exportApi.receivablesReport(input)}
      actions={<PrintReportButton />}
      above={
        <>
          <ReceivableSummaryPanel from={{ data: data?.overview, error, refetch }} />
          {data && data.months.length > 0 && <Months months={data.months} ordersShown={ordersShown} />}
        </>
      }
      columns={toColumns(ordersShown)}
      rowKey={({ key }) => key}
      width={1160}
      empty="没有企业欠款"
      next="赊销订单发货后形成应收，按客户经理列在这里"
    />
  )
}
