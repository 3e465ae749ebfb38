import type { invoice } from '../../contract/invoices/api.ts'
import type { consoleInvoice } from '../../contract/invoices/console-api.ts'
import type { InvoiceFormat } from '../../contract/invoices/invoice-lifecycle.ts'
import { invoiceLifecycle, invoiceStandings, standingOf, titleKinds } from '../../contract/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoiceRow, InvoiceRow } from '../../contract/invoices/shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import { listOpenOrders, listOpenStatements } from '../billable/public.ts'
import type { InvoiceProvider } from '../e-invoice/public.ts'
import type { FileStore } from '../files/public.ts'
import type { Handlers } from '../http/context.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { keepList, told } from '../sheets/public.ts'
import { apply, previewInvoice, reapply } from './apply.ts'
import { approve, enter, enterRed, recode, reject, retry, retryRed, takeBack } from './decide.ts'
import { issuesOf } from './issues.ts'
import { countInvoices, countQueues, listForConsole, listInvoices } from './lists.ts'
import { formatOf, keepPaper, readPaper } from './papers.ts'
import type { InvoiceRef } from './rows.ts'
import { demandInvoice, describeForBuyer, describeForStaff, paperName } from './view.ts'

interface Outside {
  files: FileStore
  eInvoice: InvoiceProvider | undefined
}

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

async function paperOf(db: Db, files: FileStore, ref: InvoiceRef, { issueId, format }: { issueId: string; format: InvoiceFormat }) {
  const found = await demandInvoice(db, ref)
  const issue = (await issuesOf(db, ref)).find(({ id }) => id === issueId) ?? refuse('INVOICE_FILE_NOT_FOUND')
  return readPaper(db, files, { enterpriseId: ref.enterpriseId, id: issue.id, format, name: paperName(found, issue) })
}

const columns = [
  told<InvoiceRow>('申请单号', 22, 'text', ({ invoiceNo }) => invoiceNo),
  told<InvoiceRow>('申请时间', 20, 'instant', ({ createdAt }) => createdAt),
  told<InvoiceRow>('发票抬头', 36, 'text', ({ titleName }) => titleName),
  told<InvoiceRow>('类型', 16, 'text', ({ kind }) => titleKinds[kind].label),
  told<InvoiceRow>('店铺', 16, 'text', ({ shopName }) => shopName),
  told<InvoiceRow>('账单月份', 10, 'text', ({ month }) => month ?? ''),
  told<InvoiceRow>('订单数', 8, 'count', ({ orders }) => orders),
  told<InvoiceRow>('价税合计', 14, 'money', ({ amount }) => amount),
  told<InvoiceRow>('红冲金额', 14, 'money', ({ red }) => red),
  told<InvoiceRow>('发票号码', 24, 'text', ({ number }) => number ?? ''),
  told<InvoiceRow>('开票时间', 20, 'instant', ({ issuedAt }) => issuedAt),
]
const buyerColumns = [...columns, told<InvoiceRow>('状态', 10, 'text', ({ state }) => invoiceStandings[standingOf(state)].label)]
const staffColumns = [
  told<ConsoleInvoiceRow>('企业', 30, 'text', ({ enterpriseName }) => enterpriseName ?? ''),
  ...columns,
  told<ConsoleInvoiceRow>('状态', 10, 'text', ({ state }) => invoiceLifecycle.states[state].label),
  told<ConsoleInvoiceRow>('驳回原因', 40, 'text', ({ reason }) => reason ?? ''),
]

export const invoiceHandlers = ({ files }: Outside): Handlers<typeof invoice> => ({
  openOrders: (input, { db, caller }) => listOpenOrders(db, caller.enterpriseId, slice(input)),
  openStatements: (_, { db, caller }) => listOpenStatements(db, caller.enterpriseId),
  preview: (source, { db, caller }) => previewInvoice(db, caller.enterpriseId, source),
  apply: (input, { caller, moment, write }) => write((tx) => apply(tx, moment, caller, input)),
  reapply: (input, { caller, moment, write }) => write((tx) => reapply(tx, moment, caller, input)),
  list: ({ standing, orderNo, ...page }, { db, caller }) => listInvoices(db, caller.enterpriseId, { standing, orderNo, ...slice(page) }),
  count: (_, { db, caller }) => countInvoices(db, caller.enterpriseId),
  detail: async ({ id }, { db, caller: { enterpriseId, permCode } }) =>
    describeForBuyer(db, await demandInvoice(db, { enterpriseId, id }), permCode),
  file: ({ id, ...paper }, { db, caller: { enterpriseId } }) => paperOf(db, files, { enterpriseId, id }, paper),
  export: ({ standing, format }, context) =>
    keepList(context, {
      ...{ name: '发票', columns: buyerColumns, format },
      page: (db, { limit, offset }) => listInvoices(db, context.caller.enterpriseId, { standing, orderNo: undefined, limit, offset }),
    }),
})

type Around = { db: Db; files: FileStore }

/** A paper that people brought: written down with its issue, its bytes kept after that. Refuses INVOICE_FILE_UNREADABLE before anything. */
async function entering(
  around: Around,
  moment: Moment,
  file: Buffer,
  { write, enters }: { write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>; enters: (tx: Tx) => Promise<InvoiceRef> },
): Promise<null> {
  const paper = { format: formatOf(file), bytes: file }
  await keepPaper(around, moment, await write(enters), paper)
  return null
}

export const consoleInvoiceHandlers = (outside: Outside): Handlers<typeof consoleInvoice> => {
  const { files } = outside
  const demandProvider = () => outside.eInvoice ?? refuse('INVOICE_PROVIDER_OFF')
  return {
    list: (input, { db }) => {
      const { pageNo, pageSize, ...filter } = input
      return listForConsole(db, { ...filter, ...slice({ pageNo, pageSize }) })
    },
    queues: async (_, { db }) => ({
      queues: await countQueues(db),
      provider: outside.eInvoice ? (outside.eInvoice.sandbox ? 'sandbox' : 'on') : 'off',
    }),
    detail: async (ref, { db, caller }) => describeForStaff(db, await demandInvoice(db, ref), caller.roles),
    file: ({ enterpriseId, id, ...paper }, { db }) => paperOf(db, files, { enterpriseId, id }, paper),
    approve: async (ref, { caller, moment, write }) => {
      demandProvider()
      await write((tx) => approve(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    recode: async (ref, { caller, moment, write }) => {
      await write((tx) => recode(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    reject: async (given, { caller, moment, write }) => {
      await write((tx) => reject(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    retry: async (ref, { caller, moment, write }) => {
      demandProvider()
      await write((tx) => retry(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    enter: (given, { db, caller, moment, write, file }) =>
      entering({ db, files }, moment, file, { write, enters: (tx) => enter(tx, moment, { ...given, staffId: caller.staffId }) }),
    enterRed: (given, { db, caller, moment, write, file }) =>
      entering({ db, files }, moment, file, { write, enters: (tx) => enterRed(tx, moment, { ...given, staffId: caller.staffId }) }),
    retryRed: async (given, { caller, moment, write }) => {
      demandProvider()
      await write((tx) => retryRed(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    takeBack: async (given, { caller, moment, write }) => {
      await write((tx) => takeBack(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    export: ({ format, ...filter }, context) =>
      keepList(context, {
        ...{ name: '发票', columns: staffColumns, format },
        page: (db, { limit, offset }) => listForConsole(db, { ...filter, limit, offset }),
      }),
  }
}
