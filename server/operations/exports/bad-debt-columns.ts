// Columns of the console's exported lists of written-off claims and of the provision for them.
import type { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { formatProvisionShare } from '#contract/money/provisions/bands.ts'
import type { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { createEnterpriseColumn } from '#server/adapters/spreadsheets/public.ts'
import { defineColumnsForEndpoint } from './endpoint-columns.ts'

export const badDebtColumns = defineColumnsForEndpoint<typeof consoleBadDebtEndpoints.list>(({ text, instant, money, day }) => [
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

export const provisionColumns = defineColumnsForEndpoint<typeof consoleProvisionEndpoints.list>(({ text, instant, money }) => [
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
