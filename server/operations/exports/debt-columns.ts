// Columns of the console's exported lists of collections, of written-off claims and of the provision for them, of what is signed, and of account managers with what their companies owe.

import { collectionTaskLifecycle, orderStopRequestLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import type { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { orderStopScopes } from '#contract/billing/collections/shapes.ts'
import type { consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { describeSigningReason, signingKinds, signingLifecycle } from '#contract/billing/signings/signing-lifecycle.ts'
import type { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { formatProvisionShare } from '#contract/money/provisions/bands.ts'
import type { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import type { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import type { consoleReceivablesReportEndpoints, ReceivablesMonth } from '#contract/operations/reports/receivables-api.ts'
import { accountManagerStateFilters, type consoleAccountManagerEndpoints } from '#contract/people/account-managers/api.ts'
import { formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { createEnterpriseColumn, defineColumns } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export const collectionTaskColumns = defineColumnsForEndpoint<typeof consoleCollectionEndpoints.list>(
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

export const consoleBadDebtColumns = defineColumnsForEndpoint<typeof consoleBadDebtEndpoints.list>(({ text, instant, money, day }) => [
  createEnterpriseColumn(),
  text('账单月份', 12, ({ month }) => month),
  text('状态', 10, ({ label }) => label),
  money('核销本金', ({ principal }) => principal),
  money('核销利息', ({ interest }) => interest),
  money('已收回', ({ recovered }) => recovered),
  money('已放弃', ({ forgiven }) => forgiven),
  money('待追偿', ({ left }) => left),
  day('账单到期日', ({ dueDay }) => dueDay),
  instant('核销时间', ({ writtenOffAt }) => writtenOffAt),
])

export const provisionRunColumns = defineColumnsForEndpoint<typeof consoleProvisionEndpoints.list>(({ text, instant, money }) => [
  text('月份', 12, ({ month }) => month),
  money('月末应收', ({ base }) => base),
  money('应计提', ({ required }) => required),
  money('计提前余额', ({ before }) => before),
  money('本月计提', ({ provided }) => provided),
  money('本月转回', ({ released }) => released),
  text('账龄段', 80, ({ bands }) => bands.map(({ label, rate }) => `${label} ${formatProvisionShare(rate)}`).join('；')),
  instant('入账时间', ({ at }) => at),
])

export const provisionLineColumns = defineColumnsForEndpoint<typeof consoleProvisionEndpoints.lines>(({ text, money, count, day }) => [
  createEnterpriseColumn(),
  text('计提月份', 12, ({ month }) => month),
  text('账单月份', 12, ({ statementMonth }) => statementMonth),
  day('到期日', ({ dueDay }) => dueDay),
  count('逾期天数', ({ lateDays }) => lateDays),
  money('月末未还', ({ unpaid }) => unpaid),
  text('比例', 10, ({ rate }) => formatProvisionShare(rate)),
  money('应计提', ({ amount }) => amount),
])

export const receivablesByAccountManagerColumns = defineColumnsForEndpoint<typeof consoleReceivablesReportEndpoints.managers>(
  ({ text, count, money }) => [
    text('客户经理', 14, ({ name }) => name),
    count('欠款企业', ({ debtors }) => debtors),
    money('未到期', ({ notDue }) => notDue),
    money('逾期 1–30 天', ({ d30 }) => d30),
    money('逾期 31–60 天', ({ d60 }) => d60),
    money('逾期 61–90 天', ({ d90 }) => d90),
    money('逾期 90 天以上', ({ older }) => older),
    money('逾期合计', ({ overdue }) => overdue),
    money('应收合计', ({ total }) => total),
  ],
)

export const receivablesMonthColumns = defineColumns<ReceivablesMonth>(({ text, count, money }) => [
  text('月份', 10, ({ month }) => month),
  money('月末应收', ({ owed }) => owed),
  money('近 90 天赊销', ({ drawn }) => drawn),
  count('周转天数', ({ dso }) => dso),
])

export const accountManagerCustomerReportColumns = defineColumnsForEndpoint<typeof consoleCustomerReportEndpoints.managers>(
  ({ text, count, money }) => [
    text('客户经理', 14, ({ name }) => name),
    count('成交企业', ({ bought }) => bought),
    count('新客户', ({ fresh }) => fresh),
    count('复购企业', ({ repeat }) => repeat),
    text('复购率', 10, ({ repeatRate }) => (repeatRate === null ? null : formatRateAsExactPercent(repeatRate))),
    count('沉睡客户', ({ sleeping }) => sleeping),
    money('销售额', ({ net }) => net),
    money('上期销售额', ({ before }) => before),
    money('去年同期销售额', ({ yearBefore }) => yearBefore),
  ],
)

export const accountManagerColumns = defineColumnsForEndpoint<typeof consoleAccountManagerEndpoints.list>(({ text, count, money }) => [
  text('客户经理', 14, ({ name }) => name),
  text('状态', 10, ({ active }) => accountManagerStateFilters[active ? 'active' : 'leaving'].label),
  text('可见范围', 18, ({ ownOnly }) => (ownOnly ? '只看自己的企业' : '全部企业')),
  count('企业', ({ companies }) => companies),
  money('应收合计', ({ owed }) => owed),
  money('其中逾期', ({ overdue }) => overdue),
])

export const signingColumns = defineColumnsForEndpoint<typeof consoleSigningEndpoints.list>(({ text, instant, count }) => [
  createEnterpriseColumn(),
  text('文件', 14, ({ kind }) => signingKinds[kind].label),
  text('文件编号', 22, ({ documentNo }) => documentNo),
  count('版本', ({ version }) => version),
  text('状态', 12, ({ state }) => signingLifecycle.states[state].label),
  text('说明', 30, describeSigningReason),
  instant('发起时间', ({ createdAt }) => createdAt),
  instant('签署期限', ({ expiresAt }) => expiresAt),
  instant('买方签署时间', ({ buyerSignedAt }) => buyerSignedAt),
  instant('卖方签署时间', ({ sellerSignedAt }) => sellerSignedAt),
  text('文件校验码', 66, ({ hash }) => hash),
  text('已签署文件校验码', 66, ({ fileHash }) => fileHash),
])
