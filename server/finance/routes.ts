import { dueDaysOf } from '../../contract/finance/ageing.ts'
import type { consoleCreditBook } from '../../contract/finance/credit-api.ts'
import type { consoleReceipt } from '../../contract/finance/receipts-api.ts'
import type { consoleReceivable } from '../../contract/finance/receivables-api.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { consoleStatement } from '../../contract/statements/console-api.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise, nameEnterprises } from '../organisation/public.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { keepList } from '../sheets/public.ts'
import { listStatements, readPlatformRate, readTerms } from '../statements/public.ts'
import { listDebtors, summariseDebtors } from './ageing.ts'
import { listCreditAccounts, listHolds } from './credit-book.ts'
import { creditColumns, receiptColumns, receivableColumns, statementColumns } from './exports.ts'
import { listChanges, listRequests } from './limit-lists.ts'
import { askNow, describeReceipt } from './receipt-detail.ts'
import { listPayments, listUnclear } from './receipts.ts'

interface Paged {
  pageNo: number
  pageSize: number
}
/** The rows of a page, in the words of the database. */
const sliced = <F extends Paged>({ pageNo, pageSize, ...filter }: F) => ({ ...filter, limit: pageSize, offset: (pageNo - 1) * pageSize })

export const consoleReceivableHandlers: Handlers<typeof consoleReceivable> = {
  summary: (_, { db, moment }) => summariseDebtors(db, moment),
  list: (input, { db, moment }) => listDebtors(db, moment, sliced(input)),
  terms: async ({ enterpriseId }, { db }) => {
    if (!(await findEnterprise(db, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
    const { dailyRate, autoRepay } = await readTerms(db, enterpriseId)
    return { dailyRateBp: dailyRate, platformRateBp: await readPlatformRate(db), autoRepay }
  },
  export: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '应收账款账龄', columns: receivableColumns, format },
      page: (db, { limit, offset }) => listDebtors(db, context.moment, { ...filter, limit, offset }),
    }),
}

type CreditReads = Omit<typeof consoleCreditBook, 'decideLimit'>
export const consoleCreditBookHandlers: Handlers<CreditReads> = {
  accounts: (input, { db, moment }) => listCreditAccounts(db, moment, sliced(input)),
  holds: (input, { db }) => listHolds(db, sliced(input)),
  limitChanges: (input, { db }) => listChanges(db, sliced(input)),
  limitRequests: (input, { db, caller }) => listRequests(db, { ...sliced(input), staffId: caller.staffId }),
  export: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '赊销额度', columns: creditColumns, format },
      page: (db, { limit, offset }) => listCreditAccounts(db, context.moment, { ...filter, limit, offset }),
    }),
}

export const consoleReceiptHandlers: Handlers<typeof consoleReceipt> = {
  list: (input, { db }) => listPayments(db, sliced(input)),
  unclear: (_, { db, moment }) => listUnclear(db, moment),
  detail: (ref, { db }) => describeReceipt(db, ref),
  askNow: async (ref, { moment, write }) => {
    await write((tx) => askNow(tx, moment, ref))
    return null
  },
  export: ({ format, ...filter }, context) =>
    keepList(context, {
      ...{ name: '支付记录', columns: receiptColumns, format },
      page: (db, { limit, offset }) => listPayments(db, { ...filter, limit, offset }),
    }),
}

export const statementExportHandlers: Handlers<Pick<typeof consoleStatement, 'export'>> = {
  export: ({ format, age, ...filter }, context) => {
    const due = age === undefined ? {} : { due: dueDaysOf(age, dayOf(context.moment.now)) }
    return keepList(context, {
      ...{ name: '月账单', columns: statementColumns, format },
      page: async (db, { limit, offset }) => {
        const { rows, total } = await listStatements(acrossEnterprises(db, 'console'), { ...filter, ...due, limit, offset })
        return { dataList: await nameEnterprises(db, rows), total }
      },
    })
  },
}
