import { ShopListFilterPicker } from '#console/catalog/shops/shop-picker.tsx'
import { PrintDeliveryNotesButton, ToggleAllRowsOfPageButton, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createTagFilterPicker } from '#console/people/account-managers/tags.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import type { ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { hasShippedParcels, toOrderColumnsWithCheckbox } from './order-columns.tsx'
import { orderFilters, toOrderListInput } from './order-queue.ts'
import { orderApi, orderTagsQuery } from './orders-api.ts'

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
      fields={orderFilters}
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
      list={(values, options) => orderApi.list(toOrderListInput(values), options)}
      columns={toOrderColumnsWithCheckbox(chosen)}
      rowKey={({ orderNo }) => orderNo}
      width={1136}
      actions={({ rows }) => (
        <>
          <ToggleAllRowsOfPageButton chosen={chosen} rows={rows.filter(hasShippedParcels)} />
          <PrintDeliveryNotesButton parcels={chosen.rows.map(({ enterpriseId, orderNo }) => ({ enterpriseId, orderNo }))} counted="单" />
        </>
      )}
      exportRows={(input) => exportApi.orders(toOrderListInput(input))}
      exportDetails={{ what: '明细', ask: (input) => exportApi.orderLines(toOrderListInput(input)) }}
      empty="还没有订单"
      next="买家在商城提交订单后出现在这里"
    />
  )
}
