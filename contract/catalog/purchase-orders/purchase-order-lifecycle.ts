import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 采购单: what the mall orders from a supplier. A receipt that is taken back opens it again. */
export const purchaseOrderLifecycle = defineLifecycle({
  initial: ['DRAFT'],
  states: {
    DRAFT: { label: '草稿' },
    ORDERED: { label: '待入库' },
    RECEIVED: { label: '已完成' },
    CANCELLED: { label: '已取消', final: true },
  },
  verbs: {
    place: { from: ['DRAFT'], to: 'ORDERED', by: ['staff'], label: '下单' },
    cancel: { from: ['DRAFT', 'ORDERED'], to: 'CANCELLED', by: ['staff'], label: '取消' },
    receiveRest: { from: ['ORDERED'], to: 'RECEIVED', by: ['system'], label: '全部入库' },
    closeShort: { from: ['ORDERED'], to: 'RECEIVED', by: ['staff'], label: '结束采购' },
    reopen: { from: ['RECEIVED'], to: 'ORDERED', by: ['system'], label: '入库冲销' },
  },
})
export type PurchaseOrderState = StateOf<typeof purchaseOrderLifecycle>
export type PurchaseOrderVerb = VerbOf<typeof purchaseOrderLifecycle>
