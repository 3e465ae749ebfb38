import * as z from 'zod/mini'
import { Day, Id, Instant, Month } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { BoughtGoods } from './bought-goods.ts'
import { disputeStates } from './dispute-lifecycle.ts'
import { DisputedGoods } from './disputed-units.ts'

/** An amount that is due on a day. */
const Due = z.object({ day: Day, amount: Yuan })

/**
 * The next payment, without interest. While something is overdue, `day` is in the past, and `amount` includes the amounts that are due
 * today.
 */
export const NextDue = z.object({ ...Due.shape, overdue: Yuan })
export type NextDue = z.output<typeof NextDue>

/** The parts of a month: `settled` (which is `repaid + reduced - toWallet`), `disputed` and `owed` add up to the total in every state. */
const balance = {
  total: Yuan,
  /** 已还金额: repaid, minus bounced bills. */
  repaid: Yuan,
  /**
   * 退回钱包: the part that refunds within the month sent to the wallet, because it had been repaid. These refunds lower the total like all
   * refunds of the month.
   */
  toWallet: Yuan,
  /** 冲减与调整: reduced by refunds, adjustments after disputes and write-offs. */
  reduced: Yuan,
  settled: Yuan,
  /** In dispute and unpaid: owed, but not due. */
  disputed: Yuan,
  /** In dispute although repaid: a part of `settled`, which goes to the wallet if the buyer wins the dispute. */
  disputedRepaid: Yuan,
  /** 待还金额, without disputed amounts. The amounts of `dues` add up to it. */
  owed: Yuan,
  /** When it is due. Drawdowns that were decided against the buyer are due later than the rest. */
  dues: z.array(Due),
  dueDay: Day,
  /** 还款日遇节假日: the last day on which a payment is on time. It is the due day, or the next working day where that is a holiday. */
  onTimeDay: Day,
}

/** The parts of `reduced`: 已冲减 by refunds and adjustments since the close, and the principal of what was written off. */
const reductions = { offset: Yuan, writtenOffPrincipal: Yuan }

/** 核销: what of a month was written off, with its interest, what of that was recovered and forgiven, and what is still claimed (待追偿). */
const writtenOff = { writtenOff: Yuan, writtenOffInterest: Yuan, recovered: Yuan, forgiven: Yuan, toRecover: Yuan }

/** What was offset (已冲减): the part that lowered what is owed (冲减欠款), and the part that had been repaid and went to the wallet (退回钱包). */
const Offset = z.object({ toDebt: Yuan, toWallet: Yuan })

/** The kinds of entries that settle overdue interest. */
export const interestEntryKinds = {
  repay: { label: '已还利息' },
  waive: { label: '已减免利息' },
  writeOff: { label: '已核销利息' },
} as const
export type InterestEntryKind = keyof typeof interestEntryKinds

const State = z.enum(['CLOSED', 'OVERDUE', 'PAID', 'WRITTEN_OFF'])

/** The source of a repayment, with its label in records. */
export const repaymentSources = {
  wallet: { label: '钱包还款' },
  bank: { label: '转账还款' },
  gateway: { label: '在线还款' },
  acceptance: { label: '承兑汇票还款' },
  suspense: { label: '待查款还款' },
} as const
export type RepaymentSource = keyof typeof repaymentSources
const Source = z.enum(['wallet', 'bank', 'gateway', 'acceptance', 'suspense'])

/** One part of a repayment: for a written-off claim of a month, for interest, for a month's drawdowns, or above the debt. */
const RepaymentPart = z.object({ to: z.enum(['badDebt', 'interest', 'month', 'wallet']), month: z.nullable(Month), amount: Yuan })

/** The current debt, by month (specification §2: 待还金额, 已还金额, 还款日期, 待还总额). */
export const DebtOverview = z.object({
  /** 待还总额: all that could be repaid now, including interest and written-off claims. */
  total: Yuan,
  /** Unpaid interest until yesterday, whether a job has charged it or not. */
  interest: Yuan,
  /** 待追偿: what was written off and is still claimed, by month, the oldest first. A repayment goes to it first. */
  toRecover: Yuan,
  badDebts: z.array(z.object({ month: Month, amount: Yuan })),
  /** The amount that is due today or was due before, including interest. */
  due: Yuan,
  /** In dispute and unpaid: owed, but not due. */
  disputed: Yuan,
  nextDue: z.nullable(NextDue),
  autoRepay: z.boolean(),
  months: z.array(
    z.object({
      month: Month,
      state: z.enum(['OPEN', 'CLOSED', 'OVERDUE']),
      label: z.string(),
      ...balance,
    }),
  ),
})
export type DebtOverview = z.output<typeof DebtOverview>

export const Statement = z.object({
  month: Month,
  state: State,
  label: z.string(),
  ...balance,
  ...reductions,
  ...writtenOff,
  /** The overdue interest of this month that has been charged. */
  interest: Yuan,
  closedAt: Instant,
  confirmedAt: z.nullable(Instant),
  paidAt: z.nullable(Instant),
})
export type Statement = z.output<typeof Statement>

const Dispute = z.object({
  state: z.enum(disputeStates),
  /** What was disputed: a part of the line, or all of it. */
  amount: Yuan,
  /** What was granted of it; null: nothing, or it is not decided. */
  granted: z.nullable(Yuan),
  reason: z.string(),
  /** The units that it is about; null: it is about an amount. */
  units: z.nullable(z.array(DisputedGoods)),
  /** The ids of its pictures. */
  pictures: z.array(Id),
  at: Instant,
  opinion: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** For a dispute that was decided against the buyer, wholly or in part: the new due day of what was not granted. */
  dueDay: z.nullable(Day),
})

