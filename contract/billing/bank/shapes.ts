import * as z from 'zod/mini'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { Day, Id, Instant, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { buyerBankTransferLifecycle, voucherLifecycle } from './voucher-lifecycle.ts'

/** The account that a transfer goes to: the platform's own. */
export const PlatformBankAccount = z.object({
  accountName: z.string(),
  bankName: z.string(),
  accountNo: z.string(),
  /** 联行号. */
  bankCode: z.string(),
})
export type PlatformBankAccount = z.output<typeof PlatformBankAccount>

export const VoucherStateSchema = z.enum(keysOf(voucherLifecycle.states), '凭证状态不正确')
export const BankTransferPurpose = z.enum(['trade', 'topUp', 'repay'])

export const Voucher = z.object({
  id: Id,
  /** The number of this voucher among those of its payment, from 1. */
  no: z.int(),
  /** A buyer sees SECOND as REVIEW, because the review by two people is internal to the platform. */
  state: VoucherStateSchema,
  label: z.string(),
  fileIds: z.array(Id),
  remark: z.string(),
  submittedAt: Instant,
  submittedBy: z.string(),
  /** 审核意见, if the voucher was rejected. */
  opinion: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
})
export type Voucher = z.output<typeof Voucher>

/** A pending transfer, as its buyer sees it. */
export const BankTransfer = z.object({
  paymentId: Id,
  purpose: BankTransferPurpose,
  /** The order of the transfer, if it pays a trade. */
  tradeId: z.nullable(Id),
  orders: z.array(z.object({ orderNo: OrderNo, payable: Yuan })),
  title: z.string(),
  /** 应付总额. */
  amount: Yuan,
  /** The remark that the payer writes into the transfer, so that the platform can match it. */
  remarkCode: z.string(),
  account: PlatformBankAccount,
  state: z.enum(keysOf(buyerBankTransferLifecycle.states)),
  label: z.string(),
  /** 审核意见 of the latest voucher, if it was rejected. */
  opinion: z.nullable(z.string()),
  /** How often a voucher can still be submitted. */
  vouchersLeft: z.int(),
  /** The latest comes first. */
  vouchers: z.array(Voucher),
  createdAt: Instant,
  /** When the transfer is closed automatically; null while a voucher is under review, and after it has ended. */
  expiresAt: z.nullable(Instant),
  receivedAt: z.nullable(Instant),
  /** Why it was closed. */
  failure: z.nullable(z.string()),
})
export type BankTransfer = z.output<typeof BankTransfer>

/** The source of a line: an imported statement, or typed by staff before the statement. */
export const bankLineSources = { statement: { label: '对账单导入' }, typed: { label: '人工登记' } } as const

/** Money that came in at the bank. */
export const BankLine = z.object({
  id: Id,
  /** The account of the platform that it is of; empty: from before statements were kept. */
  accountNo: z.string(),
  /** The label of that account: its short name, and as many digits as tell it from the others. */
  account: z.string(),
  /** 流水号. It is unique in its account. */
  reference: z.string(),
  source: z.enum(keysOf(bankLineSources)),
  /** The name of the staff member who typed the line; null if it came from a statement. */
  typedBy: z.nullable(z.string()),
  /** Who agreed to the day of a typed line that lay too far back for one person; null: nobody had to. */
  dayAgreedBy: z.nullable(z.string()),
  /** 到账日期. It is the bank's as soon as a statement says it. */
  day: Day,
  /** The day that was typed, if the statement has corrected it. */
  typedDay: z.nullable(Day),
  /** 交易时间, if the statement has more than the day. */
  tradedAt: z.nullable(Instant),
  amount: Yuan,
  payerName: z.string(),
  payerAccount: z.string(),
  /** 摘要、附言. */
  remark: z.string(),
  assigned: Yuan,
  /** The part of the line that is not assigned yet and waits in suspense. */
  rest: Yuan,
  at: Instant,
})
export type BankLine = z.output<typeof BankLine>

/** The use of a part of a line. */
export const bankAllocationKinds = {
  payment: { label: '核销' },
  wallet: { label: '转入钱包' },
  back: { label: '退回付款人' },
  acceptance: { label: '承兑汇票收款' },
} as const
export const BankAllocation = z.object({
  id: Id,
  kind: z.enum(keysOf(bankAllocationKinds)),
  label: z.string(),
  amount: Yuan,
  /** Null if the money was sent back. */
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  title: z.string(),
  /** If the money was sent back: the reason, and the bank's reference of that transfer. */
  reason: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  by: z.string(),
  at: Instant,
  /** When it was taken back (撤销), by whom and why; null: it was not. */
  undone: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
  /** Why the caller cannot take it back; null: he can, or it was taken back. */
  stays: z.nullable(z.string()),
})
export type BankAllocation = z.output<typeof BankAllocation>

/** A use of today with its line. */
export const BankAllocationOfToday = z.object({
  ...BankAllocation.shape,
  /** The caller has made it. */
  own: z.boolean(),
  /** The same if the caller takes back only what he has made; `stays` is about the uses of everybody. Null for those of others. */
  staysInOwn: z.nullable(z.string()),
  line: z.object({ id: Id, reference: z.string(), account: z.string(), payerName: z.string(), day: Day }),
})
export type BankAllocationOfToday = z.output<typeof BankAllocationOfToday>

/** A transfer that finance expects: a pending payment, or a trade whose buyer has not started to pay. */
export const ExpectedBankTransfer = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  tradeId: z.nullable(Id),
  purpose: BankTransferPurpose,
  title: z.string(),
  amount: Yuan,
  remarkCode: z.nullable(z.string()),
  orderNos: z.array(OrderNo),
  voucherState: z.nullable(VoucherStateSchema),
  createdAt: Instant,
})
export type ExpectedBankTransfer = z.output<typeof ExpectedBankTransfer>

