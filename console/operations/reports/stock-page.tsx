import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { Chart } from '#console/platform/components/chart/chart.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import {
  type Column,
  countColumn,
  customColumn,
  formatOrDash,
  moneyColumn,
  numberColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { parseListSearchParams, pickFilter, requiredChoiceFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type StockReport,
  type StockReportCategory,
  type StockReportRow,
  stockReportFilters,
} from '#contract/operations/reports/stock-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { type Fen, formatMoney, fromYuan, toYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount } from '#ui/format.ts'
import {
  type DaysWithoutSaleOption,
  daysWithoutSaleChoices,
  formatFiguresAsOf,
  formatPercentDifference,
  toOrderListSearchParams,
} from './report-view.ts'
import { stockReportApi } from './reports-api.ts'
import './reports.css'

const { dead, ...otherGroups } = stockReportFilters

const fields = {
  group: tabsFilter<Exclude<keyof typeof stockReportFilters, 'dead'>>('库存分组', otherGroups, dead.label),
  quietDays: requiredChoiceFilter<DaysWithoutSaleOption>('统计天数', daysWithoutSaleChoices, '90'),
  shopId: pickFilter('店铺', Id),
}

const toColumns = (
  range: DayRange,
  { costsShown, ordersShown }: { costsShown: boolean; ordersShown: boolean },
): Column<StockReportRow>[] => [
  skuColumn,
  countColumn({ title: '库存', value: ({ units }) => units }),
  numberColumn({
    title: '期间销量',
    width: 88,
    value: ({ skuId, sold }) =>
      ordersShown && sold !== 0 ? (
        <Link className="report-count" to="/orders" search={toOrderListSearchParams(range, undefined, { by: 'sku', key: skuId })}>
          {formatCount(sold)}
        </Link>
      ) : (
        formatCount(sold)
      ),
  }),
  customColumn({
    title: '最近成交',
    width: 112,
    value: ({ lastDay }) => (lastDay === null ? '从未' : <span className="num">{lastDay}</span>),
  }),
  numberColumn({ title: '周转天数', value: ({ turnDays }) => formatOrDash(turnDays, formatCount) }),
  ...(costsShown ? [moneyColumn<StockReportRow>({ title: '库存金额', value: ({ value }) => value })] : []),
  countColumn({ title: '等货人数', value: ({ waits }) => waits }),
  numberColumn({
    title: '缺货天数',
    width: 112,
    value: ({ outDays, outDaysBefore }) => (
      <div className="two-lines">
        <span>{formatCount(outDays)}</span>
        <small>上期 {formatOrDash(outDaysBefore, formatCount)}</small>
      </div>
    ),
  }),
]

/** 上期 3 个规格，共 12 天 */
function formatStockOutsBefore({ outSkusBefore, outDaysBefore, outRecordedFrom }: StockReport): string {
  if (outSkusBefore !== null && outDaysBefore !== null)
    return `上期 ${formatCount(outSkusBefore)} 个规格，共 ${formatCount(outDaysBefore)} 天`
  return outRecordedFrom === null ? '还没有缺货记录' : `自 ${outRecordedFrom} 起记录`
}

