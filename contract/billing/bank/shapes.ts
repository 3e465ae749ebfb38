import * as z from 'zod/mini'
import { Day, Id, Instant, OrderNo, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { PositiveYuan, Yuan } from '#contract/platform/core/money.ts'
import { remittanceLifecycle, voucherLifecycle } from './voucher-lifecycle.ts'

/** Where a transfer goes: the platform's own account. */
export const BankAccount = z.object({
  accountName: z.string(),
  bankName: z.string(),
  accountNo: z.string(),
  /** 联行号. */
  bankCode: z.string(),
})
export type BankAccount = z.output<typeof BankAccount>

export const VoucherStateField = z.enum(keysOf(voucherLifecycle.states), '凭证状态不正确')
export const TransferPurpose = z.enum(['trade', 'topUp', 'repay'])

export const Voucher = z.object({
  id: Id,
  /** The how-manieth of its payment. */
  no: z.int(),
  /** A buyer sees SECOND as REVIEW: that two look at it is the platform's own matter. */
  state: VoucherStateField,
  label: z.string(),
  fileIds: z.array(Id),
  remark: z.string(),
  submittedAt: Instant,
  submittedBy: z.string(),
  /** 审核意见, of one that was rejected. */
  opinion: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
})
export type Voucher = z.output<typeof Voucher>

/** A transfer on its way, as its buyer sees it. */
export const Transfer = z.object({
  paymentId: Id,
  purpose: TransferPurpose,
  /** Of a trade's. */
  tradeId: z.nullable(Id),
  orders: z.array(z.object({ orderNo: OrderNo, payable: Yuan })),
  title: z.string(),
  /** 应付总额. */
  amount: Yuan,
  /** What the payer writes into the transfer, so that it is found again. */
  remarkCode: z.string(),
  account: BankAccount,
  state: z.enum(keysOf(remittanceLifecycle.states)),
  label: z.string(),
  /** 审核意见 of the latest voucher, if it was rejected. */
  opinion: z.nullable(z.string()),
  /** How often a voucher may still be submitted. */
  vouchersLeft: z.int(),
  /** The latest first. */
  vouchers: z.array(Voucher),
  createdAt: Instant,
  /** When it is closed by itself; null while a voucher is under review, and once it is over. */
  expiresAt: z.nullable(Instant),
  receivedAt: z.nullable(Instant),
  /** Why it was closed. */
  failure: z.nullable(z.string()),
})
export type Transfer = z.output<typeof Transfer>

/** How a line came here: from an imported statement, or typed by staff ahead of it. */
export const lineSources = { statement: { label: '对账单导入' }, typed: { label: '人工登记' } } as const

/** Money that came in at the bank. */
export const BankLine = z.object({
  id: Id,
  accountNo: z.string(),
  /** 流水号: unique in its account. */
  reference: z.string(),
  source: z.enum(keysOf(lineSources)),
  /** Who typed it ahead of its statement, by name; null: a statement brought it. */
  typedBy: z.nullable(z.string()),
  day: Day,
  /** 交易时间, where the statement says more than the day. */
  tradedAt: z.nullable(Instant),
  amount: Yuan,
  payerName: z.string(),
  payerAccount: z.string(),
  /** 摘要、附言. */
  remark: z.string(),
  assigned: Yuan,
  /** What of it nobody has used yet: it waits in suspense. */
  rest: Yuan,
  at: Instant,
})
export type BankLine = z.output<typeof BankLine>

/** What part of a line became. */
export const allocationKinds = {
  payment: { label: '核销' },
  wallet: { label: '转入钱包' },
  back: { label: '退回付款人' },
} as const
export const BankAllocation = z.object({
  id: Id,
  kind: z.enum(keysOf(allocationKinds)),
  label: z.string(),
  amount: Yuan,
  /** Null: money that went back. */
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  title: z.string(),
  /** Of money that went back: why, and the bank's number of it. */
  reason: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  by: z.string(),
  at: Instant,
})
export type BankAllocation = z.output<typeof BankAllocation>

/** A transfer that is waited for, as finance matches it: a payment under way, or a trade that its buyer has not begun to pay. */
export const ExpectedTransfer = z.object({
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  paymentId: z.nullable(Id),
  tradeId: z.nullable(Id),
  purpose: TransferPurpose,
  title: z.string(),
  amount: Yuan,
  remarkCode: z.nullable(z.string()),
  orderNos: z.array(OrderNo),
  voucherState: z.nullable(VoucherStateField),
  createdAt: Instant,
})
export type ExpectedTransfer = z.output<typeof ExpectedTransfer>

/** Why a transfer may be what a line is: the strongest first. */
export const proposalReasons = {
  remarkCode: { label: '附言码一致' },
  amountAndPayer: { label: '金额与付款人一致' },
  amount: { label: '金额一致' },
  payer: { label: '付款人一致' },
} as const
export const AllocationProposal = z.object({
  reason: z.enum(keysOf(proposalReasons)),
  transfer: ExpectedTransfer,
  warnings: z.array(z.string()),
})
export type AllocationProposal = z.output<typeof AllocationProposal>

const amount = PositiveYuan
/** One use of a line: a payment under way (or its trade), a repayment or a top-up that nobody has announced. */
export const AllocationPart = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('payment'), enterpriseId: Id, paymentId: Id, amount }),
  z.strictObject({ to: z.literal('trade'), enterpriseId: Id, tradeId: Id, amount }),
  z.strictObject({ to: z.literal('repay'), enterpriseId: Id, amount }),
  z.strictObject({ to: z.literal('wallet'), enterpriseId: Id, amount }),
])
export type AllocationPart = z.output<typeof AllocationPart>

/** The bank's own number of a transaction. */
export const Reference = z.string('请输入银行流水号').check(z.regex(/^[0-9A-Za-z_./-]{4,64}$/, '银行流水号为 4-64 位数字、字母或 -_./'))

/** A line typed ahead of the statement; the statement's own, when it comes, is the same line. */
export const ManualBankLine = z.strictObject({
  reference: Reference,
  day: Day,
  amount,
  payerName: Text(100),
  payerAccount: z.optional(Text(40)),
  remark: z.optional(Text(200)),
})
export type ManualBankLine = z.output<typeof ManualBankLine>
