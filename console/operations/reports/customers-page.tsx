import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { formatBasisPointsAsPercent, formatPossiblyNegativeAmount, KeyFigures } from '#console/platform/components/figures.tsx'
import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  formatOrDash,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import {
  dayFilter,
  parseListSearchParams,
  pickFilter,
  requiredChoiceFilter,
  tabsFilter,
} from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type AccountManagerReportRow,
  type EnterpriseReport,
  type EnterpriseReportComparison,
  type EnterpriseReportRow,
  enterpriseReportFilters,
} from '#contract/operations/reports/customer-api.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount, formatFullMonth } from '#ui/format.ts'
import { QuickPeriodButtons } from './report-filters.tsx'
import {
  type DaysWithoutSaleOption,
  daysWithoutSaleChoices,
  formatFiguresAsOf,
  formatPercentDifference,
  toOrderListSearchParams,
  toReportRange,
} from './report-view.ts'
import { customerReportApi } from './reports-api.ts'
import { createComparedColumn } from './sales-figures.tsx'

const { bought, ...otherGroups } = enterpriseReportFilters

const fields = {
  group: tabsFilter<Exclude<keyof typeof enterpriseReportFilters, 'bought'>>('客户分组', otherGroups, bought.label),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  quietDays: requiredChoiceFilter<DaysWithoutSaleOption>('沉睡', daysWithoutSaleChoices, '90'),
  shopId: pickFilter('店铺', Id),
  manager: pickFilter('客户经理', AccountManagerFilter),
}

const dayColumn = <Row,>(title: string, value: (row: Row) => string): Column<Row> =>
  customColumn({ title, width: 112, value: (row) => <span className="num">{value(row)}</span> })

