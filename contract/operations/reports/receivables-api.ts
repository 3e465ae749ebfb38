import * as z from 'zod/mini'
import { ReceivablesOverview } from '#contract/billing/finance/receivables-api.ts'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Instant, Month, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'

/** What was owed at the end of a month, or of the last day that is known, and the days of sales outstanding. */
export const ReceivablesMonth = z.object({ month: Month, owed: Yuan, drawn: Yuan, dso: z.nullable(z.number()) })
export type ReceivablesMonth = z.output<typeof ReceivablesMonth>

export const ReceivablesReport = z.object({ asOf: z.nullable(Instant), overview: ReceivablesOverview, months: z.array(ReceivablesMonth) })
export type ReceivablesReport = z.output<typeof ReceivablesReport>

/** What the companies of an account manager owe. The key is `NO_MANAGER_KEY` for those without one. */
export const AccountManagerReceivablesRow = z.object({
  key: z.string(),
  name: z.string(),
  debtors: z.int(),
  notDue: Yuan,
  d30: Yuan,
  d60: Yuan,
  d90: Yuan,
  older: Yuan,
  overdue: Yuan,
  total: Yuan,
})
export type AccountManagerReceivablesRow = z.output<typeof AccountManagerReceivablesRow>

export const consoleReceivablesReportEndpoints = defineEndpoints('/console-api/api/receivables-report', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '应收报表：账龄与各月周转天数',
    needs: { staff: 'receivablesReport' },
    input: EmptyInput,
    output: ReceivablesReport,
  }),
  managers: readEndpoint({
    path: 'managers',
    mayLag: true,
    summary: '各客户经理的应收与逾期，逾期最多的在前',
    needs: { staff: 'receivablesReport' },
    input: z.strictObject(pageInput),
    output: pageOutput(AccountManagerReceivablesRow),
  }),
})
