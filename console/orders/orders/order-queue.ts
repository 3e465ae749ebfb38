import { choiceFilter, dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { BuyerReference } from '#contract/orders/orders/buyer-references.ts'
import { orderQueues } from '#contract/orders/orders/console-api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleOrderRow } from '#contract/orders/orders/shapes.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Day, Id, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { orderApi } from './orders-api.ts'

export const orderFilters = {
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
export const toOrderListInput = <Values extends { categoryId?: string | undefined }>({ categoryId, ...values }: Values) =>
  Object.assign(values, categoryId === undefined ? {} : { categoryId: Number(categoryId) })

/** The orders that wait to be shipped, and those whose buyers ask to cancel them. */
export const orderCaseQueue: CaseQueue<typeof orderFilters, ConsoleOrderRow> = {
  list: '/orders',
  screen: '/order',
  fields: orderFilters,
  rows: (input, options) => orderApi.list(toOrderListInput(input), options),
  waits: { by: 'queue', for: keysOf(orderQueues) },
  queryKey: ['order'],
  id: ({ orderNo }) => orderNo,
  at: ({ enterpriseId, orderNo }) => ({ enterpriseId, orderNo }),
}