function Figures({ report, days }: { report: StockReport; days: number }) {
  const missedShown = usePermission(getCallWithAccessRule('search-word/missed')).allowed
  const { value, deadValue, unknownSkus, missedSearches, missedSearchesBefore } = report
  const before = missedSearchesBefore === null ? '' : `，上期 ${formatPercentDifference(missedSearches ?? 0, missedSearchesBefore)}`
  const missed = `${formatCount(missedSearches ?? 0)} 次${before}`
  return (
    <KeyFigures
      figures={[
        { name: '有货规格', value: formatCount(report.skus), note: `共 ${formatCount(report.units)} 件` },
        ...(value === null
          ? []
          : [
              {
                name: '库存金额',
                value: formatMoney(value),
                note: unknownSkus === 0 ? '按移动平均成本' : `另有 ${formatCount(unknownSkus)} 个规格没有成本`,
              },
            ]),
        {
          name: '期间销量',
          value: formatCount(report.sold),
          note: (
            <>
              {report.turnDays === null ? '没有销售' : `按此售完库存约 ${formatCount(report.turnDays)} 天`}
              <br />
              上期 {formatPercentDifference(report.sold, report.soldBefore)}，去年同期{' '}
              {formatPercentDifference(report.sold, report.soldYearBefore)}
            </>
          ),
        },
        {
          name: '呆滞规格',
          value: formatCount(report.deadSkus),
          note: `近 ${days} 天没有成交${deadValue === null ? '' : `，金额 ${formatMoney(deadValue)}`}`,
        },
        { name: '缺货规格', value: formatCount(report.outSkus), note: '在售而没有可售库存' },
        {
          name: '期间缺货',
          value: `${formatCount(report.outDays)} 天`,
          note: (
            <>
              {formatCount(report.outSkusOfRange)} 个在售规格合计
              <br />
              {formatStockOutsBefore(report)}
            </>
          ),
        },
        {
          name: '等货人数',
          value: formatCount(report.waits),
          note: (
            <>
              登记了到货通知
              {missedSearches !== null && (
                <>
                  <br />
                  没有结果的搜索 {missedShown ? <Link to="/missed_searches">{missed}</Link> : missed}
                </>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** The stock of the largest categories, and what of it is dead: by value for those who see costs, as far as any is known. */
function CategoryChart({ categories: largest }: { categories: readonly StockReportCategory[] }) {
  if (largest.length === 0) return null
  // While no cost is known, all values are zero and units say more.
  const valued = largest.filter(({ value }) => value !== null && value > 0)
  const byValue = valued.length > 0
  const categories = byValue ? valued : largest
  const toBar = (units: number, value: Fen | null) => (byValue && value !== null ? toYuan(value) : units)
  const format = (value: number) => (byValue ? formatMoney(fromYuan(value)) : `${formatCount(value)} 件`)
  const names = categories.map(({ name }) => name ?? '未分类')
  const stock = categories.map(({ units, value }) => toBar(units, value))
  const deadStock = categories.map(({ deadUnits, deadValue }) => toBar(deadUnits, deadValue))
  const label = names.map((name, at) => `${name} ${format(stock[at] ?? 0)}，其中呆滞 ${format(deadStock[at] ?? 0)}`).join('；')
  return (
    <Panel title={`库存最多的 ${categories.length} 个分类`} className="chart-panel">
      <Chart
        label={label}
        names={names}
        namesAll
        series={[
          { name: byValue ? '库存金额' : '库存', kind: 'bar', tone: 'steel', values: stock },
          { name: '其中呆滞', kind: 'bar', tone: 'copper', values: deadStock },
        ]}
        format={format}
      />
    </Panel>
  )
}

/** 库存报表: how fast stock is sold, what is dead, what is out and was out for how long, and what people wait and search for. */
export function Page() {
  const { shopId, quietDays = '90' } = parseListSearchParams(fields, useSearch({ strict: false }))
  const days = Number(quietDays)
  const input = { quietDays: days, ...(shopId === undefined ? {} : { shopId }) }
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const today = toShanghaiDay(useNow())
  const costsShown = usePermission(getCallWithAccessRule('purchase-order/costs')).allowed
  const summary = useQuery({
    queryKey: ['stock-report', 'summary', input],
    queryFn: ({ signal }) => stockReportApi.summary(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="库存报表"
      note={`${formatFiguresAsOf(summary.data?.asOf)}周转天数 = 库存 ÷ 近 ${days} 天销量 × ${days}。`}
      queryKey={['stock-report', 'list']}
      fields={fields}
      pickers={{ shopId: ShopListFilterPicker }}
      list={({ pageNo, pageSize, group = 'dead' as const }, options) => stockReportApi.list({ ...input, pageNo, pageSize, group }, options)}
      exportRows={({ format, group = 'dead' as const }) => exportApi.stockReport({ ...input, format, group })}
      actions={<PrintReportButton />}
      above={
        <QueryContent from={summary} waiting={<SkeletonBars count={2} height={48} />}>
          {(report) => (
            <>
              <Figures report={report} days={days} />
              <CategoryChart categories={report.categories} />
            </>
          )}
        </QueryContent>
      }
      columns={toColumns({ from: addDays(today, 1 - days), to: today }, { costsShown, ordersShown })}
      rowKey={({ skuId }) => skuId}
      width={1012}
      empty="没有呆滞的库存"
      next="有库存而长期没有成交的规格列在这里"
    />
  )
}
