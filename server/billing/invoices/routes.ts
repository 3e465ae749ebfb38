import type { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import type { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { INTEREST_PERMISSION } from '#contract/billing/invoices/interest.ts'
import type { InvoiceFileFormat } from '#contract/billing/invoices/invoice-lifecycle.ts'
import {
  buyerInvoiceStatuses,
  getBuyerInvoiceStatus,
  invoiceLifecycle,
  invoiceTitleKinds,
} from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoiceRow, InvoiceRow } from '#contract/billing/invoices/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { InvoiceProvider } from '#server/adapters/e-invoice/public.ts'
import { defineColumn, exportList } from '#server/adapters/spreadsheets/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import { requirePermission } from '#server/platform/http/authorisation.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { applyForInvoice, previewInvoice, reapplyForInvoice } from './apply-for-invoice.ts'
import { readInvoiceableInterest } from './interest/invoiceable-interest.ts'
import { detectInvoiceFileFormat, readInvoiceFile, saveInvoiceFile } from './invoice-files.ts'
import { listIssuancesOfOneInvoice } from './invoice-issues.ts'
import {
  countInvoicesByQueue,
  countInvoicesOfEnterpriseByStatus,
  limitInvoiceHandlersToStaffShops,
  listInvoicesForConsole,
  listInvoicesOfEnterprise,
} from './invoice-lists.ts'
import type { InvoiceRef } from './invoice-store.ts'
import { describeInvoiceForBuyer, formatInvoiceIssuanceFileName, readInvoiceOutputForStaff, requireInvoice } from './invoice-view.ts'
import { listInvoiceableOrders, listInvoiceableStatements } from './invoiceable/invoiceable-lines.ts'
import {
  approveInvoice,
  recordManualInvoice,
  recordManualRedConfirmation,
  recordManualRedLetter,
  rejectInvoice,
  replaceInvoiceTaxClasses,
  retryRedLetter,
  retryRefusedInvoice,
  reverseInvoice,
} from './staff-decisions.ts'

interface Outside {
  files: FileStore
  eInvoice: InvoiceProvider | undefined
}

async function openInvoiceFile(
  db: Db,
  files: FileStore,
  ref: InvoiceRef,
  { issueId, format }: { issueId: string; format: InvoiceFileFormat },
) {
  const found = await requireInvoice(db, ref)
  const issue = (await listIssuancesOfOneInvoice(db, ref)).find(({ id }) => id === issueId) ?? refuse('INVOICE_FILE_NOT_FOUND')
  return readInvoiceFile(db, files, {
    enterpriseId: ref.enterpriseId,
    id: issue.id,
    format,
    name: formatInvoiceIssuanceFileName(found, issue),
  })
}

const columns = [
  defineColumn<InvoiceRow>('申请单号', 22, 'text', ({ invoiceNo }) => invoiceNo),
  defineColumn<InvoiceRow>('申请时间', 20, 'instant', ({ createdAt }) => createdAt),
  defineColumn<InvoiceRow>('发票抬头', 36, 'text', ({ titleName }) => titleName),
  defineColumn<InvoiceRow>('类型', 16, 'text', ({ kind }) => invoiceTitleKinds[kind].label),
  defineColumn<InvoiceRow>('店铺', 16, 'text', ({ shopName, ofInterest }) => (ofInterest ? '逾期利息' : shopName)),
  defineColumn<InvoiceRow>('账单月份', 10, 'text', ({ month }) => month ?? ''),
  defineColumn<InvoiceRow>('订单数', 8, 'count', ({ orders }) => orders),
  defineColumn<InvoiceRow>('价税合计', 14, 'money', ({ amount }) => amount),
  defineColumn<InvoiceRow>('红冲金额', 14, 'money', ({ red }) => red),
  defineColumn<InvoiceRow>('发票号码', 24, 'text', ({ number }) => number ?? ''),
  defineColumn<InvoiceRow>('开票时间', 20, 'instant', ({ issuedAt }) => issuedAt),
]
const buyerColumns = [
  ...columns,
  defineColumn<InvoiceRow>('状态', 10, 'text', ({ state }) => buyerInvoiceStatuses[getBuyerInvoiceStatus(state)].label),
]
const staffColumns = [
  defineColumn<ConsoleInvoiceRow>('企业', 30, 'text', ({ enterpriseName }) => enterpriseName ?? ''),
  ...columns,
  defineColumn<ConsoleInvoiceRow>('状态', 10, 'text', ({ state }) => invoiceLifecycle.states[state].label),
  defineColumn<ConsoleInvoiceRow>('驳回原因', 40, 'text', ({ reason }) => reason ?? ''),
]

export const createInvoiceHandlers = ({ files }: Outside): Handlers<typeof invoiceEndpoints> => ({
  openOrders: (input, { db, caller }) => listInvoiceableOrders(db, caller.enterpriseId, toSlice(input)),
  openStatements: (_, { db, caller }) => listInvoiceableStatements(db, caller.enterpriseId),
  openInterest: (_, { db, caller }) => readInvoiceableInterest(db, caller.enterpriseId),
  preview: (source, { db, caller, moment }) => {
    if (source.interest) requirePermission(caller, INTEREST_PERMISSION)
    return previewInvoice(db, moment, { enterpriseId: caller.enterpriseId, source })
  },
  apply: (input, { caller, moment, write }) => {
    if (input.interest) requirePermission(caller, INTEREST_PERMISSION)
    return write((tx) => applyForInvoice(tx, moment, caller, input))
  },
  reapply: (input, { caller, moment, write }) => write((tx) => reapplyForInvoice(tx, moment, caller, input)),
  list: ({ standing, orderNo, ...page }, { db, caller }) =>
    listInvoicesOfEnterprise(db, caller.enterpriseId, { standing, orderNo, ...toSlice(page) }),
  count: (_, { db, caller }) => countInvoicesOfEnterpriseByStatus(db, caller.enterpriseId),
  detail: async ({ id }, { db, caller }) =>
    describeInvoiceForBuyer(db, await requireInvoice(db, { enterpriseId: caller.enterpriseId, id }), caller),
  file: ({ id, ...paper }, { db, caller: { enterpriseId } }) => openInvoiceFile(db, files, { enterpriseId, id }, paper),
  export: ({ standing, format }, context) =>
    exportList(context, {
      name: '发票',
      columns: buyerColumns,
      format,
      page: (db, { limit, offset }) =>
        listInvoicesOfEnterprise(db, context.caller.enterpriseId, { standing, orderNo: undefined, limit, offset }),
    }),
})

type Around = { db: Db; files: FileStore }

/**
 * Records an issue and its uploaded file; the bytes are stored after the transaction. Refuses INVOICE_FILE_UNREADABLE before anything else.
 */
async function entering(
  context: Around,
  moment: Moment,
  file: Buffer,
  { write, enters }: { write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>; enters: (tx: Tx) => Promise<InvoiceRef> },
): Promise<null> {
  const paper = { format: detectInvoiceFileFormat(file), bytes: file }
  await saveInvoiceFile(context, moment, await write(enters), paper)
  return null
}

const createConsoleHandlers = (services: Outside): Handlers<typeof consoleInvoiceEndpoints> => {
  const { files } = services
  const requireProvider = () => services.eInvoice ?? refuse('INVOICE_PROVIDER_OFF')
  return {
    list: (input, { db, caller }) => {
      const { pageNo, pageSize, ...filter } = input
      return listInvoicesForConsole(db, { ...filter, ...toSlice({ pageNo, pageSize }) }, caller.staffId)
    },
    queues: async (_, { db, caller }) => ({
      queues: await countInvoicesByQueue(db, caller.staffId),
      provider: services.eInvoice ? (services.eInvoice.sandbox ? 'sandbox' : 'on') : 'off',
    }),
    detail: async (ref, { db, caller }) => readInvoiceOutputForStaff(db, await requireInvoice(db, ref), caller),
    file: async ({ enterpriseId, id, ...paper }, context) => {
      const file = await openInvoiceFile(context.db, files, { enterpriseId, id }, paper)
      const facts = { issueId: paper.issueId, format: paper.format }
      await recordViewInAuditLog(context, { enterpriseId, action: 'download invoice', objectKind: 'invoice', objectId: id, facts })
      return file
    },
    approve: async (ref, { caller, moment, write }) => {
      requireProvider()
      await write((tx) => approveInvoice(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    recode: async (ref, { caller, moment, write }) => {
      await write((tx) => replaceInvoiceTaxClasses(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    reject: async (given, { caller, moment, write }) => {
      await write((tx) => rejectInvoice(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    retry: async (ref, { caller, moment, write }) => {
      requireProvider()
      await write((tx) => retryRefusedInvoice(tx, moment, { ...ref, staffId: caller.staffId }))
      return null
    },
    enter: (given, { db, caller, moment, write, file }) =>
      entering({ db, files }, moment, file, {
        write,
        enters: (tx) => recordManualInvoice(tx, moment, { ...given, staffId: caller.staffId }),
      }),
    enterRed: (given, { db, caller, moment, write, file }) =>
      entering({ db, files }, moment, file, {
        write,
        enters: (tx) => recordManualRedLetter(tx, moment, { ...given, staffId: caller.staffId }),
      }),
    enterRedConfirmation: async (given, { caller, moment, write }) => {
      await write((tx) => recordManualRedConfirmation(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    retryRed: async (given, { caller, moment, write }) => {
      requireProvider()
      await write((tx) => retryRedLetter(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    takeBack: async (given, { caller, moment, write }) => {
      await write((tx) => reverseInvoice(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    export: ({ format, ...filter }, context) =>
      exportList(context, {
        name: '发票',
        columns: staffColumns,
        format,
        page: (db, { limit, offset }) => listInvoicesForConsole(db, { ...filter, limit, offset }, context.caller.staffId),
      }),
  }
}

export const createConsoleInvoiceHandlers = (services: Outside): Handlers<typeof consoleInvoiceEndpoints> =>
  limitInvoiceHandlersToStaffShops(createConsoleHandlers(services))
