import { defineLifecycle } from '#contract/platform/core/lifecycle.ts'

/** 结账: the states of a month of the journal. One person closes it, two people open it again. */
export const journalMonthLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '未结账' },
    CLOSED: { label: '已结账' },
    ASKED: { label: '待同意反结账' },
  },
  verbs: {
    close: { from: ['OPEN'], to: 'CLOSED', by: ['staff'], label: '结账' },
    ask: { from: ['CLOSED'], to: 'ASKED', by: ['staff'], label: '申请反结账' },
    agree: { from: ['ASKED'], to: 'OPEN', by: ['staff'], label: '同意' },
    refuse: { from: ['ASKED'], to: 'CLOSED', by: ['staff'], label: '驳回' },
  },
})
