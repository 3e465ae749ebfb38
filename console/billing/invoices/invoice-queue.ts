import { choiceFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { InvoiceQueue } from '#contract/billing/invoices/console-api.ts'
import { invoiceLifecycle, invoiceTitleKinds } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoice, ConsoleInvoiceRow } from '#contract/billing/invoices/shapes.ts'
import { Id, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { toInvoiceQueueChoices } from './invoice-view.ts'
import { invoiceApi } from './invoices-api.ts'

/** The filters of the list; the queues show their counts. */
export const toInvoiceFilters = (counts: Parameters<typeof toInvoiceQueueChoices>[0]) => ({
  queue: tabsFilter('环节', toInvoiceQueueChoices(counts)),
  state: choiceFilter('状态', invoiceLifecycle.states),
  kind: choiceFilter('类型', invoiceTitleKinds),
  invoiceNo: textFilter('申请单号', Text(30), 'FP…'),
  number: textFilter('发票号码', Text(20), '20 位数字'),
  orderNo: textFilter('订单号', OrderNo, '18 位订单号'),
  enterpriseId: pickFilter('采购企业', Id),
})

/** The invoices that wait for finance. */
export const invoiceCaseQueue: CaseQueue<ReturnType<typeof toInvoiceFilters>, ConsoleInvoiceRow> = {
  list: '/invoices',
  screen: '/invoice',
  fields: toInvoiceFilters([]),
  rows: (input, options) => invoiceApi.list(input, options),
  waits: { by: 'queue', for: ['decide', 'uncoded', 'failed', 'red'] },
  queryKey: ['invoice'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}

/** The queue of an invoice that was not opened from one. */
export function toQueueOfInvoice({ state, issues }: Pick<ConsoleInvoice, 'state' | 'issues'>): InvoiceQueue {
  if (state === 'FAILED') return 'failed'
  return state === 'ISSUED' && issues.some(({ kind, state: now }) => kind === 'red' && now !== 'ISSUED') ? 'red' : 'decide'
}
