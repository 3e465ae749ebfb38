import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** 采购发票: the invoice of a supplier, compared with what was ordered and what came. Differences are accepted by a second person. */
export const supplierInvoiceLifecycle = defineLifecycle({
  initial: ['MATCHED', 'DIFFERENT'],
  states: {
    DIFFERENT: { label: '有差异' },
    RETURNED: { label: '已退回' },
    MATCHED: { label: '已匹配' },
    ACCEPTED: { label: '已接受差异' },
    VOID: { label: '已作废', final: true },
  },
  verbs: {
    match: { from: ['DIFFERENT', 'RETURNED'], to: 'MATCHED', by: ['staff'], label: '匹配' },
    differ: { from: ['RETURNED'], to: 'DIFFERENT', by: ['staff'], label: '更正后仍有差异' },
    accept: { from: ['DIFFERENT'], to: 'ACCEPTED', by: ['staff'], label: '接受差异' },
    sendBack: { from: ['DIFFERENT'], to: 'RETURNED', by: ['staff'], label: '退回更正' },
    void: { from: ['DIFFERENT', 'RETURNED', 'MATCHED', 'ACCEPTED'], to: 'VOID', by: ['staff'], label: '作废' },
  },
})
export type SupplierInvoiceState = StateOf<typeof supplierInvoiceLifecycle>
export type SupplierInvoiceVerb = VerbOf<typeof supplierInvoiceLifecycle>
