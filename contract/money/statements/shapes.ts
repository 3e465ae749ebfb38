import * as z from 'zod/mini'
import { Day, Id, Instant, Month } from '#contract/platform/core/fields.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { BoughtGoods } from './bought-goods.ts'

/** What is due on a day. */
const Due = z.object({ day: Day, amount: Yuan })

/** What is to be paid next, without interest; while something is overdue `day` has passed, and `amount` includes what is due today. */
export const NextDue = z.object({ ...Due.shape, overdue: Yuan })
export type NextDue = z.output<typeof NextDue>

/** What a month consists of: `settled` (which is `repaid + reduced`), `disputed` and `owed` add up to the total in every state. */
const balance = {
  total: Yuan,
  /** 已还金额: repaid, less what bounced. */
  repaid: Yuan,
  /** 冲减与调整: taken off by refunds, adjustments after disputes and write-offs. */
  reduced: Yuan,
  settled: Yuan,
  /** In dispute and unpaid: owed, but not due. */
  disputed: Yuan,
  /** In dispute although repaid: a part of `settled`, which goes to the wallet if the dispute is won. */
  disputedRepaid: Yuan,
  /** 待还金额, without what is in dispute; the amounts of `dues` add up to it. */
  owed: Yuan,
  /** When it is due: drawdowns that were decided against the buyer are due later than the rest. */
  dues: z.array(Due),
  dueDay: Day,
}

const State = z.enum(['CLOSED', 'OVERDUE', 'PAID'])

/** Where a repayment comes from, and what its records call it. */
export const repaymentSources = {
  wallet: { label: '钱包还款' },
  bank: { label: '转账还款' },
  gateway: { label: '在线还款' },
  acceptance: { label: '承兑汇票还款' },
  suspense: { label: '待查款还款' },
} as const
export type RepaymentSource = keyof typeof repaymentSources
const Source = z.enum(['wallet', 'bank', 'gateway', 'acceptance', 'suspense'])

/** One part of a repayment: interest, a month's drawdowns, or what was more than owed. */
const RepaymentPart = z.object({ to: z.enum(['interest', 'month', 'wallet']), month: z.nullable(Month), amount: Yuan })

/** What is owed now, by month (specification §2: 待还金额, 已还金额, 还款日期, 待还总额). */
export const OwedNow = z.object({
  /** 待还总额: all that could be repaid now, interest included. */
  total: Yuan,
  interest: Yuan,
  /** What is due today or was before, interest included. */
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
export type OwedNow = z.output<typeof OwedNow>

export const Statement = z.object({
  month: Month,
  state: State,
  label: z.string(),
  ...balance,
  /** Overdue interest that this month has cost. */
  interest: Yuan,
  closedAt: Instant,
  confirmedAt: z.nullable(Instant),
  paidAt: z.nullable(Instant),
})
export type Statement = z.output<typeof Statement>

const Dispute = z.object({
  state: z.enum(['OPEN', 'FOR_BUYER', 'AGAINST_BUYER']),
  reason: z.string(),
  at: Instant,
  opinion: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  /** Of one that ended against the buyer: when the drawdown is due now. */
  dueDay: z.nullable(Day),
})

export const StatementDetail = z.object({
  ...Statement.shape,
  lines: z.array(
    z.object({
      id: Id,
      orderNo: z.string(),
      /** The order's own numbers of the buyer; '': none. */
      poNumber: z.string(),
      costCentre: z.string(),
      goodsName: z.string(),
      amount: Yuan,
      /** Taken back since: refunds and adjustments. */
      refunded: Yuan,
      at: Instant,
      goods: z.array(BoughtGoods),
      dispute: z.nullable(Dispute),
    }),
  ),
  entries: z.array(
    z.object({
      id: Id,
      kind: z.enum(['refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce']),
      label: z.string(),
      amount: Yuan,
      /** What of it went to the wallet. */
      toWallet: Yuan,
      valueDay: Day,
      at: Instant,
    }),
  ),
  interestDays: z.array(z.object({ day: Day, principal: Yuan, rate: z.int(), amount: Yuan, reversed: Yuan })),
  /** SHA-256 over the lines as they were frozen, in hex. */
  hash: z.string(),
})
export type StatementDetail = z.output<typeof StatementDetail>

/** What lowers a month, by kind. */
export const entryKinds = {
  refund: { label: '当月退款' },
  repay: { label: '还款' },
  offset: { label: '退款冲减' },
  adjust: { label: '对账调整' },
  writeOff: { label: '坏账核销' },
  bounce: { label: '承兑汇票退票' },
} as const

export const RepaymentPlan = z.object({
  parts: z.array(RepaymentPart),
  /** 待还总额 before it. */
  total: Yuan,
  walletBalance: Yuan,
})
export type RepaymentPlan = z.output<typeof RepaymentPlan>

export const Repayment = z.object({
  id: Id,
  source: Source,
  label: z.string(),
  amount: Yuan,
  parts: z.array(RepaymentPart),
  /** From this day on it counts. */
  valueDay: Day,
  automatic: z.boolean(),
  bouncedAt: z.nullable(Instant),
  at: Instant,
})
export type Repayment = z.output<typeof Repayment>

export const AcceptanceBill = z.object({
  id: Id,
  billNo: z.string(),
  acceptor: z.string(),
  amount: Yuan,
  maturityDay: Day,
  fileId: Id,
  state: z.enum(['WAIT', 'ACCEPTED', 'REJECTED', 'BOUNCED', 'HONOURED']),
  label: z.string(),
  opinion: z.nullable(z.string()),
  submittedAt: Instant,
  decidedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
})
export type AcceptanceBill = z.output<typeof AcceptanceBill>

/** One day ahead: what may be owed, what is held, what is drawn if every due is repaid on its day, and what is left. */
const HeadroomDay = z.object({ day: Day, limit: Yuan, held: Yuan, drawn: Yuan, due: Yuan, usable: Yuan })
export const Headroom = z.object({ days: z.array(HeadroomDay), nextDue: z.nullable(NextDue) })
export type Headroom = z.output<typeof Headroom>
