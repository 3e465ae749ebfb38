import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { PrintDeliveryNotesButton, ToggleAllRowsOfPageButton, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createTagFilterPicker } from '#console/people/account-managers/tags.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { choiceFilter, dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { orderQueues } from '#contract/orders/orders/console-api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Day, Id, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { hasShippedParcels, toOrderColumnsWithCheckbox } from './order-columns.tsx'
import { orderApi, orderTagsQuery } from './orders-api.ts'

const fields = {
  state: tabsFilter('订单状态', orderLifecycle.states),
  queue: choiceFilter('待办', orderQueues),
  shipDue: choiceFilter('发货时限', shipDueFilters),
  orderNo: textFilter('订单号', OrderNo, '18 位订单号'),
  poNumber: textFilter('采购单号', BuyerReference, '完整的采购单号'),
  enterpriseId: pickFilter('采购企业', Id),
  manager: pickFilter('客户经理', AccountManagerFilter),
  tagId: pickFilter('订单标签', Id),
  companyTagId: pickFilter('企业标签', Id),
  dateFrom: dayFilter('下单日期', Day),
  dateTo: dayFilter('至', Day),
  soldFrom: dayFilter('成交日期', Day),
  soldTo: dayFilter('至', Day),
  shopId: pickFilter('店铺', Id),
  method: choiceFilter('支付方式', paymentMethods),
  province: textFilter('收货省份', Text(20), '如 山西省'),
  skuId: pickFilter('商品规格', Id),
  categoryId: pickFilter('分类', Text(9)),
  couponTemplateId: pickFilter('优惠券', Id),
}

/** A category is a number in a call, and a text in the address. */
const toInput = <Values extends { categoryId?: string | undefined }>({ categoryId, ...values }: Values) =>
  Object.assign(values, categoryId === undefined ? {} : { categoryId: Number(categoryId) })

/** A filter that only a report sets: it can be removed here. */
const createSetFilterPicker =
  (placeholder: string, other: string, nothing = '请从销售报表打开'): FilterPickerComponent =>
  (picker) => <OptionFilterPicker {...picker} choices={[]} error={null} placeholder={placeholder} other={other} nothing={nothing} />
const OrderTagFilterPicker = createTagFilterPicker(orderTagsQuery, '全部订单标签')
const CompanyTagFilterPicker = createTagFilterPicker(orderTagsQuery, '全部企业标签')
const SkuFilterPicker = createSetFilterPicker('全部规格', '所选规格')
const CategoryFilterPicker = createSetFilterPicker('全部分类', '所选分类')
const CouponTemplateFilterPicker = createSetFilterPicker('全部优惠券', '所选优惠券', '请从优惠券报表打开')

/** The orders of all enterprises, and the delivery notes of those that are chosen. */
export function Page() {
  const chosen = useChosenRows<ConsoleOrderRow>(({ orderNo }) => orderNo)
  return (
    <ListPage
      title="订单"
      queryKey={['order']}
      fields={fields}
      pickers={{
        enterpriseId: EnterpriseFilterPicker,
        manager: AccountManagerFilterPicker,
        tagId: OrderTagFilterPicker,
        companyTagId: CompanyTagFilterPicker,
        shopId: ShopListFilterPicker,
        skuId: SkuFilterPicker,
        categoryId: CategoryFilterPicker,
        couponTemplateId: CouponTemplateFilterPicker,
      }}
      list={(values, options) => orderApi.list(toInput(values), options)}
      columns={toOrderColumnsWithCheckbox(chosen)}
      rowKey={({ orderNo }) => orderNo}
      width={1136}
      actions={({ rows }) => (
        <>
          <ToggleAllRowsOfPageButton chosen={chosen} rows={rows.filter(hasShippedParcels)} />
          <PrintDeliveryNotesButton parcels={chosen.rows.map(({ enterpriseId, orderNo }) => ({ enterpriseId, orderNo }))} counted="单" />
        </>
      )}
      exportRows={(input) => exportApi.orders(toInput(input))}
      exportDetails={{ what: '明细', ask: (input) => exportApi.orderLines(toInput(input)) }}
      empty="还没有订单"
      next="买家在商城提交订单后出现在这里"
    />
  )
}
