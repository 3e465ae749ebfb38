import type { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import type { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import type { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { getDueDayRangeOfAgeBucket } from '#contract/money/statements/ageing.ts'
import type { consoleStatementEndpoints } from '#contract/money/statements/console-api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { exportList } from '#server/adapters/spreadsheets/public.ts'
import { listStatements, readInterestRateAndAutopay, readPlatformDailyInterestRate } from '#server/money/statements/public.ts'
import { attachEnterpriseNamesToRows, requireEnterprise } from '#server/people/organisation/public.ts'
import { type PageInput, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listCreditAccounts, listOpenCreditHolds } from './credit-accounts.ts'
import { listCreditLimitChangesForConsole, listCreditLimitRequestsForConsole } from './credit-limit-lists.ts'
import { listDebtors, summariseDebtors } from './debtors.ts'
import {
  consoleStatementExportColumns,
  creditAccountExportColumns,
  incomingPaymentExportColumns,
  receivableExportColumns,
} from './export-columns.ts'
import { readIncomingPayment, scheduleProviderQueryOfPaymentNow } from './incoming-payment-detail.ts'
import { listIncomingPayments } from './incoming-payments.ts'

/** Converts the page of the input to limit and offset. */
const sliced = <F extends PageInput>({ pageNo, pageSize, ...filter }: F) => ({ ...filter, ...toSlice({ pageNo, pageSize }) })

export const consoleReceivableHandlers: Handlers<typeof consoleReceivableEndpoints> = {
  summary: (_, { db, moment }) => summariseDebtors(db, moment),
  list: (input, { db, caller: { staffId }, moment }) => listDebtors(db, moment, { ...sliced(input), staffId }),
  terms: async ({ enterpriseId }, { db }) => {
    await requireEnterprise(db, enterpriseId)
    const { dailyRate, autoRepay } = await readInterestRateAndAutopay(db, enterpriseId)
    return { dailyRateBp: dailyRate, platformRateBp: await readPlatformDailyInterestRate(db), autoRepay }
  },
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '应收账款账龄',
      columns: receivableExportColumns,
      format,
      page: (db, { limit, offset }) => listDebtors(db, context.moment, { ...filter, staffId: context.caller.staffId, limit, offset }),
    }),
}

type CreditReads = Omit<typeof consoleCreditAccountEndpoints, 'decideLimit'>
export const consoleCreditAccountHandlers: Handlers<CreditReads> = {
  accounts: (input, { db, moment }) => listCreditAccounts(db, moment, sliced(input)),
  holds: (input, { db }) => listOpenCreditHolds(db, sliced(input)),
  limitChanges: (input, { db }) => listCreditLimitChangesForConsole(db, sliced(input)),
  limitRequests: (input, { db, caller }) => listCreditLimitRequestsForConsole(db, { ...sliced(input), staffId: caller.staffId }),
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '赊销额度',
      columns: creditAccountExportColumns,
      format,
      page: (db, { limit, offset }) => listCreditAccounts(db, context.moment, { ...filter, limit, offset }),
    }),
}

export const consoleIncomingPaymentHandlers: Handlers<typeof consoleIncomingPaymentEndpoints> = {
  list: (input, { db, moment }) => listIncomingPayments(db, moment, sliced(input)),
  detail: (ref, { db }) => readIncomingPayment(db, ref),
  askNow: async (ref, { moment, write }) => {
    await write((tx) => scheduleProviderQueryOfPaymentNow(tx, moment, ref))
    return null
  },
  export: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '支付记录',
      columns: incomingPaymentExportColumns,
      format,
      page: (db, { limit, offset }) => listIncomingPayments(db, context.moment, { ...filter, limit, offset }),
    }),
}

export const statementExportHandlers: Handlers<Pick<typeof consoleStatementEndpoints, 'export'>> = {
  export: ({ format, age, ...filter }, context) => {
    const due = age === undefined ? {} : { due: getDueDayRangeOfAgeBucket(age, toShanghaiDay(context.moment.now)) }
    return exportList(context, {
      name: '月账单',
      columns: consoleStatementExportColumns,
      format,
      page: async (db, { limit, offset }) => {
        const { rows, total } = await listStatements(withoutTenantGuard(db, 'console'), { ...filter, ...due, limit, offset })
        return { dataList: await attachEnterpriseNamesToRows(db, rows), total }
      },
    })
  },
}
