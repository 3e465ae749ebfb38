import { reconciliationDifferenceCauses, reconciliationDifferenceLifecycle } from '#contract/billing/finance/difference-lifecycle.ts'
import type { consoleReconciliationEndpoints, ReconciliationDifferenceRow } from '#contract/billing/finance/reconciliation-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { defineColumn, exportList } from '#server/adapters/spreadsheets/public.ts'
import type { ProviderContext } from '#server/billing/incoming-payments/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listDifferences, saveAnswerToDifference } from './differences.ts'
import { listReconciledDays, reconcileDayAgain } from './reconcile-days.ts'

const columns = [
  defineColumn<ReconciliationDifferenceRow>('日期', 12, 'day', ({ day }) => day),
  defineColumn<ReconciliationDifferenceRow>('渠道', 16, 'text', ({ channel }) => onlinePaymentChannels[channel].label),
  defineColumn<ReconciliationDifferenceRow>('类型', 8, 'text', ({ kind }) => (kind === 'pay' ? '收款' : '退款')),
  defineColumn<ReconciliationDifferenceRow>('商户单号', 36, 'text', ({ outNo }) => outNo),
  defineColumn<ReconciliationDifferenceRow>('机构流水号', 36, 'text', ({ reference }) => reference),
  defineColumn<ReconciliationDifferenceRow>('机构账单', 16, 'money', ({ bill }) => bill),
  defineColumn<ReconciliationDifferenceRow>('支付记录', 16, 'money', ({ ours }) => ours),
  defineColumn<ReconciliationDifferenceRow>('账簿', 16, 'money', ({ books }) => books),
  defineColumn<ReconciliationDifferenceRow>('差异', 40, 'text', ({ reason }) => reason),
  defineColumn<ReconciliationDifferenceRow>('状态', 10, 'text', ({ state }) => reconciliationDifferenceLifecycle.states[state].label),
  defineColumn<ReconciliationDifferenceRow>('原因', 24, 'text', ({ cause }) =>
    cause === null ? '' : reconciliationDifferenceCauses[cause].label,
  ),
  defineColumn<ReconciliationDifferenceRow>('说明', 40, 'text', ({ note }) => note ?? ''),
  defineColumn<ReconciliationDifferenceRow>('处理人', 12, 'text', ({ decidedBy }) => decidedBy ?? ''),
  defineColumn<ReconciliationDifferenceRow>('处理时间', 20, 'instant', ({ decidedAt }) => decidedAt),
]

type Providers = Omit<ProviderContext, 'db'>

/** `providers` are the clients of the payment gateways. */
export const createConsoleReconciliationHandlers = (providers: Providers): Handlers<typeof consoleReconciliationEndpoints> => ({
  days: ({ pageNo, pageSize }, { db }) => listReconciledDays(db, toSlice({ pageNo, pageSize })),
  differences: ({ pageNo, pageSize, ...filter }, { db }) => listDifferences(db, { ...filter, ...toSlice({ pageNo, pageSize }) }),
  answer: async (given, { caller, moment, write }) => {
    await write((tx) => saveAnswerToDifference(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
  rerun: async ({ day }, { db, moment, write }) => {
    // The audit trail records it before the providers are queried, because no transaction is open during their answers.
    await write(async () => undefined)
    return reconcileDayAgain({ ...providers, db }, moment, day)
  },
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '对账差异',
      columns,
      format,
      page: (db, { limit, offset }) => listDifferences(db, { ...filter, limit, offset }),
    }),
})
