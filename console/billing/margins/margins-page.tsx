import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Alert } from 'antd'
import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  moneyColumn,
  numberColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { parseListSearchParams, requiredChoiceFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type MonthMargin, marginCostFilters, marginSortOrders, type SkuMonthMargin } from '#contract/billing/margins/api.ts'
import { Month, Text } from '#contract/platform/core/fields.ts'
import { type Fen, formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { getLastDayOfMonth, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { MarginChart } from './margin-chart.tsx'
import { marginApi } from './margins-api.ts'

const fields = {
  month: textFilter('月份', Month, '如 2026-11'),
  cost: requiredChoiceFilter('成本', marginCostFilters, 'known'),
  sort: requiredChoiceFilter('排序', marginSortOrders, 'most'),
  keyword: textFilter('搜索', Text(60), '商品名称或编码'),
}

type Sums = Pick<SkuMonthMargin, 'cost' | 'margin' | 'rate'> & { costKnown?: boolean }
const ifKnown = ({ costKnown = true }: Sums, amount: Fen): Fen | null => (costKnown ? amount : null)

const createSumColumns = <Row extends Sums & { revenue: Fen; units: number }>(): Column<Row>[] => [
  countColumn({ title: '销售数量', value: ({ units }) => units }),
  moneyColumn({ title: '不含税收入', value: ({ revenue }) => revenue }),
  moneyColumn({ title: '成本', value: (row) => ifKnown(row, row.cost) }),
  moneyColumn({ title: '毛利', value: (row) => ifKnown(row, row.margin) }),
  numberColumn({
    title: '毛利率',
    value: ({ rate, costKnown = true }) => (costKnown && rate !== null ? formatRateAsExactPercent(rate) : EMPTY_CELL),
  }),
]

const createComparedColumns = <Row extends Pick<SkuMonthMargin, 'before' | 'yearBefore'>>(): Column<Row>[] => [
  moneyColumn({ title: '上月毛利', value: ({ before }) => before }),
  moneyColumn({ title: '去年同月毛利', value: ({ yearBefore }) => yearBefore }),
]

/** The orders that were sold in a month, of one SKU or of all. */
const toOrdersOfMonth = (month: string, skuId?: string): Record<string, string> =>
  Object.assign({ soldFrom: `${month}-01`, soldTo: getLastDayOfMonth(month) }, skuId === undefined ? {} : { skuId })

const toColumns = (month: string, ordersShown: boolean): Column<SkuMonthMargin>[] => [
  customColumn({
    title: '商品',
    value: ({ skuId, goodsName, skuCode, skuProps }) => (
      <div className="two-lines">
        {ordersShown ? (
          <Link to="/orders" search={toOrdersOfMonth(month, skuId)}>
            {goodsName}
          </Link>
        ) : (
          <span>{goodsName}</span>
        )}
        <small>
          <span className="num">{skuCode}</span> {formatSkuProps(skuProps)}
        </small>
      </div>
    ),
  }),
  ...createSumColumns<SkuMonthMargin>(),
  ...createComparedColumns<SkuMonthMargin>(),
]

const toMonthColumns = (ordersShown: boolean): Column<MonthMargin>[] => [
  customColumn({
    title: '月份',
    width: 104,
    value: ({ month }) =>
      ordersShown ? (
        <Link className="num" to="/orders" search={toOrdersOfMonth(month)}>
          {month}
        </Link>
      ) : (
        <span className="num">{month}</span>
      ),
  }),
  ...createSumColumns<MonthMargin>(),
  ...createComparedColumns<MonthMargin>(),
  moneyColumn({ title: '没有成本的收入', value: ({ unknownRevenue }) => unknownRevenue, width: 144 }),
]

/** Says that days still wait for their totals, so that nobody takes a part for the whole. */
const WaitingNotice = ({ days }: { days: number }) =>
  days === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      className="notice"
      title={`${formatCount(days)} 天的毛利正在补算`}
      description="含这些天的月份暂不完整，补算完成后更新。"
    />
  )

/** 毛利: what goods earned, by month and by SKU. */
export function Page() {
  const thisMonth = toShanghaiMonth(useNow())
  const { month: chosen = thisMonth } = parseListSearchParams(fields, useSearch({ strict: false }))
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const { data: made } = useQuery({
    queryKey: ['margin', 'made'],
    queryFn: ({ signal }) => marginApi.made({}, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListPage
        title="毛利"
        note={`${made?.until ? `截至 ${made.until}。` : ''}不含税商品收入减发货当日的移动平均成本，不含运费。未选月份时为本月，当天的收入次日可见。`}
        queryKey={['margin', 'skus']}
        fields={fields}
        list={({ month = thisMonth, cost = 'known', sort = 'most', ...input }, options) =>
          marginApi.list({ ...input, month, cost, sort }, options)
        }
        exportRows={({ month = thisMonth, cost = 'known', sort = 'most', ...input }) => exportApi.margins({ ...input, month, cost, sort })}
        actions={<PrintReportButton />}
        above={
          <>
            <WaitingNotice days={made?.waiting ?? 0} />
            <MarginChart />
          </>
        }
        columns={toColumns(chosen, ordersShown)}
        rowKey={({ skuId }) => skuId}
        width={1140}
        empty="这个月没有已知成本的销售"
        next="商品按采购单入库后再发货，次日出现在这里；此前的销售在“没有成本”中"
      />
      <PagedListPanel
        name="months"
        title="各月"
        queryKey={['margin', 'months']}
        load={(paging, options) => marginApi.months(paging, options)}
        keep={(input) => exportApi.monthMargins(input)}
        columns={toMonthColumns(ordersShown)}
        rowKey={({ month }) => month}
        width={1140}
        empty="还没有销售"
      />
    </>
  )
}
