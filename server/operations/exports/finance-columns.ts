// The row types of the console's lists of money, besides those that finance exports itself.

import type { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { bankLineSources } from '#contract/billing/bank/shapes.ts'
import type { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { valueDayRequestLifecycle } from '#contract/billing/bank/value-day-lifecycle.ts'
import type { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import type { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { type consoleCreditAccountEndpoints, creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import { incomingPaymentPurposes } from '#contract/billing/finance/incoming-payments-api.ts'
import type { consoleLedgerEndpoints } from '#contract/billing/finance/ledger-api.ts'
import type { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import type { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { creditLimitRequestLifecycle } from '#contract/money/credit/limit-request-lifecycle.ts'
import { type consoleRefundAndReconcileEndpoints, onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import type { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import {
  type consoleStatementEndpoints,
  type consoleWaiverOrWriteOffEndpoints,
  waiverOrWriteOffKinds,
} from '#contract/money/statements/console-api.ts'
import { formatDisputeReason } from '#contract/money/statements/disputed-units.ts'
import { waiverOrWriteOffRequestLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { createEnterpriseColumn } from '#server/adapters/spreadsheets/public.ts'
import { acceptanceBillColumns } from './company-columns.ts'
import { defineColumnsForEndpoint } from './list-export.ts'

export const statementDisputeColumns = defineColumnsForEndpoint<typeof consoleStatementEndpoints.disputes>(
  ({ text, count, instant, money }) => [
    createEnterpriseColumn(),
    text('账单月份', 12, ({ month }) => month),
    money('异议金额', ({ amount }) => amount),
    text('理由', 60, (row) => formatDisputeReason(row)),
    count('图片张数', ({ pictures }) => pictures.length),
    instant('提出时间', ({ at }) => at),
  ],
)

export const consoleAcceptanceBillColumns = defineColumnsForEndpoint<typeof consoleAcceptanceBillEndpoints.list>(() => [
  createEnterpriseColumn(),
  ...acceptanceBillColumns,
])

export const acceptanceRequestColumns = defineColumnsForEndpoint<typeof consoleAcceptanceBillEndpoints.requests>(
  ({ text, instant, money, day }) => [
    createEnterpriseColumn(),
    text('票据号', 34, ({ billNo }) => billNo),
    text('承兑人', 34, ({ acceptor }) => acceptor),
    money('票面金额', ({ amount }) => amount),
    day('到期日', ({ maturityDay }) => maturityDay),
    text('申请', 14, ({ kindLabel }) => kindLabel),
    day('到账或扣款日', ({ valueDay }) => valueDay),
    money('手续费', ({ fee }) => fee),
    money('贴现息', ({ discount }) => discount),
    text('原因', 40, ({ reason }) => reason),
    text('状态', 12, ({ label }) => label),
    text('提出人', 14, ({ proposedBy }) => proposedBy),
    instant('提出时间', ({ proposedAt }) => proposedAt),
    text('处理人', 14, ({ decidedBy }) => decidedBy),
    instant('处理时间', ({ decidedAt }) => decidedAt),
  ],
)

export const waiverOrWriteOffColumns = defineColumnsForEndpoint<typeof consoleWaiverOrWriteOffEndpoints.list>(
  ({ text, instant, money }) => [
    createEnterpriseColumn(),
    text('类型', 12, ({ kind }) => waiverOrWriteOffKinds[kind].label),
    text('账单月份', 12, ({ month }) => month),
    money('金额', ({ amount }) => amount),
    money('连同利息', ({ interest }) => interest),
    text('理由', 40, ({ reason }) => reason),
    text('状态', 16, ({ state }) => waiverOrWriteOffRequestLifecycle.states[state].label),
    text('提出人', 14, ({ proposedBy }) => proposedBy),
    instant('提出时间', ({ proposedAt }) => proposedAt),
    text('处理人', 14, ({ decidedBy }) => decidedBy),
    instant('处理时间', ({ decidedAt }) => decidedAt),
  ],
)

export const refundColumns = defineColumnsForEndpoint<typeof consoleRefundAndReconcileEndpoints.refunds>(
  ({ text, instant, money, count }) => [
    text('退款号', 26, ({ refundNo }) => refundNo),
    createEnterpriseColumn(),
    text('摘要', 40, ({ title }) => title),
    money('金额', ({ amount }) => amount),
    text('去向', 36, ({ destination }) => destination),
    text('状态', 12, ({ state }) => refundLifecycle.states[state].label),
    text('原因', 30, ({ reason }) => reason),
    text('失败原因', 40, ({ failure }) => failure),
    count('次数', ({ tries }) => tries),
    instant('创建时间', ({ createdAt }) => createdAt),
    instant('完成时间', ({ settledAt }) => settledAt),
  ],
)

export const transferVoucherColumns = defineColumnsForEndpoint<typeof consoleVoucherEndpoints.list>(({ text, instant, money, count }) => [
  createEnterpriseColumn(),
  text('用途', 8, ({ purpose }) => incomingPaymentPurposes[purpose].label),
  text('摘要', 40, ({ title }) => title),
  text('订单号', 40, ({ orderNos }) => orderNos.join('、')),
  text('转账附言', 14, ({ remarkCode }) => remarkCode),
  count('第几次', ({ no }) => no),
  money('金额', ({ amount }) => amount),
  text('状态', 14, ({ state }) => voucherLifecycle.states[state].label),
  instant('提交时间', ({ submittedAt }) => submittedAt),
  text('初核人', 14, ({ firstBy }) => firstBy),
  text('审核人', 14, ({ decidedBy }) => decidedBy),
  instant('审核时间', ({ decidedAt }) => decidedAt),
])

export const bankImportColumns = defineColumnsForEndpoint<typeof consoleBankEndpoints.imports>(({ text, instant, money, count }) => [
  text('文件', 40, ({ fileName }) => fileName),
  text('收款账户', 28, ({ account }) => account),
  count('新增', ({ added }) => added),
  count('已有', ({ known }) => known),
  count('跳过', ({ skipped }) => skipped),
  count('有误', ({ refused }) => refused),
  money('新增金额', ({ amount }) => amount),
  text('导入人', 14, ({ by }) => by),
  instant('导入时间', ({ at }) => at),
])

export const bankLineColumns = defineColumnsForEndpoint<typeof consoleBankEndpoints.lines>(({ text, instant, money, day }) => [
  day('到账日', (row) => row.day),
  day('登记到账日', ({ typedDay }) => typedDay),
  text('流水号', 30, ({ reference }) => reference),
  text('收款账户', 28, ({ account }) => account),
  text('收款账号', 28, ({ accountNo }) => accountNo),
  text('来源', 12, ({ source }) => bankLineSources[source].label),
  text('登记人', 16, ({ typedBy }) => typedBy),
  text('日期同意人', 16, ({ dayAgreedBy }) => dayAgreedBy),
  text('付款人', 34, ({ payerName }) => payerName),
  text('付款账号', 28, ({ payerAccount }) => payerAccount),
  text('附言', 40, ({ remark }) => remark),
  money('金额', ({ amount }) => amount),
  money('已认领', ({ assigned }) => assigned),
  money('未认领', ({ rest }) => rest),
  instant('录入时间', ({ at }) => at),
])

export const valueDayRequestColumns = defineColumnsForEndpoint<typeof consoleValueDayEndpoints.requests>(
  ({ text, instant, money, day }) => [
    text('收款账户', 28, ({ account }) => account),
    text('流水号', 30, ({ reference }) => reference),
    text('付款人', 34, ({ payerName }) => payerName),
    money('金额', ({ amount }) => amount),
    day('申请到账日', (row) => row.day),
    day('登记到账日', ({ typedDay }) => typedDay),
    text('原因', 40, ({ reason }) => reason),
    text('状态', 12, ({ state }) => valueDayRequestLifecycle.states[state].label),
    text('提出人', 14, ({ proposedBy }) => proposedBy),
    instant('提出时间', ({ proposedAt }) => proposedAt),
    text('处理人', 14, ({ decidedBy }) => decidedBy),
    instant('处理时间', ({ decidedAt }) => decidedAt),
  ],
)

export const valueDayCorrectionColumns = defineColumnsForEndpoint<typeof consoleValueDayEndpoints.corrections>(
  ({ text, instant, money, day }) => [
    text('流水号', 30, ({ reference }) => reference),
    text('付款人', 34, ({ payerName }) => payerName),
    money('金额', ({ amount }) => amount),
    day('登记到账日', ({ typedDay }) => typedDay),
    day('对账单到账日', (row) => row.day),
    text('企业', 40, ({ enterprises }) => enterprises.map(({ enterpriseName }) => enterpriseName ?? '未认证企业').join('、')),
    money('补收利息', ({ recharged }) => recharged),
    money('冲回利息', ({ reversed }) => reversed),
    text('登记人', 16, ({ typedBy }) => typedBy),
    text('更正人', 16, ({ correctedBy }) => correctedBy),
    text('对账单', 40, ({ fileName }) => fileName),
    instant('更正时间', ({ at }) => at),
  ],
)

export const creditHoldColumns = defineColumnsForEndpoint<typeof consoleCreditAccountEndpoints.holds>(({ text, instant, money }) => [
  createEnterpriseColumn(),
  text('订单号', 22, ({ orderNo }) => orderNo),
  text('摘要', 40, ({ title }) => title),
  money('占用', ({ amount }) => amount),
  money('已赊销', ({ posted }) => posted),
  money('已释放', ({ voided }) => voided),
  money('剩余', ({ rest }) => rest),
  instant('占用时间', ({ at }) => at),
])

export const companyGroupColumns = defineColumnsForEndpoint<typeof consoleCompanyGroupEndpoints.list>(({ text, instant, money, count }) => [
  text('集团', 30, ({ name }) => name),
  createEnterpriseColumn(),
  count('成员数', ({ members }) => members),
  money('集团额度', ({ limit }) => limit),
  money('已占用', ({ taken }) => taken),
  money('未分配', ({ limit, taken }) => subtractFen(limit, taken)),
  instant('建立时间', ({ createdAt }) => createdAt),
])

export const creditLimitChangeColumns = defineColumnsForEndpoint<typeof consoleCreditAccountEndpoints.limitChanges>(
  ({ text, instant, money, day }) => [
    createEnterpriseColumn(),
    text('类型', 10, ({ kind }) => creditLimitKinds[kind]),
    money('额度', ({ limit }) => limit),
    day('到期日', ({ endDay }) => endDay),
    text('原因', 40, ({ reason }) => reason),
    text('操作人', 14, ({ by }) => by ?? '系统'),
    instant('时间', ({ at }) => at),
  ],
)

export const creditLimitRequestColumns = defineColumnsForEndpoint<typeof consoleCreditAccountEndpoints.limitRequests>(
  ({ text, instant, money, day }) => [
    createEnterpriseColumn(),
    text('类型', 10, ({ kind }) => creditLimitKinds[kind]),
    money('现额度', ({ current }) => current),
    money('申请额度', ({ limit }) => limit),
    day('到期日', ({ endDay }) => endDay),
    text('原因', 40, ({ reason }) => reason),
    text('状态', 14, ({ state }) => creditLimitRequestLifecycle.states[state].label),
    text('提出人', 14, ({ proposedBy }) => proposedBy),
    instant('提出时间', ({ proposedAt }) => proposedAt),
    text('处理人', 14, ({ decidedBy }) => decidedBy),
    instant('处理时间', ({ decidedAt }) => decidedAt),
  ],
)

export const reconciliationDayColumns = defineColumnsForEndpoint<typeof consoleReconciliationEndpoints.days>(
  ({ text, instant, count, day }) => [
    day('日期', (row) => row.day),
    instant('对账时间', ({ ranAt }) => ranAt),
    count('次数', ({ runs }) => runs),
    text('未取到账单', 24, ({ unavailable }) => unavailable.map((channel) => onlinePaymentChannels[channel].label).join('、')),
    count('差异', ({ differences }) => differences),
    count('未处理', ({ open }) => open),
  ],
)

export const ledgerAccountDayColumns = defineColumnsForEndpoint<typeof consoleLedgerEndpoints.days>(({ money, count, day }) => [
  day('日期', (row) => row.day),
  money('转入', ({ into }) => into),
  money('转出', ({ out }) => out),
  money('余额', ({ balance }) => balance),
  count('笔数', ({ transfers }) => transfers),
])

const proofStates = { RUNNING: '进行中', DONE: '已完成', FAILED: '未完成' } as const
export const ledgerProofColumns = defineColumnsForEndpoint<typeof consoleLedgerProofEndpoints.runs>(({ text, instant, count, day }) => [
  instant('开始时间', ({ startedAt }) => startedAt),
  instant('结束时间', ({ endedAt }) => endedAt),
  day('例行日期', ({ night }) => night),
  text('发起人', 14, ({ askedBy }) => askedBy),
  text('状态', 10, ({ state }) => proofStates[state]),
  count('不符', ({ breaches }) => breaches),
  day('封印日', ({ seal }) => seal?.day ?? null),
  text('封印总码（SHA-256）', 68, ({ seal }) => seal?.root ?? null),
])
