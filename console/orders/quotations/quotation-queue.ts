import { dayFilter, flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { parseSearchParamsAsText } from '#console/platform/components/list/search.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { ConsoleQuotationRow } from '#contract/orders/quotations/shapes.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { quotationApi } from './quotations-api.ts'

export const quotationFilters = {
  state: tabsFilter('状态', quotationLifecycle.states),
  keyword: textFilter('搜索', Text(50), '单号、名称或商品'),
  enterpriseId: pickFilter('采购企业', Id),
  manager: pickFilter('客户经理', AccountManagerFilter),
  dateFrom: dayFilter('提出日期', Day),
  dateTo: dayFilter('至', Day),
  unanswered: flagFilter('留言待回复'),
}

/** The requests that wait for an offer. */
export const quotationCaseQueue: CaseQueue<typeof quotationFilters, ConsoleQuotationRow> = {
  list: '/quotations',
  screen: '/quotation',
  fields: quotationFilters,
  rows: (input, options) => quotationApi.list(input, options),
  waits: { by: 'state', for: ['REQUESTED'] },
  queryKey: ['quotation'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}

/** Those whose buyer waits for an answer to what he has written, in any state. */
const unansweredCaseQueue: typeof quotationCaseQueue = { ...quotationCaseQueue, waits: { by: 'unanswered', for: ['1'] } }

/** The queue that a quotation was opened from. `list`: the filters of that list. */
export const chooseQuotationCaseQueue = (list: string | undefined): typeof quotationCaseQueue =>
  parseSearchParamsAsText(list ?? '').unanswered === '1' ? unansweredCaseQueue : quotationCaseQueue
