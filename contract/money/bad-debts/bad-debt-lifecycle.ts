import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'

/** 核销债权: what a company still owes of an amount that was written off. Its state follows from its amounts. */
export const badDebtLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待追偿' },
    RECOVERED: { label: '已收回' },
    FORGIVEN: { label: '已放弃' },
  },
  verbs: {
    recover: { from: ['OPEN'], to: 'RECOVERED', by: ['system'], label: '收回' },
    forgive: { from: ['OPEN'], to: 'FORGIVEN', by: ['staff'], label: '放弃' },
    /** A bill bounced that had recovered it. */
    bounce: { from: ['RECOVERED', 'FORGIVEN'], to: 'OPEN', by: ['staff'], label: '退票' },
  },
})
export type BadDebtState = StateOf<typeof badDebtLifecycle>

/** The amounts of a claim, in fen. */
export interface BadDebtAmounts {
  principalFen: Fen
  interestFen: Fen
  recoveredFen: Fen
  forgivenFen: Fen
}

/** What is still owed of a claim. */
export const computeBadDebtStillOwed = ({ principalFen, interestFen, recoveredFen, forgivenFen }: BadDebtAmounts): Fen =>
  subtractFen(sum([principalFen, interestFen]), sum([recoveredFen, forgivenFen]))

/** A claim is open while something is owed of it. One of which a part was forgiven ends as forgiven. */
export const computeBadDebtState = (amounts: BadDebtAmounts): BadDebtState =>
  computeBadDebtStillOwed(amounts) > 0 ? 'OPEN' : amounts.forgivenFen > 0 ? 'FORGIVEN' : 'RECOVERED'

/** What can happen to a claim. */
export const badDebtEntryKinds = {
  recover: { label: '收回' },
  bounce: { label: '承兑汇票退票' },
  forgive: { label: '放弃追偿' },
  before: { label: '规则生效前核销，不再追偿' },
} as const
export type BadDebtEntryKind = keyof typeof badDebtEntryKinds
