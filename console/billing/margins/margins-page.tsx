import {
  type Column,
  countColumn,
  customColumn,
  EMPTY_CELL,
  moneyColumn,
  numberColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { requiredChoiceFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import {
  consoleMarginEndpoints,
  type MonthMargin,
  marginCostFilters,
  marginSortOrders,
  type SkuMonthMargin,
} from '#contract/billing/margins/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Month, Text } from '#contract/platform/core/fields.ts'
import { type Fen, formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'

const marginApi = createApiClient(consoleMarginEndpoints, sendConsoleRequest)

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

const columns: Column<SkuMonthMargin>[] = [
  skuColumn,
  ...createSumColumns<SkuMonthMargin>(),
  moneyColumn({ title: '上月毛利', value: ({ before }) => before }),
  moneyColumn({ title: '去年同月毛利', value: ({ yearBefore }) => yearBefore }),
]

const monthColumns: Column<MonthMargin>[] = [
  customColumn({ title: '月份', width: 120, value: ({ month }) => <span className="num">{month}</span> }),
  ...createSumColumns<MonthMargin>(),
  moneyColumn({ title: '没有成本的收入', value: ({ unknownRevenue }) => unknownRevenue, width: 144 }),
]

/** 毛利: what goods earned, by month and by SKU. */
export function Page() {
  const thisMonth = toShanghaiMonth(useNow())
  return (
    <>
      <ListPage
        title="毛利"
        note="不含税商品收入减发货当日的移动平均成本，不含运费。未选月份时为本月，当天的收入次日可见。"
        queryKey={['margin', 'skus']}
        fields={fields}
        list={({ month = thisMonth, cost = 'known', sort = 'most', ...input }, options) =>
          marginApi.list({ ...input, month, cost, sort }, options)
        }
        exportRows={({ month = thisMonth, cost = 'known', sort = 'most', ...input }) => exportApi.margins({ ...input, month, cost, sort })}
        columns={columns}
        rowKey={({ skuId }) => skuId}
        width={1140}
        empty="这个月没有已知成本的销售"
        next="商品按采购单入库后再发货，次日出现在这里；此前的销售在“没有成本”中"
      />
      <PagedListPanel
        title="各月"
        queryKey={['margin', 'months']}
        load={(paging, options) => marginApi.months(paging, options)}
        keep={(input) => exportApi.monthMargins(input)}
        columns={monthColumns}
        rowKey={({ month }) => month}
        width={900}
        empty="还没有销售"
      />
    </>
  )
}
