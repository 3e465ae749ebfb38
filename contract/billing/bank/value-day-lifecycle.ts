import { defineLifecycle } from '#contract/platform/core/lifecycle.ts'

/** 起息日申请: a day that lies too far back for one person. His withdrawal counts as a refusal. */
export const valueDayRequestLifecycle = defineLifecycle({
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