const toColumns = (range: DayRange, shopId: string | undefined, ordersShown: boolean): Column<EnterpriseReportRow>[] => [
  createEnterpriseColumn(),
  customColumn({ title: '客户经理', width: 120, value: ({ managerName }) => managerName ?? EMPTY_CELL }),
  numberColumn({
    title: '订单数',
    width: 88,
    value: ({ enterpriseId, orders }) =>
      ordersShown && orders > 0 ? (
        <Link
          className="report-count"
          to="/orders"
          search={toOrderListSearchParams(range, shopId, { by: 'enterprise', key: enterpriseId })}
        >
          {formatCount(orders)}
        </Link>
      ) : (
        formatCount(orders)
      ),
  }),
  numberColumn({ title: '销售额', width: 128, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
  createComparedColumn('上期', ({ before }) => before),
  createComparedColumn('去年同期', ({ yearBefore }) => yearBefore),
  dayColumn('首次成交', ({ firstDay }) => firstDay),
  dayColumn('最近成交', ({ lastDay }) => lastDay),
  countColumn({ title: '距今天数', value: ({ idleDays }) => idleDays }),
]

const toManagerColumns = (range: DayRange, shopId: string | undefined, ordersShown: boolean): Column<AccountManagerReportRow>[] => [
  customColumn({
    title: '客户经理',
    value: ({ key, name }) =>
      ordersShown ? (
        <Link to="/orders" search={toOrderListSearchParams(range, shopId, { by: 'manager', key })}>
          {name}
        </Link>
      ) : (
        name
      ),
  }),
  countColumn({ title: '成交企业', value: (row) => row.bought }),
  countColumn({ title: '新客户', value: ({ fresh }) => fresh }),
  countColumn({ title: '复购企业', value: ({ repeat }) => repeat }),
  numberColumn({ title: '复购率', value: ({ repeatRate }) => formatOrDash(repeatRate, formatBasisPointsAsPercent) }),
  countColumn({ title: '沉睡客户', value: ({ sleeping }) => sleeping }),
  numberColumn({ title: '销售额', width: 128, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
  createComparedColumn('上期', ({ before }) => before),
  createComparedColumn('去年同期', ({ yearBefore }) => yearBefore),
]

function Figures({ report, days }: { report: EnterpriseReport; days: number }) {
  const { months, before, yearBefore } = report
  const compareBy = (first: string, say: (then: EnterpriseReportComparison) => string) => (
    <>
      {first}
      <br />
      上期 {say(before)}，去年同期 {say(yearBefore)}
    </>
  )
  const compare = (first: string, of: (counts: EnterpriseReportComparison | EnterpriseReport) => number) =>
    compareBy(first, (then) => formatPercentDifference(of(report), of(then)))
  return (
    <>
      <KeyFigures
        figures={[
          {
            name: '成交企业',
            value: formatCount(report.bought),
            note: compare('这段时间有成交', (counts) => counts.bought),
          },
          { name: '销售额', value: formatPossiblyNegativeAmount(report.net), note: compare('含税，扣除退款', ({ net }) => net) },
          { name: '新客户', value: formatCount(report.fresh), note: compare('首次成交在这段时间', ({ fresh }) => fresh) },
          {
            name: '复购率',
            value: formatOrDash(report.repeatRate, formatBasisPointsAsPercent),
            note: compareBy(`${formatCount(report.repeat)} 家成交两单及以上`, ({ repeatRate }) =>
              formatOrDash(repeatRate, formatBasisPointsAsPercent),
            ),
          },
          {
            name: '沉睡客户',
            value: formatCount(report.sleeping),
            note: compare(`曾成交，近 ${days} 天没有订单`, ({ sleeping }) => sleeping),
          },
        ]}
      />
      {months.length > 1 && (
        <Panel title="各月新客户" className="chart-panel">
          <Chart
            label={`各月新客户：${months.map(({ month, fresh }) => `${formatFullMonth(month)} ${fresh} 家`).join('，')}`}
            names={months.map(({ month }) => formatFullMonth(month))}
            series={[{ name: '新客户', kind: 'bar', tone: 'jade', values: months.map(({ fresh }) => fresh) }]}
            format={(value) => `${formatCount(value)} 家`}
          />
        </Panel>
      )}
    </>
  )
}

/** 客户报表: which companies bought, for the first time, again, or not any more; by account manager. */
export function Page() {
  const { dateFrom, dateTo, shopId, quietDays = '90' } = parseListSearchParams(fields, useSearch({ strict: false }))
  const range = toReportRange({ dateFrom, dateTo }, toShanghaiDay(useNow()))
  const days = Number(quietDays)
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const input = { dateFrom: range.from, dateTo: range.to, quietDays: days, ...(shopId === undefined ? {} : { shopId }) }
  const summary = useQuery({
    queryKey: ['customer-report', 'summary', input],
    queryFn: ({ signal }) => customerReportApi.summary(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListPage
        title="客户报表"
        note={`${formatFiguresAsOf(summary.data?.asOf)}客户经理按当前归属统计。`}
        queryKey={['customer-report', 'list', range]}
        fields={fields}
        pickers={{ shopId: ShopListFilterPicker, manager: AccountManagerFilterPicker }}
        list={({ pageNo, pageSize, group = 'bought' as const, manager }, options) =>
          customerReportApi.list({ ...input, pageNo, pageSize, group, ...(manager === undefined ? {} : { manager }) }, options)
        }
        exportRows={({ format, group = 'bought' as const, manager }) =>
          exportApi.customerReport({ ...input, format, group, ...(manager === undefined ? {} : { manager }) })
        }
        actions={<PrintReportButton />}
        above={
          <>
            <QuickPeriodButtons range={range} />
            <QueryContent from={summary} waiting={<SkeletonBars count={3} height={48} />}>
              {(report) => <Figures report={report} days={days} />}
            </QueryContent>
          </>
        }
        columns={toColumns(range, shopId, ordersShown)}
        rowKey={({ enterpriseId }) => enterpriseId}
        width={1160}
        empty="这段时间没有成交的企业"
        next="企业的订单支付或赊销确认后计入"
      />
      <PagedListPanel
        name="managers"
        title="各客户经理"
        queryKey={['customer-report', 'managers', input]}
        load={(paging, options) => customerReportApi.managers({ ...input, ...paging }, options)}
        keep={({ format }) => exportApi.managerReport({ ...input, format })}
        columns={toManagerColumns(range, shopId, ordersShown)}
        rowKey={({ key }) => key}
        width={1100}
        empty="还没有成交的企业"
      />
    </>
  )
}
