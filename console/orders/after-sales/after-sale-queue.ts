import { choiceFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { afterSaleLifecycle, afterSaleTypes } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleQueue } from '#contract/orders/after-sales/console-api.ts'
import type { ConsoleAfterSale, ConsoleAfterSaleRow } from '#contract/orders/after-sales/shapes.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Id, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { toAfterSaleQueueChoices } from './after-sale-view.ts'
import { afterSaleApi } from './after-sales-api.ts'

/** The filters of the list; the queues show their counts. */
export const toAfterSaleFilters = (counts: Parameters<typeof toAfterSaleQueueChoices>[0]) => ({
  queue: tabsFilter('环节', toAfterSaleQueueChoices(counts)),
  state: choiceFilter('状态', afterSaleLifecycle.states),
  type: choiceFilter('类型', afterSaleTypes),
  afterSaleNo: textFilter('售后单号', Text(30), 'SH…'),
  orderNo: textFilter('订单号', OrderNo, '18 位订单号'),
  enterpriseId: pickFilter('采购企业', Id),
  manager: pickFilter('客户经理', AccountManagerFilter),
})

/** The after-sales that wait for support, the warehouse or finance. */
export const afterSaleCaseQueue: CaseQueue<ReturnType<typeof toAfterSaleFilters>, ConsoleAfterSaleRow> = {
  list: '/after_sales',
  screen: '/after_sale',
  fields: toAfterSaleFilters([]),
  rows: (input, options) => afterSaleApi.list(input, options),
  waits: { by: 'queue', for: ['decide', 'inspect', 'refund', 'exchange'] },
  queryKey: ['after-sale'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}

/** The queue of an after-sale that was not opened from one: the first step that the viewer can take. */
export function toQueueOfAfterSale({ actions }: Pick<ConsoleAfterSale, 'actions'>): AfterSaleQueue {
  if (actions.includes('inspect')) return 'inspect'
  if (actions.includes('refund')) return 'refund'
  return actions.includes('exchange') ? 'exchange' : 'decide'
}
