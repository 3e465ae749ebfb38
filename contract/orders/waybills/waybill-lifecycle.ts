import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 电子面单: the number that a carrier's printing service gives for one parcel. It is asked for under our own id until the answer is known, so
 * an answer that was lost never takes a second number.
 */
export const waybillLifecycle = defineLifecycle({
  initial: ['ASKED'],
  states: {
    ASKED: { label: '待确认' },
    REFUSED: { label: '未取到' },
    TAKEN: { label: '已取号' },
    RETURNING: { label: '取消中' },
    RETURNED: { label: '已取消', final: true },
    ABANDONED: { label: '已放弃', final: true },
  },
  verbs: {
    take: { from: ['ASKED'], to: 'TAKEN', by: ['system'], label: '取到' },
    refuse: { from: ['ASKED'], to: 'REFUSED', by: ['system'], label: '未取到' },
    askAgain: { from: ['REFUSED'], to: 'ASKED', by: ['staff'], label: '再次取号' },
    giveBack: { from: ['TAKEN'], to: 'RETURNING', by: ['staff'], label: '取消面单' },
    confirmReturn: { from: ['RETURNING'], to: 'RETURNED', by: ['system'], label: '取消成功' },
    refuseReturn: { from: ['RETURNING'], to: 'TAKEN', by: ['system'], label: '取消被拒' },
    giveUp: { from: ['ASKED', 'RETURNING'], to: 'ABANDONED', by: ['staff'], label: '放弃' },
  },
})
export type WaybillState = StateOf<typeof waybillLifecycle>
