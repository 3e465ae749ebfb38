import { incomingPaymentApi } from '#console/billing/finance/finance-api.ts'
import { choiceFilter, dayFilter, flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { IncomingPaymentRow } from '#contract/billing/finance/incoming-payments-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { incomingPaymentStateFilters } from './payment-view.ts'

export const incomingPaymentFilters = {
  state: tabsFilter('状态', incomingPaymentStateFilters),
  channel: choiceFilter('渠道', onlinePaymentChannels),
  method: choiceFilter('方式', paymentMethods),
  number: textFilter('单号', Text(64), '商户/流水号/转账附言'),
  enterpriseId: pickFilter('企业', Id),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  unclear: flagFilter('结果不明'),
}

/** The payments of which nobody knows the result for long, the oldest first. */
export const unclearPaymentQueue: CaseQueue<typeof incomingPaymentFilters, IncomingPaymentRow> = {
  list: '/payments',
  screen: '/payment',
  fields: incomingPaymentFilters,
  rows: (input, options) => incomingPaymentApi.list(input, options),
  waits: { by: 'unclear', for: ['1'] },
  queryKey: ['finance', 'payment'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}
