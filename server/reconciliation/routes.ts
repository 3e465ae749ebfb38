import { differenceCauses, differenceLifecycle } from '../../contract/finance/difference-lifecycle.ts'
import type { consoleReconciliation, DifferenceRow } from '../../contract/finance/reconciliation-api.ts'
import { channels } from '../../contract/payment/api.ts'
import type { Handlers } from '../http/context.ts'
import type { Around } from '../receipts/public.ts'
import { keepList, told } from '../sheets/public.ts'
import { answerDifference, listDifferences } from './differences.ts'
import { listDays, rerunDay } from './run-days.ts'

const columns = [
  told<DifferenceRow>('日期', 12, 'day', ({ day }) => day),
  told<DifferenceRow>('渠道', 16, 'text', ({ channel }) => channels[channel].label),
  told<DifferenceRow>('类型', 8, 'text', ({ kind }) => (kind === 'pay' ? '收款' : '退款')),
  told<DifferenceRow>('商户单号', 36, 'text', ({ outNo }) => outNo),
  told<DifferenceRow>('机构流水号', 36, 'text', ({ reference }) => reference),
  told<DifferenceRow>('机构账单', 16, 'money', ({ bill }) => bill),
  told<DifferenceRow>('支付记录', 16, 'money', ({ ours }) => ours),
  told<DifferenceRow>('账簿', 16, 'money', ({ books }) => books),
  told<DifferenceRow>('差异', 40, 'text', ({ reason }) => reason),
  told<DifferenceRow>('状态', 10, 'text', ({ state }) => differenceLifecycle.states[state].label),
  told<DifferenceRow>('原因', 24, 'text', ({ cause }) => (cause === null ? '' : differenceCauses[cause].label)),
  told<DifferenceRow>('说明', 40, 'text', ({ note }) => note ?? ''),
  told<DifferenceRow>('处理人', 12, 'text', ({ decidedBy }) => decidedBy ?? ''),
  told<DifferenceRow>('处理时间', 20, 'instant', ({ decidedAt }) => decidedAt),
]

type Providers = Omit<Around, 'db'>

/** Needs what speaks with providers, which is outside. */
export const consoleReconciliationHandlers = (providers: Providers): Handlers<typeof consoleReconciliation> => ({
  days: ({ pageNo, pageSize }, { db }) => listDays(db, { limit: pageSize, offset: (pageNo - 1) * pageSize }),
  differences: ({ pageNo, pageSize, ...filter }, { db }) =>
    listDifferences(db, { ...filter, limit: pageSize, offset: (pageNo - 1) * pageSize }),
  answer: async (given, { caller, moment, write }) => {
    await write((tx) => answerDifference(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
  rerun: async ({ day }, { db, moment, write }) => {
    // Written down before the providers are asked, which no transaction waits for.
    await write(async () => undefined)
    return rerunDay({ ...providers, db }, moment, day)
  },
  export: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '对账差异', columns, format },
      page: (db, { limit, offset }) => listDifferences(db, { ...filter, limit, offset }),
    }),
})
