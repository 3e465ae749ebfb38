import * as z from 'zod/mini'
import { BankAccountNo, typedLineAccountRefusals } from '#contract/money/payments/typed-line-account.ts'
import {
  defineEndpoints,
  idempotentUploadEndpoint,
  idempotentWriteEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { Day, EmptyInput, Id, Instant, NullOutput, pageInput, pageOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan, YuanUpTo } from '#contract/platform/core/money.ts'
import { OwnAccountOption } from './own-accounts.ts'
import {
  BankAllocation,
  BankAllocationInput,
  BankAllocationOfToday,
  BankAllocationProposal,
  BankLine,
  BankReference,
  ExactBankMatch,
  ExpectedBankTransfer,
  ManualBankLineInput,
} from './shapes.ts'

/** The statement of a normal bank account is far smaller. */
export const BANK_STATEMENT_BYTES_MAX = 5 * 1024 * 1024
export const BANK_STATEMENT_ROWS_MAX = 20_000

/** How many uses of lines are listed of a day, and how many of one company are taken back by one call. */
export const BANK_ALLOCATIONS_OF_TODAY_MAX = 1_000
export const BANK_ALLOCATIONS_UNDONE_MAX = 200

export const bankStatementRowOutcomes = {
  added: { label: '已导入' },
  known: { label: '已存在' },
  skipped: { label: '已跳过' },
  refused: { label: '有误' },
} as const
export const BankStatementRowResult = z.object({
  /** The row number as a spreadsheet program shows it. */
  row: z.int(),
  result: z.enum(keysOf(bankStatementRowOutcomes)),
  text: z.string(),
  lineId: z.nullable(Id),
})
export type BankStatementRowResult = z.output<typeof BankStatementRowResult>

const ImportSummary = z.object({
  id: Id,
  fileName: z.string(),
  /** The label of its account, as of a line. */
  account: z.string(),
  added: z.int(),
  known: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** The sum of the lines that were added. */
  amount: Yuan,
  by: z.string(),
  at: Instant,
})

const OneLine = z.strictObject({ lineId: Id })
const lineRefusals = ['BANK_LINE_NOT_FOUND', 'BANK_LINE_CHANGED', 'BANK_LINE_SHORT'] as const

/** The detail of BANK_ACCOUNT_UNCLEAR: the accounts that a statement may be of. */
export const UnclearBankStatementAccount = z.object({ accounts: z.array(OwnAccountOption) })
export type UnclearBankStatementAccount = z.output<typeof UnclearBankStatementAccount>

export const consoleBankEndpoints = defineEndpoints('/console-api/api/bank', {
  accounts: readEndpoint({
    path: 'accounts',
    summary: '商城的收款账户：买家看到的在前，停用的在后',
    needs: { staff: 'bankView' },
    input: EmptyInput,
    output: z.array(OwnAccountOption),
  }),
  importStatement: idempotentUploadEndpoint({
    path: 'import-statement',
    summary:
      '导入银行对账单：CSV（UTF-8、GBK）或 XLSX，按表头识别列（已保存的对账单格式优先），按文件中的账号识别收款账户，逐行给出结果；重复导入不增加',
    needs: { staff: 'bankEdit' },
    input: z.strictObject({
      fileName: Text(200).check(z.minLength(1, '请选择文件')),
      /** The account of the statement, where the file does not say it. */
      accountNo: z.optional(BankAccountNo),
    }),
    output: z.object({
      ...ImportSummary.shape,
      rows: z.array(BankStatementRowResult),
      /** Headings that were not recognised. Their columns were not imported. */
      unknownColumns: z.array(z.string()),
    }),
    refusals: [
      ...(['BANK_FILE_UNREADABLE', 'BANK_COLUMNS_UNKNOWN', 'BANK_FILE_TOO_LARGE', 'BANK_ACCOUNT_MISSING'] as const),
      ...(['BANK_ACCOUNT_NOT_OWN', 'BANK_ACCOUNT_UNCLEAR'] as const),
    ],
    fileLimit: { bytesMax: BANK_STATEMENT_BYTES_MAX, tooLarge: 'BANK_FILE_TOO_LARGE' },
  }),
  imports: readEndpoint({
    path: 'imports',
    summary: '导入记录，最近的在前',
    needs: { staff: 'bankView' },
    input: z.strictObject({
      ...pageInput,
      accountNo: z.optional(BankAccountNo),
      /** A part of the name of the file. */
      keyword: z.optional(Text(60)),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    output: pageOutput(ImportSummary),
  }),
  lines: readEndpoint({
    path: 'lines',
    summary: '银行流水，最近的在前；open 为还有余额待认领的，unconfirmed 为未经对账单确认的人工登记',
    needs: { staff: 'bankView' },
    input: z.strictObject({
      ...pageInput,
      open: z.optional(z.boolean()),
      /** Lines that staff typed and that no imported statement has confirmed yet, the oldest first. */
      unconfirmed: z.optional(z.boolean()),
      /** A part of the payer's name, of a reference or of a remark. */
      keyword: z.optional(Text(60)),
      /** The amount of the whole line, not what remains of it. */
      amount: z.optional(PositiveYuan),
      accountNo: z.optional(BankAccountNo),
      dateFrom: z.optional(Day),
      dateTo: z.optional(Day),
    }),
    /** `suspense` is 待查款项: the unassigned money of all lines. */
    output: z.object({ ...pageOutput(BankLine).shape, suspense: Yuan }),
  }),
  line: readEndpoint({
    path: 'line',
    summary: '一条银行流水：已用于哪里，可能是哪一笔转账',
    needs: { staff: 'bankView' },
    input: OneLine,
    output: z.object({ ...BankLine.shape, allocations: z.array(BankAllocation), proposals: z.array(BankAllocationProposal) }),
    refusals: ['BANK_LINE_NOT_FOUND'],
  }),
  exactMatches: readEndpoint({
    path: 'exact-matches',
    summary: '可以一次确认的流水：对账单的整条流水，转账附言、金额和户名都与一笔等待到账的付款相同；最早的在前，最多 200 条',
    needs: { staff: 'bankView' },
    input: EmptyInput,
    output: z.object({ matches: z.array(ExactBankMatch), total: z.int() }),
  }),
  awaited: readEndpoint({
    path: 'awaited',
    summary: '等待到账的转账：按企业名称、订单号或转账附言查找',
    needs: { staff: 'bankView' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(60)) }),
    output: pageOutput(ExpectedBankTransfer),
  }),
  assign: writeEndpoint({
    path: 'assign',
    summary: '确认一条银行流水用于哪些订单、还款、充值；合计不超过余额，一分钱只用一次',
    needs: { staff: 'bankEdit' },
    input: z.strictObject({
      lineId: Id,
      /** What remained of the line when the person looked at it. If somebody else has changed it since then, the call is refused. */
      rest: YuanUpTo(),
      parts: z.array(BankAllocationInput).check(z.minLength(1, '请选择用途'), z.maxLength(50, '一次最多 50 项')),
    }),
    output: z.object({ rest: Yuan }),
    refusals: [
      ...lineRefusals,
      ...(['PAYMENT_NOT_FOUND', 'TRADE_NOT_FOUND', 'ENTERPRISE_NOT_FOUND', 'ALREADY_PAID', 'METHOD_NOT_OFFERED'] as const),
      ...([
        'PAYMENT_UNCLEAR',
        'TRANSFER_OVER',
        'AMOUNT_DIFFERS',
        'SECOND_PERSON_NEEDED',
        'SECOND_PERSON_TIED',
        'VOUCHER_IN_REVIEW',
      ] as const),
    ],
  }),
  undoable: readEndpoint({
    path: 'undoable',
    summary: '今天确认的到账，最近的在前，最多 1000 笔：哪些可以撤销，不能撤销的原因',
    needs: { staff: 'bankView' },
    input: EmptyInput,
    output: z.object({ day: Day, allocations: z.array(BankAllocationOfToday), total: z.int() }),
  }),
  undo: idempotentWriteEndpoint({
    path: 'undo',
    summary: '撤销一家企业今天确认的到账：全部撤销或全部不撤销；订单恢复待支付，充值从钱包扣回，还款恢复待还，流水恢复待认领',
    needs: { staff: 'bankEdit' },
    audits: 'enterprise',
    input: z.strictObject({
      enterpriseId: Id,
      /** The uses of lines. */
      ids: z.array(Id).check(z.minLength(1, '请选择要撤销的到账'), z.maxLength(BANK_ALLOCATIONS_UNDONE_MAX, '一家企业一次最多 200 笔')),
      /** The buyer reads it. */
      reason: RequiredText(200, '请填写原因'),
    }),
    output: z.object({ undone: z.int(), amount: Yuan }),
    refusals: ['BANK_ALLOCATION_NOT_FOUND', 'BANK_ALLOCATION_STAYS', 'ORDER_ACTION_NOT_ALLOWED'],
  }),
  giveBack: writeEndpoint({
    path: 'give-back',
    summary: '登记一笔已退回付款人的款项',
    needs: { staff: 'bankEdit' },
    input: z.strictObject({
      lineId: Id,
      rest: YuanUpTo(),
      amount: PositiveYuan,
      /** The bank's reference of the outgoing transfer. */
      reference: BankReference,
      reason: RequiredText(200, '请填写原因'),
    }),
    output: z.object({ rest: Yuan }),
    refusals: [...lineRefusals, 'BANK_REFERENCE_USED', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'],
  }),
  voidLine: writeEndpoint({
    path: 'void-line',
    summary: '作废一条登记有误的人工流水；已使用或对账单已确认的不能作废',
    needs: { staff: 'bankEdit' },
    input: z.strictObject({ lineId: Id, reason: RequiredText(200, '请填写原因') }),
    output: NullOutput,
    refusals: ['BANK_LINE_NOT_FOUND', 'BANK_LINE_CHANGED'],
  }),
  record: writeEndpoint({
    path: 'record',
    summary: '在对账单之前登记一条到账流水，到账日期最早为 3 天前；同一流水号只登记一次',
    needs: { staff: 'bankEdit' },
    audits: 'day',
    input: ManualBankLineInput,
    output: z.object({ lineId: Id }),
    refusals: [...(['BANK_REFERENCE_USED', 'DAY_AHEAD', 'VALUE_DAY_TOO_OLD', 'VALUE_DAY_NEEDS_TWO'] as const), ...typedLineAccountRefusals],
  }),
})
