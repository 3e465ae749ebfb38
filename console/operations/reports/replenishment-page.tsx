import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { invalidatedByPurchaseOrder, purchaseOrderApi } from '#console/catalog/purchase-orders/purchase-orders-api.ts'
import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { SupplierLink } from '#console/catalog/suppliers/supplier-link.tsx'
import { SupplierFilterPicker } from '#console/catalog/suppliers/supplier-picker.tsx'
import { WarehouseFilterPicker } from '#console/catalog/warehouse/warehouse-field.tsx'
import { type ChosenRows, RowCheckboxCell, ToggleAllRowsOfPageButton, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { flagFilter, parseListSearchParams, pickFilter, requiredChoiceFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { PrintReportButton } from '#console/platform/components/print-report-button.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  averageSalesDays,
  LEAD_DAYS_ASSUMED,
  type ReplenishmentRow,
  type ReplenishmentSums,
} from '#contract/operations/reports/stock-api.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { getReasonAgainstOnePurchaseOrder, toPurchaseOrderOfAdvice } from './replenishment-view.ts'
import { formatFiguresAsOf } from './report-view.ts'
import { stockReportApi } from './reports-api.ts'
import './reports.css'

const coverDaysChoices = {
  15: { label: '15 天' },
  30: { label: '30 天' },
  45: { label: '45 天' },
  60: { label: '60 天' },
  90: { label: '90 天' },
}

const fields = {
  coverDays: requiredChoiceFilter<`${keyof typeof coverDaysChoices}`>('备货天数', coverDaysChoices, '30'),
  averageDays: requiredChoiceFilter<`${keyof typeof averageSalesDays}`>('日均按', averageSalesDays, '30'),
  supplierId: pickFilter('供应商', Id),
  shopId: pickFilter('店铺', Id),
  warehouseId: pickFilter('有库存记录的仓库', Id),
  urgent: flagFilter('只看紧急'),
}

type FilterValues = Omit<ReturnType<typeof parseListSearchParams<typeof fields>>, 'pageNo' | 'pageSize'>

/** The filters as the calls take them. */
const toReplenishmentFilter = ({ coverDays = '30', averageDays = '30', supplierId, shopId, warehouseId, urgent }: FilterValues) => ({
  coverDays: Number(coverDays),
  averageDays: averageDays === '90' ? (90 as const) : (30 as const),
  ...(supplierId === undefined ? {} : { supplierId }),
  ...(shopId === undefined ? {} : { shopId }),
  ...(warehouseId === undefined ? {} : { warehouseId }),
  ...(urgent === undefined ? {} : { urgent }),
})

const Goods = ({ row: { goodsName, skuCode, skuProps, shopName } }: { row: ReplenishmentRow }) => (
  <div className="two-lines">
    <span>{goodsName}</span>
    <small>
      <span className="num">{skuCode}</span> {formatSkuProps(skuProps)} · {shopName}
    </small>
  </div>
)

const TwoFigures = ({ figure, note }: { figure: string; note: string }) => (
  <div className="two-lines">
    <span>{figure}</span>
    {note !== '' && <small>{note}</small>}
  </div>
)

/** The notes of the available units: what orders hold, what is between warehouses, what lies in the chosen one. */
const noteOfStock = ({ reserved, inTransit, inWarehouse }: ReplenishmentRow): string =>
  [
    reserved > 0 && `占用 ${formatCount(reserved)}`,
    inTransit > 0 && `在途 ${formatCount(inTransit)}`,
    inWarehouse !== null && `本仓 ${formatCount(inWarehouse)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What else than the sales of now the average is compared with. */
const noteOfAverage = ({ soldLastYear, wornDaily, machines }: ReplenishmentRow): string =>
  [soldLastYear !== null && `去年同期 ${formatCount(soldLastYear)}`, machines > 0 && `${formatCount(machines)} 台设备日耗 ${wornDaily}`]
    .filter(Boolean)
    .join(' · ')

const figureColumns: Column<ReplenishmentRow>[] = [
  customColumn({
    title: '可售天数',
    width: 104,
    value: ({ daysLeft, urgent }) => (
      <>
        <span className="num">{formatCount(daysLeft)} 天</span> {urgent && <Tag tone="bad">紧急</Tag>}
      </>
    ),
  }),
  numberColumn({
    title: '可售',
    width: 124,
    value: (row) => <TwoFigures figure={formatCount(row.available)} note={noteOfStock(row)} />,
  }),
  numberColumn({
    title: '采购未到',
    width: 96,
    value: ({ onOrder, drafted }) => (
      <TwoFigures figure={formatCount(onOrder)} note={drafted > 0 ? `含草稿 ${formatCount(drafted)}` : ''} />
    ),
  }),
  numberColumn({ title: '近 30 / 90 天', width: 112, value: ({ sold30, sold90 }) => `${formatCount(sold30)} / ${formatCount(sold90)}` }),
  numberColumn({
    title: '日均',
    width: 160,
    value: (row) => <TwoFigures figure={String(row.average)} note={noteOfAverage(row)} />,
  }),
  customColumn({
    title: '供应商',
    width: 200,
    value: ({ supplier }) =>
      supplier === null ? (
        EMPTY_CELL
      ) : (
        <div className="two-lines">
          <SupplierLink supplierId={supplier.supplierId} name={supplier.name} />
          <small>
            {formatMoney(supplier.price)} · {supplier.leadDays} 天到货 · 起订 {formatCount(supplier.minimum)}
          </small>
        </div>
      ),
  }),
  countColumn({ title: '建议采购', value: ({ advised }) => advised, width: 88 }),
]

const toColumns = (chosen: ChosenRows<ReplenishmentRow> | undefined): Column<ReplenishmentRow>[] => [
  customColumn({
    title: '商品',
    value: (row) =>
      chosen === undefined ? (
        <Goods row={row} />
      ) : (
        <RowCheckboxCell
          label={`${row.goodsName} ${row.skuCode}`}
          checked={chosen.has(row)}
          reason={row.supplier === null ? '没有供应商报价，请先登记报价' : undefined}
          choose={(yes) => chosen.set([row], yes)}
        >
          <Goods row={row} />
        </RowCheckboxCell>
      ),
  }),
  ...figureColumns,
]

const Figures = ({ sums: { skus, urgentSkus, unpricedSkus, lastYear } }: { sums: ReplenishmentSums }) => (
  <KeyFigures
    figures={[
      { name: '需要采购', value: formatCount(skus), note: '个规格' },
      { name: '紧急', value: formatCount(urgentSkus), note: '新货到之前就会售完' },
      { name: '没有报价', value: formatCount(unpricedSkus), note: `按 ${LEAD_DAYS_ASSUMED} 天到货计算` },
      {
        name: '去年同期',
        value: lastYear === null ? '未计入' : '已计入',
        note: lastYear === null ? '销售数据不足一年' : `${lastYear.from} 至 ${lastYear.to}`,
      },
    ]}
  />
)

/** Makes a draft of a purchase order of the chosen rows, and opens it. */
function CreatePurchaseOrderButton({ chosen }: { chosen: ChosenRows<ReplenishmentRow> }) {
  const navigate = useNavigate()
  const save = useApiMutation(purchaseOrderApi.save, {
    invalidates: [...invalidatedByPurchaseOrder, ['stock-report']],
    successMessage: '已生成采购单草稿，请核对后下单',
    onSuccess: () => chosen.set(chosen.rows, false),
    afterSuccess: ({ id }) => void navigate({ to: '/purchase_order', search: { id } }),
  })
  const count = chosen.rows.length
  return (
    <Button
      type="primary"
      loading={save.isPending}
      {...toDisabledProps(getReasonAgainstOnePurchaseOrder(chosen.rows))}
      onClick={() => save.mutate(toPurchaseOrderOfAdvice(chosen.rows))}
    >
      生成采购单{count > 0 && ` ${count} 个规格`}
    </Button>
  )
}

/** 补货建议: which SKUs to buy, how many and of whom, those that are sold out first at the beginning. */
export function Page() {
  const input = toReplenishmentFilter(parseListSearchParams(fields, useSearch({ strict: false })))
  // The quantities and suppliers of the rows are advised for these filters, so no row stays chosen when they change.
  const chosen = useChosenRows<ReplenishmentRow>(({ skuId }) => skuId, JSON.stringify(input))
  const { allowed } = usePermission(getCallWithAccessRule('purchase-order/save'))
  const sums = useQuery({
    queryKey: ['stock-report', 'replenishment-sums', input],
    queryFn: ({ signal }) => stockReportApi.replenishmentSums(input, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="补货建议"
      note={`${formatFiguresAsOf(sums.data?.asOf)}建议采购 =（到货天数 + 备货天数 ${input.coverDays}）× 日均 − 可售 − 采购未到，不少于起订量。日均取近期销量、去年同期与客户设备日耗中最大的。`}
      queryKey={['stock-report', 'replenishment']}
      fields={fields}
      pickers={{ supplierId: SupplierFilterPicker, shopId: ShopListFilterPicker, warehouseId: WarehouseFilterPicker }}
      list={({ pageNo, pageSize, ...values }, options) =>
        stockReportApi.replenishment({ ...toReplenishmentFilter(values), pageNo, pageSize }, options)
      }
      exportRows={({ format, ...values }) => exportApi.replenishment({ ...toReplenishmentFilter(values), format })}
      actions={({ rows }) => (
        <>
          <PrintReportButton />
          {allowed && (
            <>
              <ToggleAllRowsOfPageButton chosen={chosen} rows={rows.filter(({ supplier }) => supplier !== null)} />
              <CreatePurchaseOrderButton chosen={chosen} />
            </>
          )}
        </>
      )}
      above={
        <QueryContent from={sums} waiting={<SkeletonBars count={2} height={48} />}>
          {(found) => <Figures sums={found} />}
        </QueryContent>
      }
      columns={toColumns(allowed ? chosen : undefined)}
      rowKey={({ skuId }) => skuId}
      width={1_136}
      empty="没有需要采购的规格"
      next="在售规格的可售与采购未到的数量不够卖到新货到货再加备货天数时，列在这里"
    />
  )
}
