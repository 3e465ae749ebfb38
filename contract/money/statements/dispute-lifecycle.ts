import { defineLifecycle, keysOf } from '#contract/platform/core/lifecycle.ts'

/** 账单异议: the dispute of one line of a statement. Staff decide it, or the buyer withdraws it before they have. A line is disputed once. */
export const disputeLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '处理中' },
    FOR_BUYER: { label: '异议成立', final: true },
    AGAINST_BUYER: { label: '核实无误', final: true },
    WITHDRAWN: { label: '买家已撤回', final: true },
  },
  verbs: {
    grant: { from: ['OPEN'], to: 'FOR_BUYER', by: ['staff'], label: '支持买家' },
    uphold: { from: ['OPEN'], to: 'AGAINST_BUYER', by: ['staff'], label: '维持原账' },
    withdraw: { from: ['OPEN'], to: 'WITHDRAWN', by: ['buyer'], label: '撤回异议' },
  },
})

export const disputeStates = keysOf(disputeLifecycle.states)
