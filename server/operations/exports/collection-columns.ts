// The row types of the console's lists of collections.
import { collectionTaskLifecycle, orderStopRequestLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import type { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { orderStopScopes } from '#contract/billing/collections/shapes.ts'
import { createEnterpriseColumn } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

export const collectionColumns = defineColumnsForEndpoint<typeof consoleCollectionEndpoints.list>(
  ({ text, instant, money, day, count }) => [
    createEnterpriseColumn(),
    text('状态', 14, ({ state }) => collectionTaskLifecycle.states[state].label),
    text('负责人', 14, ({ ownerName }) => ownerName),
    day('最早还款日', ({ dueDay }) => dueDay),
    count('逾期天数', ({ days }) => days),
    money('逾期金额', ({ overdue }) => overdue),
    money('承诺金额', ({ promise }) => promise?.amount ?? null),
    day('承诺日期', ({ promise }) => promise?.day ?? null),
    text('停单', 14, ({ stop }) => (stop === null ? '' : orderStopScopes[stop].label)),
    instant('建立时间', ({ openedAt }) => openedAt),
    instant('结清时间', ({ closedAt }) => closedAt),
  ],
)

export const collectionReportColumns = defineColumnsForEndpoint<typeof consoleCollectionEndpoints.report>(({ text, money, count }) => [
  text('月份', 10, ({ month }) => month),
  text('负责人', 14, ({ ownerName }) => ownerName),
  count('承诺笔数', ({ promised }) => promised.count),
  money('承诺金额', ({ promised }) => promised.amount),
  count('兑现笔数', ({ kept }) => kept.count),
  money('兑现金额', ({ kept }) => kept.amount),
  count('未兑现笔数', ({ broken }) => broken.count),
  money('未兑现金额', ({ broken }) => broken.amount),
  count('待兑现笔数', ({ waiting }) => waiting.count),
  money('待兑现金额', ({ waiting }) => waiting.amount),
  count('撤回笔数', ({ withdrawn }) => withdrawn.count),
  money('撤回金额', ({ withdrawn }) => withdrawn.amount),
  money('实际收到', ({ received }) => received),
])

export const orderStopColumns = defineColumnsForEndpoint<typeof consoleOrderStopEndpoints.list>(({ text, instant }) => [
  createEnterpriseColumn(),
  text('申请', 12, ({ action }) => (action === 'put' ? '停单' : '解除停单')),
  text('范围', 14, ({ scope }) => (scope === null ? '' : orderStopScopes[scope].label)),
  text('原因', 40, ({ reason }) => reason),
  text('联系方式', 30, ({ contact }) => contact),
  text('状态', 12, ({ state }) => orderStopRequestLifecycle.states[state].label),
  text('提出人', 14, ({ proposedBy }) => proposedBy),
  instant('提出时间', ({ proposedAt }) => proposedAt),
  text('复核人', 14, ({ decidedBy }) => decidedBy),
  instant('复核时间', ({ decidedAt }) => decidedAt),
])
