import * as z from 'zod/mini'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, NullOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** What a line takes from a column. Further columns are remarks, of which there may be several. */
export const bankStatementFormatFields = {
  day: { label: '交易日期', required: true },
  time: { label: '交易时间', required: false },
  reference: { label: '流水号', required: true },
  credit: { label: '收入金额', required: false },
  amount: { label: '交易金额', required: false },
  direction: { label: '借贷标志', required: false },
  payerName: { label: '对方户名', required: false },
  payerAccount: { label: '对方账号', required: false },
  ownAccount: { label: '本方账号', required: false },
} as const
export type BankStatementFormatField = keyof typeof bankStatementFormatFields
export const REMARKS_LABEL = '摘要附言'

export const BANK_STATEMENT_COLUMNS_MAX = 60
export const BANK_STATEMENT_HEADING_MAX = 60
export const BANK_STATEMENT_REMARKS_MAX = 10
export const BANK_STATEMENT_FORMAT_NAME_MAX = 40
/** Fewer columns cannot say day, number and amount. */
export const BANK_STATEMENT_COLUMNS_MIN = 3
export const BANK_STATEMENT_FORMATS_MAX = 100

/** The position of a column among the headings, from 0. */
const Position = z.int('请选择列').check(z.minimum(0, '请选择列'), z.maximum(BANK_STATEMENT_COLUMNS_MAX - 1, '请选择列'))

/** 对应列: the column of each field. */
export const BankStatementFormatColumns = z.strictObject({
  day: Position,
  time: z.optional(Position),
  reference: Position,
  credit: z.optional(Position),
  amount: z.optional(Position),
  direction: z.optional(Position),
  payerName: z.optional(Position),
  payerAccount: z.optional(Position),
  ownAccount: z.optional(Position),
  remarks: z.array(Position).check(z.maxLength(BANK_STATEMENT_REMARKS_MAX, `${REMARKS_LABEL}最多 ${BANK_STATEMENT_REMARKS_MAX} 列`)),
})
export type BankStatementFormatColumns = z.output<typeof BankStatementFormatColumns>

/** The headings as `normaliseHeading` writes them, so that spaces and punctuation make no other layout. */
const Headings = z
  .array(Text(BANK_STATEMENT_HEADING_MAX))
  .check(
    z.minLength(BANK_STATEMENT_COLUMNS_MIN, `表头至少 ${BANK_STATEMENT_COLUMNS_MIN} 列`),
    z.maxLength(BANK_STATEMENT_COLUMNS_MAX, `表头最多 ${BANK_STATEMENT_COLUMNS_MAX} 列`),
  )

/** The detail of BANK_COLUMNS_UNKNOWN: the row that looks most like headings, and what stands below it. */
export const UnknownBankStatementColumns = z.object({
  /** The labels of what was not found. */
  missing: z.array(z.string()),
  headings: z.array(z.string()),
  /** Of each column up to three different values. */
  examples: z.array(z.array(z.string())),
  /** The columns that are known already. */
  known: z.partial(BankStatementFormatColumns),
})
export type UnknownBankStatementColumns = z.output<typeof UnknownBankStatementColumns>

/** The name of a column; one without a heading is named by its position. */
export const formatBankStatementHeading = (headings: readonly string[], at: number): string => headings[at] || `第 ${at + 1} 列`

/** Returns what is wrong with the columns of a format; undefined: nothing. */
export function getBankStatementFormatError(columns: BankStatementFormatColumns, headings: readonly string[]): string | undefined {
  const { remarks, ...single } = columns
  const used: { at: number; label: string }[] = [
    ...keysOf(bankStatementFormatFields).flatMap((field) => {
      const at = single[field]
      return at === undefined ? [] : [{ at, label: bankStatementFormatFields[field].label }]
    }),
    ...remarks.map((at) => ({ at, label: REMARKS_LABEL })),
  ]
  if (used.some(({ at }) => at >= headings.length)) return '所选的列不在表头中'
  const twice = used.find(({ at }, index) => used.findIndex((one) => one.at === at) !== index)
  if (twice) {
    const first = used.find(({ at }) => at === twice.at)
    return `“${formatBankStatementHeading(headings, twice.at)}”只能用一次，现在是${first?.label}和${twice.label}`
  }
  const { credit, amount, direction } = columns
  if (credit === undefined && (amount === undefined || direction === undefined)) return '请选择收入金额，或同时选择交易金额和借贷标志'
  if (credit !== undefined && (amount !== undefined || direction !== undefined)) return '已选择收入金额，就不要再选择交易金额和借贷标志'
  return undefined
}

export const BankStatementFormat = z.object({
  id: Id,
  name: z.string(),
  headings: z.array(z.string()),
  columns: BankStatementFormatColumns,
  /** The label of the account whose files look like this; null: its files name their account, or somebody says it. */
  account: z.nullable(z.string()),
  madeBy: z.string(),
  madeAt: Instant,
})
export type BankStatementFormat = z.output<typeof BankStatementFormat>

export const consoleBankFormatEndpoints = defineEndpoints('/console-api/api/bank-format', {
  list: readEndpoint({
    path: 'list',
    summary: '对账单格式：表头与对应列；导入时按表头自动找到，最近的在前',
    needs: { staff: 'bankView' },
    input: EmptyInput,
    output: z.array(BankStatementFormat),
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存一种对账单格式：表头不认识的文件，由财务指定每一列是什么；以后同样表头的文件自动按它导入',
    needs: { staff: 'bankEdit' },
    input: z.strictObject({
      name: RequiredText(BANK_STATEMENT_FORMAT_NAME_MAX, '请填写格式名称'),
      headings: Headings,
      columns: BankStatementFormatColumns,
      /** The account of files that look like this and do not name one. */
      accountNo: z.optional(BankAccountNo),
    }),
    output: z.object({ id: Id }),
    refusals: [
      'BANK_FORMAT_COLUMNS',
      'BANK_FORMAT_NAME_TAKEN',
      'BANK_FORMAT_KNOWN',
      'BANK_FORMATS_FULL',
      'BANK_ACCOUNT_MISSING',
      'BANK_ACCOUNT_NOT_OWN',
    ],
  }),
  end: writeEndpoint({
    path: 'end',
    summary: '停用一种对账单格式；已导入的流水不变',
    needs: { staff: 'bankEdit' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['BANK_FORMAT_NOT_FOUND'],
  }),
})
