import { type BillEntryRow, billEntryTypes } from '#contract/billing/bills/api.ts'
import type { consoleDocumentDownloadEndpoints, documentDownloadEndpoints } from '#contract/billing/documents/api.ts'
import { defineColumns, exportList } from '#server/adapters/spreadsheets/public.ts'
import { listBillEntries } from '#server/billing/bills/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { exportStatement } from './statements/export-statement.ts'

const billColumns = defineColumns<BillEntryRow>(({ instant, text, money }) => [
  instant('时间', ({ at }) => at),
  text('交易类型', 12, ({ typeLabel }) => typeLabel),
  text('内容', 48, ({ title }) => title),
  text('支付方式', 18, ({ method }) => method),
  text('收支', 6, ({ sign }) => (sign === '+' ? '收' : '支')),
  money('金额', ({ amount }) => amount),
  text('流水号', 40, ({ id }) => id),
])

/** 下载: each download is recorded in the audit trail. */
export const createDocumentHandlers = (keys: Keys): Handlers<Omit<typeof documentDownloadEndpoints, 'deliveryNote'>> => ({
  statement: (request, context) => exportStatement(context, keys, { enterpriseId: context.caller.enterpriseId, ...request }),
  bills: ({ format, ...filter }, context) =>
    exportList(context, {
      name: '账单明细',
      title: ['账单明细', filter.month, filter.type && billEntryTypes[filter.type].label].filter((part) => part !== undefined).join('-'),
      columns: billColumns,
      format,
      page: (db, page) => listBillEntries(db, context.caller, { ...filter, ...page }),
    }),
})

export const createConsoleStatementFileHandlers = (keys: Keys): Handlers<Pick<typeof consoleDocumentDownloadEndpoints, 'statement'>> => ({
  statement: (request, context) => exportStatement(context, keys, request),
})
