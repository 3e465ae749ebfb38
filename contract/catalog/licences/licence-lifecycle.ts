import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * A licence that a company has submitted. Of each kind a company has at most one that waits and one that is approved. An approved licence
 * is valid up to and including its last day, even if the job has not marked its end yet.
 */
export const licenceLifecycle = defineLifecycle({
  initial: ['pending'],
  states: {
    pending: { label: '待审核' },
    approved: { label: '有效' },
    rejected: { label: '未通过', final: true },
    withdrawn: { label: '已撤回', final: true },
    expired: { label: '已过期', final: true },
    replaced: { label: '已被新证替换', final: true },
  },
  verbs: {
    approve: { from: ['pending'], to: 'approved', by: ['reviewer'], label: '通过' },
    reject: { from: ['pending'], to: 'rejected', by: ['reviewer'], label: '驳回' },
    withdraw: { from: ['pending'], to: 'withdrawn', by: ['buyer'], label: '撤回' },
    /** A newer one of the same kind was approved. */
    replace: { from: ['approved'], to: 'replaced', by: ['reviewer'], label: '替换' },
    expire: { from: ['approved'], to: 'expired', by: ['clock'], label: '过期' },
  },
})
export type LicenceState = StateOf<typeof licenceLifecycle>
export type LicenceVerb = VerbOf<typeof licenceLifecycle>
