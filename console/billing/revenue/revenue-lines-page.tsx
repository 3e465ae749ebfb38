import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { formatPossiblyNegativeAmount, type KeyFigure, KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, dayFilter, parseListSearchParams, pickFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { revenueRecognitionPoints } from '#contract/billing/journal/tax-settings.ts'
import { consoleRevenueEndpoints, type RevenueLine, type RevenueTotals } from '#contract/billing/revenue/api.ts'
import { revenueLineGroups, revenueLineRates } from '#contract/billing/revenue/line-kinds.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'

const revenueApi = createApiClient(consoleRevenueEndpoints, sendConsoleRequest)

const fields = {
  group: tabsFilter('收入类型', revenueLineGroups),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  enterpriseId: pickFilter('企业', Id),
  shopId: pickFilter('店铺', Id),
  rate: choiceFilter('税率', revenueLineRates),
}

const formatRateOf = ({ rateBp }: { rateBp: number | null }) => (rateBp === null ? revenueLineRates.none.label : formatTaxRate(rateBp))

function DocumentCell({ line }: { line: RevenueLine }) {
  const { enterpriseId, orderNo, parcelNo, afterSaleId, afterSaleNo, interestDay, title } = line
  return (
    <div className="two-lines">
      {orderNo === null ? (
        <span>{interestDay === null ? title : <span className="num">{interestDay}</span>}</span>
      ) : (
        <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
          {orderNo}
        </Link>
      )}
      <small>
        {title}
        {parcelNo !== null && `，包裹 ${parcelNo}`}
        {afterSaleId !== null && (
          <>
            ，
            <Link to="/after_sale" search={{ enterpriseId, id: afterSaleId }} className="num">
              {afterSaleNo}
            </Link>
          </>
        )}
      </small>
    </div>
  )
}

const columns: Column<RevenueLine>[] = [
  customColumn({
    title: '日期',
    width: 108,
    value: ({ day, point }) => (
      <div className="two-lines">
        <span className="num">{day}</span>
        {point !== null && <small>{revenueRecognitionPoints[point].label}确认</small>}
      </div>
    ),
  }),
  customColumn({ title: '单据', width: 196, value: (line) => <DocumentCell line={line} /> }),
  createEnterpriseColumn(),
  customColumn({
    title: '商品',
    value: ({ goodsName, skuCode, skuProps, group, shopName }) => (
      <div className="two-lines">
        <span>{goodsName ?? revenueLineGroups[group].label}</span>
        <small>
          {skuCode !== null && <span className="num">{skuCode} </span>}
          {skuProps !== null && formatSkuProps(skuProps)} {shopName}
        </small>
      </div>
    ),
  }),
  customColumn({
    title: '税收分类',
    width: 172,
    value: (line) => (
      <div className="two-lines">
        <span className="num">{formatRateOf(line)}</span>
        <small className="num">{line.taxCode ?? EMPTY_CELL}</small>
      </div>
    ),
  }),
  numberColumn({ title: '不含税收入', width: 120, value: ({ net }) => formatPossiblyNegativeAmount(net) }),
  numberColumn({ title: '销项税额', width: 112, value: ({ tax }) => formatPossiblyNegativeAmount(tax) }),
  numberColumn({ title: '价税合计', width: 120, value: ({ gross }) => formatPossiblyNegativeAmount(gross) }),
]

function Figures({ totals: { net, tax, gross, rates } }: { totals: RevenueTotals }) {
  const byRate = (of: (rate: RevenueTotals['rates'][number]) => KeyFigure['value']) =>
    rates.length < 2 ? undefined : rates.map((rate) => `${formatRateOf(rate)} ${of(rate)}`).join('，')
  return (
    <KeyFigures
      figures={[
        { name: '不含税收入', value: formatPossiblyNegativeAmount(net), note: byRate((rate) => formatPossiblyNegativeAmount(rate.net)) },
        { name: '销项税额', value: formatPossiblyNegativeAmount(tax), note: byRate((rate) => formatPossiblyNegativeAmount(rate.tax)) },
        { name: '价税合计', value: formatPossiblyNegativeAmount(gross), note: '与这些天凭证的收入与销项税额一致' },
      ]}
    />
  )
}

/** 收入明细: the lines that make the revenue of some days, with their tax; this month unless days are chosen. */
export function Page() {
  const today = toShanghaiDay(useNow())
  const days = ({
    dateFrom = `${today.slice(0, 7)}-01`,
    dateTo = today,
  }: {
    dateFrom?: string | undefined
    dateTo?: string | undefined
  }) => ({
    dateFrom,
    dateTo,
  })
  const { pageNo: _, pageSize: __, ...filter } = parseListSearchParams(fields, useSearch({ strict: false }))
  const input = { ...filter, ...days(filter) }
  const totals = useQuery({
    queryKey: ['finance', 'revenue', 'totals', input],
    queryFn: ({ signal }) => revenueApi.totals(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="收入明细"
      note="每天 0:30 生成前一天的收入与销项税额，逐单逐行。未选日期时为本月，一次最多 366 天。"
      queryKey={['finance', 'revenue', 'lines']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker, shopId: ShopListFilterPicker }}
      list={(values, options) => revenueApi.lines({ ...values, ...days(values) }, options)}
      exportRows={(values) => exportApi.revenueLines({ ...values, ...days(values) })}
      columns={columns}
      rowKey={({ enterpriseId, key }) => `${enterpriseId} ${key}`}
      width={1160}
      above={
        <QueryContent from={totals} waiting={<SkeletonBars count={2} height={48} />}>
          {(sums) => <Figures totals={sums} />}
        </QueryContent>
      }
      empty="这些天没有收入"
      next="发货或签收的商品、退款与逾期利息，次日出现在这里"
    />
  )
}
