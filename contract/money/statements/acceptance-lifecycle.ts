import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import { type BasisPoints, computeShareOfAmount, type Fen, fen, minFen } from '#contract/platform/core/money.ts'
import { countDaysSince2000 } from './interest.ts'

/**
 * 承兑汇票 as a repayment. A bill that is taken covers principal: it stays owed, and costs and blocks nothing until some days after maturity. It is
 * repaid when the bank has paid the bill at maturity, or has bought it before (贴现). If the bill bounces, all is as if it had never been given; a bank that
 * had bought it then takes its money back (追索), which two people say.
 */
export const acceptanceBillLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待审核' },
    ACCEPTED: { label: '已接收' },
    DISCOUNTED: { label: '已贴现' },
    REJECTED: { label: '已拒收', final: true },
    RECOURSE: { label: '待付追索款' },
    BOUNCED: { label: '已退票', final: true },
    HONOURED: { label: '已兑付', final: true },
  },
  verbs: {
    accept: { from: ['WAIT'], to: 'ACCEPTED', by: ['staff'], label: '接收' },
    reject: { from: ['WAIT'], to: 'REJECTED', by: ['staff'], label: '拒收' },
    lapse: { from: ['ACCEPTED'], to: 'ACCEPTED', by: ['clock'], label: '覆盖期满' },
    discount: { from: ['ACCEPTED'], to: 'DISCOUNTED', by: ['staff'], label: '贴现' },
    bounce: { from: ['ACCEPTED'], to: 'BOUNCED', by: ['staff'], label: '退票' },
    bounceBought: { from: ['DISCOUNTED'], to: 'RECOURSE', by: ['staff'], label: '退票待追索' },
    recourse: { from: ['RECOURSE'], to: 'BOUNCED', by: ['staff'], label: '付追索款' },
    honour: { from: ['ACCEPTED'], to: 'HONOURED', by: ['staff'], label: '兑付' },
  },
})
export type AcceptanceBillState = StateOf<typeof acceptanceBillLifecycle>

/**
 * What two people say of a bill: that it was paid without a line of the bank (例外兑付), that a bank bought it for less than was agreed, or that the bank took its
 * money back. A withdrawal counts as a refusal.
 */
export const acceptanceRequestLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待确认' },
    DONE: { label: '已确认', final: true },
    REFUSED: { label: '已驳回', final: true },
  },
  verbs: {
    agree: { from: ['WAIT'], to: 'DONE', by: ['staff'], label: '同意' },
    refuse: { from: ['WAIT'], to: 'REFUSED', by: ['staff'], label: '驳回' },
  },
})

/** 承兑人: a bank, or a company. */
export const acceptorKinds = { bank: { label: '银行承兑汇票' }, commercial: { label: '商业承兑汇票' } } as const
export type AcceptorKind = keyof typeof acceptorKinds

/** When the limit that a bill covers can be used again. */
export const acceptanceLimitReleaseTimes = { acceptance: { label: '接收时' }, honour: { label: '兑付时' } } as const
/** What applies until staff change the setting `acceptance`. */
export const defaultAcceptanceSettings = { bankFreesAt: 'acceptance', commercialFreesAt: 'honour' } as const

/** Covered principal costs nothing up to so many days after maturity, and blocks nothing. */
export const ACCEPTANCE_COVER_DAYS_AFTER_MATURITY = 3
/** What a bank may keep of a bill at maturity, and of one that it buys before; more needs two people. In hundredths of a percent. */
export const HONOUR_FEE_BY_ONE_PERSON_MAX_BP = 100
const DISCOUNT_COST_MAX_BP = 1_000

/** 约定年贴现率 at most, in hundredths of a percent. */
export const QUOTED_DISCOUNT_RATE_MAX_BP = 2_400
/** Of what two people decide about a bill. */
export const acceptanceRequestKinds = {
  honour: { label: '例外兑付' },
  discount: { label: '超约定贴现' },
  recourse: { label: '付追索款' },
} as const
export type AcceptanceRequestKind = keyof typeof acceptanceRequestKinds

/**
 * What discounting a bill may cost by the word of one person: its quoted rate a year (360 days) from the bank's day to maturity, rounded up, and never more than a
 * tenth of the bill. Amounts in fen. `quotedRateBp` null: the bill was taken before a rate was asked for.
 */
export function computeDiscountCostMaxForOnePerson(
  { amountFen, maturityDay, quotedRateBp }: { amountFen: Fen; maturityDay: string; quotedRateBp: BasisPoints | null },
  valueDay: string,
): Fen {
  const most = computeShareOfAmount(amountFen, DISCOUNT_COST_MAX_BP)
  if (quotedRateBp === null) return most
  const scaled =
    BigInt(amountFen) * BigInt(quotedRateBp) * BigInt(Math.max(0, countDaysSince2000(maturityDay) - countDaysSince2000(valueDay)))
  return minFen(most, fen(Number((scaled + 3_599_999n) / 3_600_000n)))
}