/** Why a line may belong to a transfer. The strongest reason comes first. */
export const bankAllocationProposalReasons = {
  remarkCode: { label: '转账附言一致' },
  amountAndPayer: { label: '金额与付款人一致' },
  amount: { label: '金额一致' },
  payer: { label: '付款人一致' },
} as const
export const BankAllocationProposal = z.object({
  reason: z.enum(keysOf(bankAllocationProposalReasons)),
  transfer: ExpectedBankTransfer,
  warnings: z.array(z.string()),
})
export type BankAllocationProposal = z.output<typeof BankAllocationProposal>

/** A line of a statement and the payment that it pays beyond doubt: the same remark code, amount and name. */
export const ExactBankMatch = z.object({ line: BankLine, transfer: ExpectedBankTransfer })
export type ExactBankMatch = z.output<typeof ExactBankMatch>

const amount = PositiveYuan
/** One use of a line: a pending payment (or its trade), or a repayment or top-up that was not announced. */
export const BankAllocationInput = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('payment'), enterpriseId: Id, paymentId: Id, amount }),
  z.strictObject({ to: z.literal('trade'), enterpriseId: Id, tradeId: Id, amount }),
  z.strictObject({ to: z.literal('repay'), enterpriseId: Id, amount }),
  z.strictObject({ to: z.literal('wallet'), enterpriseId: Id, amount }),
])
export type BankAllocationInput = z.output<typeof BankAllocationInput>

/** The bank's own number of a transaction. */
export const BankReference = z.string('请输入银行流水号').check(z.regex(/^[0-9A-Za-z_./-]{4,64}$/, '银行流水号为 4-64 位数字、字母或 -_./'))

/** A line that staff type before the statement. When the statement is imported, its line is merged with this one. */
export const ManualBankLineInput = z.strictObject({
  /** The account of the platform that the money came to. It may be left out if only one is in use. */
  accountNo: z.optional(BankAccountNo),
  reference: BankReference,
  day: Day,
  amount,
  payerName: Text(100),
  payerAccount: z.optional(Text(40)),
  remark: z.optional(Text(200)),
})
export type ManualBankLineInput = z.output<typeof ManualBankLineInput>
