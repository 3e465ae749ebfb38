import { defineLifecycle, keysOf, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** The invoice is not requested from the provider yet, or not successfully. Missing data of its lines can still be added. */
export const correctableInvoiceStates = ['APPLIED', 'FAILED'] as const

/** The states of an invoice, from the application to the red letter. The buyer sees the first three as one: 待开票. */
export const invoiceLifecycle = defineLifecycle({
  initial: ['APPLIED'],
  states: {
    APPLIED: { label: '待审核' },
    ISSUING: { label: '开票中' },
    FAILED: { label: '开票失败' },
    ISSUED: { label: '已开票' },
    REJECTED: { label: '已驳回', final: true },
    RED: { label: '已红冲', final: true },
  },
  verbs: {
    approve: { from: ['APPLIED'], to: 'ISSUING', by: ['finance'], label: '同意开票' },
    reject: { from: correctableInvoiceStates, to: 'REJECTED', by: ['finance'], label: '驳回' },
    lapse: { from: correctableInvoiceStates, to: 'REJECTED', by: ['system'], label: '全额退款，无需开票' },
    enter: { from: correctableInvoiceStates, to: 'ISSUED', by: ['finance'], label: '登记手工发票' },
    issue: { from: ['ISSUING'], to: 'ISSUED', by: ['system'], label: '已开出' },
    fail: { from: ['ISSUING'], to: 'FAILED', by: ['system'], label: '开票失败' },
    retry: { from: ['FAILED'], to: 'ISSUING', by: ['finance'], label: '重新开票' },
    takeBack: { from: ['ISSUED'], to: 'RED', by: ['system'], label: '全额红冲' },
  },
})
export type InvoiceState = StateOf<typeof invoiceLifecycle>
export type InvoiceVerb = VerbOf<typeof invoiceLifecycle>

/** Returns whether an invoice in this state is still open. */
export const isCorrectableInvoiceState = (state: InvoiceState): boolean => correctableInvoiceStates.some((open) => open === state)

/** The states as a buyer sees them. */
export const buyerInvoiceStatuses = {
  wait: { label: '待开票', states: ['APPLIED', 'ISSUING', 'FAILED'] },
  issued: { label: '已开票', states: ['ISSUED'] },
  rejected: { label: '已驳回', states: ['REJECTED'] },
  red: { label: '已红冲', states: ['RED'] },
} as const satisfies Record<string, { label: string; states: readonly InvoiceState[] }>
export type BuyerInvoiceStatus = keyof typeof buyerInvoiceStatuses

/** Returns the buyer's state for a state. */
export const getBuyerInvoiceStatus = (state: InvoiceState): BuyerInvoiceStatus =>
  keysOf(buyerInvoiceStatuses).find((one) => (buyerInvoiceStatuses[one].states as readonly InvoiceState[]).includes(state)) ?? 'wait'

/** A request for a blue invoice or a red letter, to the provider or by hand at the tax bureau. */
export const invoiceIssuanceLifecycle = defineLifecycle({
  initial: ['WAIT'],
  states: {
    WAIT: { label: '开具中' },
    ISSUED: { label: '已开具', final: true },
    /** The provider has definitely rejected it. A blue invoice is requested again under another serial number. */
    FAILED: { label: '开具失败' },
    /** The invoice was never issued, so its amount was reduced instead. */
    VOID: { label: '无需红冲', final: true },
  },
  verbs: {
    issue: { from: ['WAIT', 'FAILED'], to: 'ISSUED', by: ['system', 'finance'], label: '开出' },
    fail: { from: ['WAIT'], to: 'FAILED', by: ['system'], label: '开具失败' },
    retry: { from: ['FAILED'], to: 'WAIT', by: ['finance'], label: '重试' },
    void: { from: ['WAIT', 'FAILED'], to: 'VOID', by: ['system'], label: '无需红冲' },
  },
})
export type InvoiceIssuanceState = StateOf<typeof invoiceIssuanceLifecycle>

/** A 红字信息确认单 at the tax bureau: a red letter of a 专票 needs one. Only if the buyer has deducted the tax, the buyer must confirm it. */
export const redConfirmationLifecycle = defineLifecycle({
  initial: ['REQUESTED', 'CONFIRMED'],
  states: {
    REQUESTED: { label: '确认单申请中' },
    PENDING: { label: '待购方确认' },
    UNNEEDED: { label: '无需购方确认', final: true },
    CONFIRMED: { label: '购方已确认', final: true },
    /** By the buyer, or void at the tax bureau for another reason. */
    REFUSED: { label: '已拒绝或作废', final: true },
    EXPIRED: { label: '超时未确认', final: true },
  },
  verbs: {
    await: { from: ['REQUESTED'], to: 'PENDING', by: ['system'], label: '待购方确认' },
    waive: { from: ['REQUESTED', 'PENDING'], to: 'UNNEEDED', by: ['system'], label: '无需购方确认' },
    confirm: { from: ['REQUESTED', 'PENDING'], to: 'CONFIRMED', by: ['system'], label: '购方确认' },
    refuse: { from: ['REQUESTED', 'PENDING'], to: 'REFUSED', by: ['system'], label: '拒绝或作废' },
    expire: { from: ['REQUESTED', 'PENDING'], to: 'EXPIRED', by: ['system'], label: '超时作废', afterHours: 72 },
  },
})
export type RedConfirmationState = StateOf<typeof redConfirmationLifecycle>

/** Whether the red letter can be issued with a confirmation in this state. */
export const isRedConfirmationGranted = (state: RedConfirmationState): boolean => state === 'UNNEEDED' || state === 'CONFIRMED'

/** Whether the red letter needs another confirmation than one in this state. */
export const isRedConfirmationOver = (state: RedConfirmationState): boolean => state === 'REFUSED' || state === 'EXPIRED'

/** 普票 / 专票. */
export const invoiceTitleKinds = {
  NORMAL: { label: '普通发票', short: '普票' },
  SPECIAL: { label: '增值税专用发票', short: '专票' },
} as const
export type InvoiceTitleKind = keyof typeof invoiceTitleKinds

/** The tax bureau's four reasons for a red letter, by its codes. */
export const redLetterReasons = {
  '01': { label: '开票有误' },
  '02': { label: '销货退回' },
  '03': { label: '服务终止' },
  '04': { label: '销售折让' },
} as const
export type RedLetterReason = keyof typeof redLetterReasons

export const invoiceFileFormats = {
  pdf: { label: 'PDF', type: 'application/pdf' },
  ofd: { label: 'OFD', type: 'application/ofd' },
  xml: { label: 'XML', type: 'application/xml' },
} as const
export type InvoiceFileFormat = keyof typeof invoiceFileFormats
