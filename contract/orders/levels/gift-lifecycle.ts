import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 赠品: goods that an enterprise has claimed. They are added to its next order in their shop. If that order is cancelled, they wait for
 * another one.
 */
export const giftLifecycle = defineLifecycle({
  initial: ['WAITING'],
  states: { WAITING: { label: '待随单赠送' }, ORDERED: { label: '已随单赠送' } },
  verbs: {
    order: { from: ['WAITING'], to: 'ORDERED', by: ['member'], label: '随单' },
    release: { from: ['ORDERED'], to: 'WAITING', by: ['member', 'staff', 'clock'], label: '订单取消' },
  },
})
export type GiftState = StateOf<typeof giftLifecycle>