/** What has lowered a month or one of its lines. */
export const StatementEntry = z.object({
  id: Id,
  kind: z.enum(['refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce', 'undo', 'redate', 'cover']),
  label: z.string(),
  amount: Yuan,
  /** The part that went to the wallet. */
  toWallet: Yuan,
  /** The number of a refund; else the id of the repayment, of the request or of the disputed drawdown. */
  document: z.string(),
  /** Of a refund or an adjustment: the order of the drawdown. */
  orderNo: z.nullable(z.string()),
  valueDay: Day,
  at: Instant,
})

export const StatementDetail = z.object({
  ...Statement.shape,
  lines: z.array(
    z.object({
      id: Id,
      orderNo: z.string(),
      /** The buyer's own numbers of the order; '' if there are none. */
      poNumber: z.string(),
      costCentre: z.string(),
      goodsName: z.string(),
      amount: Yuan,
      /** Later reductions: refunds and adjustments. */
      refunded: Yuan,
      at: Instant,
      /** `charged`: what all units of the line were charged after discounts; `left`: what is left of that after returns. */
      goods: z.array(z.object({ ...BoughtGoods.shape, lineNo: z.int(), chargedAmount: Yuan, leftAmount: Yuan })),
      dispute: z.nullable(Dispute),
    }),
  ),
  /** 本月赊销: the sum of the lines. Less `monthOffset` it is the total. */
  drawn: Yuan,
  /** 当月退款, and what was offset since the close. Together they are the `refunded` of all lines. */
  monthOffset: Offset,
  laterOffset: Offset,
  entries: z.array(StatementEntry),
  /** How the interest of the month was settled: `interest` is paid, waived, written off or unpaid. */
  interestPaid: Yuan,
  interestWaived: Yuan,
  interestWrittenOff: Yuan,
  interestUnpaid: Yuan,
  interestEntries: z.array(
    z.object({
      id: Id,
      kind: z.enum(keysOf(interestEntryKinds)),
      label: z.string(),
      amount: Yuan,
      document: z.string(),
      valueDay: Day,
      at: Instant,
    }),
  ),
  /** What was recovered and forgiven of what was written off, with its interest. */
  claimEntries: z.array(z.object({ id: Id, label: z.string(), amount: Yuan, document: z.string(), valueDay: Day, at: Instant })),
  /** The days that have posted something. `amount` is what was posted when the day was charged; `reversed` and `recharged` are what later known value days changed of it. */
  interestDays: z.array(z.object({ day: Day, principal: Yuan, rate: z.int(), amount: Yuan, reversed: Yuan, recharged: Yuan })),
  /** The first day of the exact sum of interest (decision 670); each day before it was rounded alone. Null: every day counts. */
  exactFromDay: z.nullable(Day),
  /** SHA-256 over the frozen lines, in hex. */
  hash: z.string(),
})
export type StatementDetail = z.output<typeof StatementDetail>

/** The kinds of entries that lower a month. */
export const statementEntryKinds = {
  refund: { label: '当月退款' },
  repay: { label: '还款' },
  offset: { label: '退款冲减' },
  adjust: { label: '对账调整' },
  writeOff: { label: '坏账核销' },
  bounce: { label: '承兑汇票退票' },
  undo: { label: '撤销转账还款' },
  /** A repayment counts from the bank's day and not from the typed one: a row under each, which sum to zero. */
  redate: { label: '起息日更正' },
  /** An acceptance bill covers principal: a row under the first day, and one under the day after the last, which sum to zero. */
  cover: { label: '承兑汇票覆盖' },
} as const

export const RepaymentPlanPreview = z.object({
  parts: z.array(RepaymentPart),
  /** 待还总额 before the repayment. */
  total: Yuan,
  walletBalance: Yuan,
})
export type RepaymentPlanPreview = z.output<typeof RepaymentPlanPreview>

export const Repayment = z.object({
  id: Id,
  source: Source,
  label: z.string(),
  amount: Yuan,
  parts: z.array(RepaymentPart),
  /** It counts from this day on: the bank's, once its statement has said it. */
  valueDay: Day,
  automatic: z.boolean(),
  bouncedAt: z.nullable(Instant),
  /** When staff took it back, on its day; null: it stands. */
  undoneAt: z.nullable(Instant),
  at: Instant,
})
export type Repayment = z.output<typeof Repayment>

export const AcceptanceBill = z.object({
  id: Id,
  billNo: z.string(),
  acceptorKind: z.enum(['bank', 'commercial']),
  acceptor: z.string(),
  amount: Yuan,
  maturityDay: Day,
  fileId: Id,
  state: z.enum(['WAIT', 'ACCEPTED', 'DISCOUNTED', 'REJECTED', 'RECOURSE', 'BOUNCED', 'HONOURED']),
  label: z.string(),
  /** What it covers of principal, until which day that costs nothing, and what of the limit can be used again before the bank has paid. */
  covered: Yuan,
  coveredUntil: z.nullable(Day),
  freed: Yuan,
  /** The day from which the bank's money counts. */
  paidDay: z.nullable(Day),
  opinion: z.nullable(z.string()),
  submittedAt: Instant,
  decidedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
})
export type AcceptanceBill = z.output<typeof AcceptanceBill>

/** The forecast of one day: the limit, the held amount, the drawn amount if everything due is repaid on its day, and what is left. */
const HeadroomDay = z.object({ day: Day, limit: Yuan, held: Yuan, drawn: Yuan, due: Yuan, usable: Yuan })
export const CreditHeadroom = z.object({ days: z.array(HeadroomDay), nextDue: z.nullable(NextDue) })
export type CreditHeadroom = z.output<typeof CreditHeadroom>
