import * as z from 'zod/mini'
import { ageBuckets } from '#contract/money/statements/ageing.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, pageInput, pageOutput, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { enterpriseIdAndNameFields } from './enterprise-fields.ts'

/** What is owed, by how late it is. The parts add up to `total`, which is the amount in the ledger. */
const Aged = {
  /** Drawn in months that have no statement yet. */
  unbilled: Yuan,
  notDue: Yuan,
  d30: Yuan,
  d60: Yuan,
  d90: Yuan,
  older: Yuan,
  /** In dispute: owed, but not due. */
  disputed: Yuan,
  total: Yuan,
  /** Unpaid overdue interest, which is not part of the total. */
  interest: Yuan,
}
export const ReceivableRow = z.object({
  ...enterpriseIdAndNameFields,
  ...Aged,
  /** The share of all debts, in basis points. */ share: z.int(),
})
export type ReceivableRow = z.output<typeof ReceivableRow>

export const ReceivablesOverview = z.object({
  ...Aged,
  /** The number of enterprises that owe. */
  debtors: z.int(),
  /** Days of sales outstanding, and the drawdowns that they are computed from; null if nothing was drawn. */
  dso: z.nullable(z.number()),
  drawn: Yuan,
  /** The share of the largest debtors in all debts, in basis points. */
  concentration: z.array(z.object({ largest: z.int(), amount: Yuan, share: z.int() })),
})
export type ReceivablesOverview = z.output<typeof ReceivablesOverview>

const filter = {
  keyword: z.optional(Text(50)),
  age: z.optional(z.enum(keysOf(ageBuckets), '账龄不正确')),
  manager: z.optional(AccountManagerFilter),
}

export const consoleReceivableEndpoints = defineEndpoints('/console-api/api/receivable', {
  summary: readEndpoint({
    path: 'summary',
    mayLag: true,
    summary: '应收账款：账龄、周转天数、集中度',
    needs: { staff: 'creditView' },
    input: EmptyInput,
    output: ReceivablesOverview,
  }),
  list: readEndpoint({
    path: 'list',
    mayLag: true,
    summary: '各企业的应收账款账龄，欠得最多的在前',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...pageInput, ...filter }),
    output: pageOutput(ReceivableRow),
  }),
  terms: readEndpoint({
    path: 'terms',
    summary: '一家企业的逾期日利率（万分之几）与自动还款',
    needs: { staff: 'creditView' },
    input: z.strictObject({ enterpriseId: Id }),
    output: z.object({ dailyRateBp: z.nullable(z.int()), platformRateBp: z.int(), autoRepay: z.boolean() }),
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
  export: downloadEndpoint({
    path: 'export',
    mayLag: true,
    summary: '导出应收账款账龄：CSV 或 Excel',
    needs: { staff: 'creditView' },
    input: z.strictObject({ ...filter, format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
