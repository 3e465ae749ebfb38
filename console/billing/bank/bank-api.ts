import * as z from 'zod/mini'
import { parseAmount } from '#console/platform/components/forms/rule.ts'
import { dayFilter, pickFilter, tabsFilterWithAll, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'

export const bankApi = createApiClient(consoleBankEndpoints, sendConsoleRequest)

export const bankLineByIdQuery = (lineId: string) => ({
  queryKey: ['bank', 'line', lineId] as const,
  queryFn: () => bankApi.line({ lineId }),
})

/** The unassigned money of all lines. */
export const unassignedBankMoneyTotalQuery = {
  queryKey: ['bank', 'suspense'] as const,
  queryFn: async () => (await bankApi.lines({ open: true, pageSize: 1 })).suspense,
}

/** Invalidates the queries that an assignment changes: lines, vouchers, orders, enterprises' money, and the queue. */
export const invalidatedByBankLineAssignment = [['bank'], ['voucher'], ['order'], ['enterprise'], ['queue']] as const

/** The lines that can be confirmed together. */
export const exactBankMatchesQuery = {
  queryKey: ['bank', 'exact'] as const,
  queryFn: () => bankApi.exactMatches({}),
}

/** What was confirmed today, and what of it can be taken back. */
export const bankAllocationsOfTodayQuery = {
  queryKey: ['bank', 'today'] as const,
  queryFn: () => bankApi.undoable({}),
}

const Amount = z.string().check(z.refine((typed) => typed === '' || (parseAmount(typed) ?? 0) > 0, '金额如 1200 或 1200.50'))

export const bankLineFilters = {
  shown: tabsFilterWithAll('状态', '待认领', { all: { label: '全部' }, typed: { label: '未经对账单确认' } }, 'all'),
  keyword: textFilter('查找', Text(60), '户名/流水号/附言'),
  amount: textFilter('金额', Amount, '如 1200.50'),
  accountNo: pickFilter('收款账户', BankAccountNo),
  dateFrom: dayFilter('到账日期', Day),
  dateTo: dayFilter('至', Day),
}

/** Converts the search fields to the input of the list. */
export function toBankLineInput<Values extends { shown?: string | undefined; amount?: string | undefined }>({
  shown,
  amount,
  ...rest
}: Values) {
  const sought = amount === undefined ? undefined : parseAmount(amount)
  const which = shown === 'typed' ? { unconfirmed: true } : shown === 'all' ? {} : { open: true }
  return { ...rest, ...which, ...(sought === undefined ? {} : { amount: sought }) }
}

/** The lines that are not completely assigned. */
export const bankLineQueue: CaseQueue<typeof bankLineFilters, BankLine> = {
  list: '/bank_lines',
  screen: '/bank_line',
  fields: bankLineFilters,
  rows: (values, options) => bankApi.lines(toBankLineInput(values), options),
  waits: { by: 'shown', for: [undefined] },
  queryKey: ['bank', 'lines'],
  id: ({ id }) => id,
  at: ({ id }) => ({ lineId: id }),
}
