import { defineLifecycle } from '#contract/platform/core/lifecycle.ts'

/** 额度申请: a limit that exceeds what one person may grant. A withdrawal counts as a refusal; a newer proposal of the same kind replaces it. */
export const creditLimitRequestLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '待第二人确认' },
    DONE: { label: '已生效', final: true },
    REFUSED: { label: '已驳回', final: true },
    REPLACED: { label: '已被取代', final: true },
  },
  verbs: {
    agree: { from: ['WAIT'], to: 'DONE', by: ['staff'], label: '同意' },
    refuse: { from: ['WAIT'], to: 'REFUSED', by: ['staff'], label: '驳回' },
    replace: { from: ['WAIT'], to: 'REPLACED', by: ['staff'], label: '取代' },
  },
})
