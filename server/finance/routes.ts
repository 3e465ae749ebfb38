import { dueDaysOf } from '../../contract/finance/ageing.ts'
import type { consoleCreditBook } from '../../contract/finance/credit-api.ts'
import type { consoleReceipt } from '../../contract/finance/receipts-api.ts'
import type { consoleReceivable } from '../../contract/finance/receivables-api.ts'
import { EXPORT_ROWS_MAX } from '../../contract/finance/roles.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { consoleStatement } from '../../contract/statements/console-api.ts'
import type { Handlers } from '../http/context.ts'
import { findEnterprise, nameEnterprises } from '../organisation/public.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { keepSheet, tabulate } from '../printing/public.ts'
import { listStatements, readPlatformRate, readTerms } from '../statements/public.ts'
import { listDebtors, summariseDebtors } from './ageing.ts'
import { listCreditAccounts, listHolds } from './credit-book.ts'
import { creditColumns, everything, receiptColumns, receivableColumns, statementColumns } from './exports.ts'
import { listChanges, listRequests } from './limit-lists.ts'
import { askNow, describeReceipt } from './receipt-detail.ts'
import { listPayments, listUnclear } from './receipts.ts'

interface Paged {
  pageNo: number
  pageSize: number
}
/** The rows of a page, in the words of the database. */
const sliced = <F extends Paged>({ pageNo, pageSize, ...filter }: F) => ({ ...filter, limit: pageSize, offset: (pageNo - 1) * pageSize })
const rowsMax = EXPORT_ROWS_MAX
const dated = (name: string, moment: Moment) => `${name}-${dayOf(moment.now)}`

export const consoleReceivableHandlers: Handlers<typeof consoleReceivable> = {
  summary: (_, { db, moment }) => summariseDebtors(db, moment),
  list: (input, { db, moment }) => listDebtors(db, moment, sliced(input)),
  terms: async ({ enterpriseId }, { db }) => {
    if (!(await findEnterprise(db, enterpriseId))) refuse('ENTERPRISE_NOT_FOUND')
    const { dailyRate, autoRepay } = await readTerms(db, enterpriseId)
    return { dailyRateBp: dailyRate, platformRateBp: await readPlatformRate(db), autoRepay }
  },
  export: async ({ format, ...filter }, { db, moment }) => {
    const { dataList } = await listDebtors(db, moment, { ...filter, ...everything })
    return keepSheet(tabulate(dated('应收账款账龄', moment), receivableColumns, dataList), { format, rowsMax })
  },
}

type CreditReads = Omit<typeof consoleCreditBook, 'decideLimit'>
export const consoleCreditBookHandlers: Handlers<CreditReads> = {
  accounts: (input, { db, moment }) => listCreditAccounts(db, moment, sliced(input)),
  holds: (input, { db }) => listHolds(db, sliced(input)),
  limitChanges: (input, { db }) => listChanges(db, sliced(input)),
  limitRequests: (input, { db, caller }) => listRequests(db, { ...sliced(input), staffId: caller.staffId }),
  export: async ({ format, ...filter }, { db, moment }) => {
    const { dataList } = await listCreditAccounts(db, moment, { ...filter, ...everything })
    return keepSheet(tabulate(dated('赊销额度', moment), creditColumns, dataList), { format, rowsMax })
  },
}

export const consoleReceiptHandlers: Handlers<typeof consoleReceipt> = {
  list: (input, { db }) => listPayments(db, sliced(input)),
  unclear: (_, { db, moment }) => listUnclear(db, moment),
  detail: (ref, { db }) => describeReceipt(db, ref),
  askNow: async (ref, { moment, write }) => {
    await write((tx) => askNow(tx, moment, ref))
    return null
  },
  export: async ({ format, ...filter }, { db, moment }) => {
    const { dataList } = await listPayments(db, { ...filter, ...everything })
    return keepSheet(tabulate(dated('支付记录', moment), receiptColumns, dataList), { format, rowsMax })
  },
}

export const statementExportHandlers: Handlers<Pick<typeof consoleStatement, 'export'>> = {
  export: async ({ format, age, ...filter }, { db, moment }) => {
    const due = age === undefined ? {} : { due: dueDaysOf(age, dayOf(moment.now)) }
    const { rows } = await listStatements(acrossEnterprises(db, 'console'), { ...filter, ...due, ...everything })
    const named = await nameEnterprises(db, rows)
    return keepSheet(tabulate(dated('月账单', moment), statementColumns, named), { format, rowsMax })
  },
}
