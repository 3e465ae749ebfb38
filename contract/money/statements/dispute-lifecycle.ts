import { defineLifecycle, keysOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 账单异议: the dispute of one line of a statement, or of a part of its amount. Staff grant it, grant a part of it or uphold the line, or the
 * buyer withdraws it before they have. A line is disputed once.
 */
export const disputeLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '处理中' },
    FOR_BUYER: { label: '异议成立', final: true },
    PARTLY_FOR_BUYER: { label: '部分成立', final: true },
    AGAINST_BUYER: { label: '核实无误', final: true },
    WITHDRAWN: { label: '买家已撤回', final: true },
  },
  verbs: {
    grant: { from: ['OPEN'], to: 'FOR_BUYER', by: ['staff'], label: '支持买家' },
    grantPart: { from: ['OPEN'], to: 'PARTLY_FOR_BUYER', by: ['staff'], label: '部分支持' },
    uphold: { from: ['OPEN'], to: 'AGAINST_BUYER', by: ['staff'], label: '维持原账' },
    withdraw: { from: ['OPEN'], to: 'WITHDRAWN', by: ['buyer'], label: '撤回异议' },
  },
})

export const disputeStates = keysOf(disputeLifecycle.states)
