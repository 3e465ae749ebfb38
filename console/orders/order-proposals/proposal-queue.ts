import { choiceFilter, dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { orderProposalQueues } from '#contract/orders/order-proposals/console-api.ts'
import { orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { ConsoleOrderProposalRow } from '#contract/orders/order-proposals/shapes.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { proposalApi } from './proposals-api.ts'

export const proposalFilters = {
  state: tabsFilter('状态', orderProposalLifecycle.states),
  queue: choiceFilter('待办', orderProposalQueues),
  keyword: textFilter('搜索', Text(50), '单号或商品'),
  enterpriseId: pickFilter('采购企业', Id),
  manager: pickFilter('客户经理', AccountManagerFilter),
  dateFrom: dayFilter('发出日期', Day),
  dateTo: dayFilter('至', Day),
}

/** The proposals that end soon, and those that buyers have declined: staff call the company. */
export const proposalQueue: CaseQueue<typeof proposalFilters, ConsoleOrderProposalRow> = {
  list: '/proposals',
  screen: '/proposal',
  fields: proposalFilters,
  rows: (input, options) => proposalApi.list(input, options),
  waits: { by: 'queue', for: keysOf(orderProposalQueues) },
  queryKey: ['proposal'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}
