import { pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { ConsoleQuotationRow } from '#contract/orders/quotations/shapes.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { quotationApi } from './quotations-api.ts'

export const quotationFilters = {
  state: tabsFilter('状态', quotationLifecycle.states),
  keyword: textFilter('搜索', Text(50), '单号、名称或商品'),
  enterpriseId: pickFilter('采购企业', Id),
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
