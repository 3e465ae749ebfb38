import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { formatBasisPointsAsPercent, formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { type Column, countColumn, customColumn, formatOrDash, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import {
  choiceFilter,
  dayFilter,
  parseListSearchParams,
  pickFilter,
  requiredChoiceFilter,
  tabsFilter,
} from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission, usePermissionHolder } from '#console/platform/sessions/use-staff.ts'
import { chartPointPeriods } from '#contract/operations/reports/periods.ts'
import {
  maySeeSalesBy,
  type SalesBreakdownRow,
  type SalesDimension,
  salesDimensions,
  salesDimensionsWithoutCompanies,
  salesReportSortOrders,
} from '#contract/operations/reports/sales-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { QuickPeriodButtons } from './report-filters.tsx'
import { toOrderListSearchParams, toReportRange } from './report-view.ts'
import { salesReportApi } from './reports-api.ts'
import { createComparedColumn, SalesFiguresWithChart } from './sales-figures.tsx'

const { shop, ...dimensionsBesideShop } = salesDimensions
const { shop: _, ...dimensionsWithoutCompanies } = salesDimensionsWithoutCompanies

const fields = {
  by: tabsFilter<Exclude<SalesDimension, 'shop'>>('统计维度', dimensionsBesideShop, shop.label),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  shopId: pickFilter('店铺', Id),
  grain: requiredChoiceFilter('走势', chartPointPeriods, 'day'),
  sort: choiceFilter('排序', salesReportSortOrders),
}
/** For whoever may not see sales by company. */
const fieldsWithoutCompanies: typeof fields = Object.assign({}, fields, {
  by: tabsFilter<keyof typeof dimensionsWithoutCompanies>('统计维度', dimensionsWithoutCompanies, shop.label),
})

interface Shown {
  range: DayRange
  shopId: string | undefined
  by: SalesDimension
  /** Whether the person may open the list of orders. */
  ordersShown: boolean
}

const toColumns = ({ range, shopId, by, ordersShown }: Shown): Column<SalesBreakdownRow>[] => [
  customColumn({
    title: salesDimensions[by].label,
    value: ({ key, name, note }) => (
      <div className="two-lines">
        {ordersShown ? (
          <Link to="/orders" search={toOrderListSearchParams(range, shopId, { by, key })}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {note !== '' && <small className="num">{note}</small>}
      </div>
    ),
  }),
  numberColumn({ title: '订单数', width: 80, value: ({ orders }) => formatOrDash(orders, formatCount) }),
  countColumn({ title: '数量', value: ({ units }) => units }),
  numberColumn({ title: '成交额', width: 128, value: ({ sold }) => formatPossiblyNegativeAmount(sold) }),
  numberColumn({ title: '退款', width: 112, value: ({ back }) => formatPossiblyNegativeAmount(back) }),
  numberColumn({ title: '销售额', width: 128, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
  numberColumn({ title: '占比', width: 72, value: ({ share }) => formatOrDash(share, formatBasisPointsAsPercent) }),
  createComparedColumn('上期', ({ before }) => before),
  createComparedColumn('去年同期', ({ yearBefore }) => yearBefore),
]

/** 销售报表: what was sold in a range of days, its course, and by what; beside the period before and the year before. */
export function Page() {
  const today = toShanghaiDay(useNow())
  const shown = maySeeSalesBy(usePermissionHolder(), 'enterprise') ? fields : fieldsWithoutCompanies
  const { by = 'shop', shopId, grain = 'day', ...days } = parseListSearchParams(shown, useSearch({ strict: false }))
  const range = toReportRange(days, today)
  const ordersShown = usePermission(getCallWithAccessRule('order/list')).allowed
  const input = { dateFrom: range.from, dateTo: range.to, ...(shopId === undefined ? {} : { shopId }) }
  const summary = useQuery({
    queryKey: ['sales-report', 'summary', input, grain],
    queryFn: ({ signal }) => salesReportApi.summary({ ...input, grain }, { signal }),
    placeholderData: keepPreviousData,
  })
  const asOf = summary.data?.asOf
  return (
    <ListPage
      title="销售报表"
      note={`${asOf ? `截至 ${formatShanghaiTimeToMinute(asOf)}。` : ''}订单在支付或赊销确认的当天计入，退款在退款当天扣减；金额为优惠后商品金额，不含运费。`}
      queryKey={['sales-report', 'list', range]}
      fields={shown}
      pickers={{ shopId: ShopListFilterPicker }}
      list={({ pageNo, pageSize, sort }, options) =>
        salesReportApi.list({ ...input, pageNo, pageSize, by, ...(sort === undefined ? {} : { sort }) }, options)
      }
      exportRows={({ format, sort }) => exportApi.salesReport({ ...input, format, by, ...(sort === undefined ? {} : { sort }) })}
      actions={<PrintReportButton />}
      above={
        <>
          <QuickPeriodButtons range={range} />
          <SalesFiguresWithChart
            from={summary}
            grain={grain}
            range={range}
            shopId={shopId}
            ordersShown={ordersShown}
            keep={({ format }) => exportApi.salesPoints({ ...input, grain, format })}
          />
        </>
      }
      columns={toColumns({ range, shopId, by, ordersShown })}
      rowKey={({ key }) => key}
      width={1060}
      empty="这段时间没有成交"
      next="订单支付或赊销确认后十分钟内计入"
    />
  )
}
