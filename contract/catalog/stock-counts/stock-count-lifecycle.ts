import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 盘点单: the SKUs of a part of a warehouse are counted, and a second person posts the differences. */
export const stockCountLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '盘点中' },
    COUNTED: { label: '待审核' },
    APPROVED: { label: '已过账', final: true },
    CANCELLED: { label: '已取消', final: true },
  },
  verbs: {
    submit: { from: ['OPEN'], to: 'COUNTED', by: ['staff'], label: '提交审核' },
    approve: { from: ['COUNTED'], to: 'APPROVED', by: ['staff'], label: '审核过账' },
    reject: { from: ['COUNTED'], to: 'OPEN', by: ['staff'], label: '退回重盘' },
    cancel: { from: ['OPEN', 'COUNTED'], to: 'CANCELLED', by: ['staff'], label: '取消' },
  },
})
export type StockCountState = StateOf<typeof stockCountLifecycle>
export type StockCountVerb = VerbOf<typeof stockCountLifecycle>
