// The columns in which 金蝶 and 用友 import entries; docs/zh/财务凭证.md explains each.
import { formatJournalEntryNumber, type JournalExportFormat, type JournalLine } from '#contract/billing/journal/console-api.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { type ColumnDef, defineColumn } from '#server/adapters/spreadsheets/public.ts'

const PREPARER = '系统'
const CODE_DIGITS = 12

/** The code of a company (客户编码), a shop (部门编码) or a project (项目编码) in the other program: the last digits of its id. */
export const toAccountingProgramCode = (id: string): string => id.slice(-CODE_DIGITS)
const enterpriseCode = ({ enterpriseId }: JournalLine): string => toAccountingProgramCode(enterpriseId)
const shopCode = ({ shopCode: code }: JournalLine): string => code ?? ''
const projectCode = ({ projectCode: code }: JournalLine): string => code ?? ''
const enterpriseName = (line: JournalLine): string => line.enterpriseName ?? ''

const text = (title: string, width: number, of: (line: JournalLine) => string) => defineColumn<JournalLine>(title, width, 'text', of)
const money = (title: string, of: (line: JournalLine) => Fen) => defineColumn<JournalLine>(title, 16, 'money', of)
const empty = (title: string) => text(title, 10, () => '')

/** 金蝶: the standard form of entries (标准格式凭证) of K/3 and KIS. */
const kingdee = [
  defineColumn<JournalLine>('FDate', 12, 'day', ({ day }) => day),
  text('FYear', 8, ({ month }) => month.slice(0, 4)),
  text('FPeriod', 8, ({ month }) => String(Number(month.slice(5)))),
  text('FGroupID', 10, ({ word }) => word),
  text('FNumber', 10, ({ no }) => String(no)),
  text('FAccountNum', 14, ({ account }) => account),
  text('FAccountName', 24, ({ accountName }) => accountName),
  text('FCurrencyNum', 12, () => 'RMB'),
  text('FCurrencyName', 14, () => '人民币'),
  defineColumn<JournalLine>('FAmountFor', 16, 'money', ({ debit, credit }) => (debit === 0 ? credit : debit)),
  money('FDebit', ({ debit }) => debit),
  money('FCredit', ({ credit }) => credit),
  text('FPreparerID', 12, () => PREPARER),
  text('FExplanation', 30, ({ title }) => title),
  defineColumn<JournalLine>('FAttachments', 12, 'count', () => 0),
  text('FExchangeRate', 14, () => '1'),
  text('FEntryID', 10, ({ lineNo }) => String(lineNo - 1)),
  text('FItem', 50, (line) =>
    [
      ['客户', enterpriseCode(line), enterpriseName(line)],
      ['部门', line.shopCode, line.shopName],
      ['项目', line.projectCode, line.projectName],
    ]
      .filter(([, code]) => code !== null)
      .map((item) => item.join('---'))
      .join('/'),
  ),
]

/** 用友: the form of entries that the ledger tools of T3 and U8 read. */
const yonyou = [
  defineColumn<JournalLine>('制单日期', 12, 'day', ({ day }) => day),
  text('凭证类别字', 10, ({ word }) => word),
  text('凭证编号', 10, ({ no }) => String(no)),
  defineColumn<JournalLine>('附单据数', 10, 'count', () => 0),
  text('摘要', 30, ({ title }) => title),
  text('科目编码', 14, ({ account }) => account),
  money('借方金额', ({ debit }) => debit),
  money('贷方金额', ({ credit }) => credit),
  defineColumn<JournalLine>('数量', 10, 'count', () => null),
  empty('外币'),
  empty('汇率'),
  text('制单人', 10, () => PREPARER),
  empty('结算方式编码'),
  empty('票号'),
  empty('发生日期'),
  text('部门编码', 16, shopCode),
  empty('个人编码'),
  text('客户编码', 16, enterpriseCode),
  empty('供应商编码'),
  empty('业务员'),
  text('项目编码', 16, projectCode),
  text('客户名称', 34, enterpriseName),
]

export const journalExportFormatColumns: Record<JournalExportFormat, readonly ColumnDef<JournalLine>[]> = { kingdee, yonyou }

/** The columns of the journal as the mall itself shows it. */
export const journalLineExportColumns: readonly ColumnDef<JournalLine>[] = [
  defineColumn<JournalLine>('日期', 12, 'day', ({ day }) => day),
  text('凭证字号', 12, formatJournalEntryNumber),
  text('摘要', 24, ({ title }) => title),
  text('科目编码', 14, ({ account }) => account),
  text('科目名称', 24, ({ accountName }) => accountName),
  money('借方', ({ debit }) => debit),
  money('贷方', ({ credit }) => credit),
  text('客户', 34, enterpriseName),
  text('客户编码', 16, enterpriseCode),
  text('税率', 8, ({ rateBp }) => (rateBp === null ? '' : formatTaxRate(rateBp))),
  text('部门', 20, ({ shopName }) => shopName ?? ''),
  text('项目', 24, ({ projectName }) => projectName ?? ''),
]
