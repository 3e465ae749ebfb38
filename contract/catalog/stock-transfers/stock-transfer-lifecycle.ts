import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 调拨单: goods that go from one warehouse to another. */
export const stockTransferLifecycle = defineLifecycle({
  initial: ['DRAFT'],
  states: {
    DRAFT: { label: '草稿' },
    SENT: { label: '在途' },
    RECEIVED: { label: '已完成', final: true },
    CANCELLED: { label: '已取消', final: true },
  },
  verbs: {
    send: { from: ['DRAFT'], to: 'SENT', by: ['staff'], label: '发出' },
    cancel: { from: ['DRAFT'], to: 'CANCELLED', by: ['staff'], label: '取消' },
    receiveRest: { from: ['SENT'], to: 'RECEIVED', by: ['system'], label: '全部收到' },
    closeShort: { from: ['SENT'], to: 'RECEIVED', by: ['staff'], label: '结束调拨' },
  },
})
export type StockTransferState = StateOf<typeof stockTransferLifecycle>
export type StockTransferVerb = VerbOf<typeof stockTransferLifecycle>
