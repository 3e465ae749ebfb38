import * as z from 'zod/mini'
import { enterpriseIdAndNameFields } from '#contract/billing/finance/enterprise-fields.ts'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { defineEndpoints, downloadEndpoint, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, Month, pageInput, pageOutput, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { JournalAccountCode, JournalSettings, VersionedJournalSettings } from './settings.ts'
import { journalAccountTypes } from './standards.ts'

/** 凭证字: 记, or 备 for accounts that are in no balance sheet. Each has numbers of its own. */
export const journalNumberPrefixes = ['记', '备'] as const
export type JournalNumberPrefix = (typeof journalNumberPrefixes)[number]

/** '记-0001': the word of an entry, and its number in its month. */
export const formatJournalEntryNumber = ({ word, no }: { word: JournalNumberPrefix; no: number }): string =>
  `${word}-${String(no).padStart(4, '0')}`

/** The number of an entry as people type it. */
export const TypedJournalEntryNumber = z.string('凭证号为数字').check(z.regex(/^[1-9][0-9]{0,5}$/, '凭证号为数字'))

const accountFields = { account: z.string(), accountName: z.string() }

/** One line of the journal (序时账): of each entry the debits, then the credits. */
export const JournalLine = z.object({
  month: z.string(),
  word: z.enum(journalNumberPrefixes),
  no: z.int(),
  lineNo: z.int(),
  day: Day,
  /** 摘要 */
  title: z.string(),
  ...accountFields,
  debit: Yuan,
  credit: Yuan,
  ...enterpriseIdAndNameFields,
  /** 税率 of a line of revenue or tax, 部门 (the shop) and 项目 of the order; null: other lines. */
  rateBp: z.nullable(z.int()),
  shopCode: z.nullable(z.string()),
  shopName: z.nullable(z.string()),
  projectCode: z.nullable(z.string()),
  projectName: z.nullable(z.string()),
})
export type JournalLine = z.output<typeof JournalLine>

/** Balances of an account over some months, each on the side on which it stands; the other side is 0. */
const balanceFields = {
  openingDebit: Yuan,
  openingCredit: Yuan,
  debit: Yuan,
  credit: Yuan,
  closingDebit: Yuan,
  closingCredit: Yuan,
}
export const JournalAccountBalance = z.object({ ...accountFields, type: z.nullable(z.enum(keysOf(journalAccountTypes))), ...balanceFields })
export type JournalAccountBalance = z.output<typeof JournalAccountBalance>

/** The sums of `JournalAccountBalance` or `JournalAccountEnterpriseBalance` over all pages. */
const balanceTotals = { totals: z.object(balanceFields) }

/** What one company has in an account, as `JournalAccountBalance`. */
export const JournalAccountEnterpriseBalance = z.object({ ...enterpriseIdAndNameFields, ...balanceFields })
export type JournalAccountEnterpriseBalance = z.output<typeof JournalAccountEnterpriseBalance>

/** A month of an account (总账). `balance` is at its end, positive on the debit side. */
export const JournalAccountMonth = z.object({ month: z.string(), debit: Yuan, credit: Yuan, balance: Yuan })
export type JournalAccountMonth = z.output<typeof JournalAccountMonth>

/** A movement of a bank account (银行日记账): a receipt is one, whatever it was assigned to. `balance` is after it, of the listed accounts. */
export const BankJournalLine = z.object({
  id: Id,
  at: Instant,
  /** The label of the account; null: a bill, of which no line says the account. */
  account: z.nullable(z.string()),
  /** The day of the bank. */
  valueDay: Day,
  title: z.string(),
  /** Who paid; empty for a bill. */
  payerName: z.string(),
  reference: z.string(),
  debit: Yuan,
  credit: Yuan,
  balance: Yuan,
  /** The companies that it was assigned to. */
  enterprises: z.array(z.object(enterpriseIdAndNameFields)),
})
export type BankJournalLine = z.output<typeof BankJournalLine>

/** The forms in which other programs import entries. */
export const journalExportFormats = { kingdee: { label: '金蝶' }, yonyou: { label: '用友' } } as const
export type JournalExportFormat = keyof typeof journalExportFormats

const span = { monthFrom: z.optional(Month), monthTo: z.optional(Month) }
const lineFilter = {
  account: z.optional(JournalAccountCode),
  enterpriseId: z.optional(Id),
  no: z.optional(z.int('凭证号不正确').check(z.minimum(1, '凭证号不正确'), z.maximum(999_999, '凭证号不正确'))),
  dateFrom: z.optional(Day),
  dateTo: z.optional(Day),
}

export const consoleJournalEndpoints = defineEndpoints('/console-api/api/journal', {
  chart: readEndpoint({
    path: 'chart',
    summary: '科目与记账规则：每类资金变动的借方和贷方科目',
    needs: { staff: 'ledgerView' },
    input: EmptyInput,
    output: z.object({
      values: JournalSettings,
      rowVersion: RowVersion,
      changedAt: z.nullable(Instant),
      changedBy: z.nullable(z.string()),
    }),
  }),
  setRules: writeEndpoint({
    path: 'set-rules',
    summary: '修改科目与记账规则；须另一位管理员同意或 24 小时后生效，只用于之后生成的凭证',
    needs: { staff: 'ledgerEdit' },
    input: VersionedJournalSettings,
    output: SensitiveChangeResult,
    refusals: ['ROW_CHANGED', 'CHANGE_PENDING', 'JOURNAL_ACCOUNT_USED', 'JOURNAL_TAX_BEGUN'],
  }),
  lines: readEndpoint({
    path: 'lines',
    mayLag: true,
    summary: '记账凭证（序时账）：凭证字号、摘要、科目、借方、贷方、客户',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...lineFilter }),
    output: pageOutput(JournalLine),
  }),
  balances: readEndpoint({
    path: 'balances',
    mayLag: true,
    summary: '科目余额表：期初、本期发生、期末，借贷平衡',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, ...span }),
    /** The totals leave out accounts that are in no balance sheet (表外), as other programs do; debits and credits are the same. */
    output: z.object({ ...pageOutput(JournalAccountBalance).shape, ...balanceTotals }),
  }),
  months: readEndpoint({
    path: 'months',
    mayLag: true,
    summary: '总账：一个科目每月的发生额与余额，最近的在前',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, account: JournalAccountCode }),
    output: pageOutput(JournalAccountMonth),
  }),
  enterprises: readEndpoint({
    path: 'enterprises',
    mayLag: true,
    summary: '客户往来：一个科目各企业的期初、发生与期末',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, account: JournalAccountCode, ...span }),
    output: z.object({ ...pageOutput(JournalAccountEnterpriseBalance).shape, ...balanceTotals }),
  }),
  bankJournal: readEndpoint({
    path: 'bank-journal',
    mayLag: true,
    summary: '银行日记账：每笔到账一行，写明付款人、认领企业与余额；accountNo 只列一个收款账户，余额也是它的',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ ...pageInput, accountNo: z.optional(BankAccountNo), dateFrom: z.optional(Day), dateTo: z.optional(Day) }),
    output: pageOutput(BankJournalLine),
  }),
  exportEntries: downloadEndpoint({
    path: 'export-entries',
    mayLag: true,
    summary: '导出一个月的凭证：金蝶或用友的导入格式，不含表外科目',
    needs: { staff: 'ledgerView' },
    input: z.strictObject({ month: Month, form: z.enum(keysOf(journalExportFormats), '导入格式不正确'), format: SheetFormat }),
    refusals: [...exportRefusals],
  }),
})
