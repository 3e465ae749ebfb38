import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** 承兑汇票 as a repayment. It counts from the day it is accepted, and its amount is owed again if it bounces. */
export const acceptanceLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待审核' },
    ACCEPTED: { label: '已接收' },
    REJECTED: { label: '已拒收', final: true },
    BOUNCED: { label: '已退票', final: true },
    HONOURED: { label: '已兑付', final: true },
  },
  verbs: {
    accept: { from: ['WAIT'], to: 'ACCEPTED', by: ['staff'], label: '接收' },
    reject: { from: ['WAIT'], to: 'REJECTED', by: ['staff'], label: '拒收' },
    bounce: { from: ['ACCEPTED'], to: 'BOUNCED', by: ['staff'], label: '退票' },
    honour: { from: ['ACCEPTED'], to: 'HONOURED', by: ['staff'], label: '兑付' },
  },
})
export type AcceptanceState = StateOf<typeof acceptanceLifecycle>
