import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** A voucher is a picture that proves a bank transfer. Submitting again creates a new voucher; the old one keeps its decision. */
export const voucherLifecycle = defineLifecycle({
  initial: ['REVIEW'],
  states: {
    REVIEW: { label: '待审核' },
    /** One person has approved a large amount. A second person enters the amount again. */
    SECOND: { label: '待复核' },
    ACCEPTED: { label: '已到账', final: true },
    REJECTED: { label: '审核驳回', final: true },
    WITHDRAWN: { label: '已撤回', final: true },
  },
  verbs: {
    withdraw: { from: ['REVIEW'], to: 'WITHDRAWN', by: ['buyer'], label: '撤回凭证' },
    askSecond: { from: ['REVIEW'], to: 'SECOND', by: ['staff'], label: '初审通过' },
    accept: { from: ['REVIEW', 'SECOND'], to: 'ACCEPTED', by: ['staff'], label: '确认到账' },
    reject: { from: ['REVIEW', 'SECOND'], to: 'REJECTED', by: ['staff'], label: '驳回' },
  },
})
export type VoucherState = StateOf<typeof voucherLifecycle>

/** 汇款状态 of a transfer, as its buyer reads it. It is derived from the payment and its latest voucher. */
export const buyerBankTransferLifecycle = defineLifecycle({
  initial: ['AWAITING'],
  states: {
    AWAITING: { label: '待提交汇款凭证' },
    REVIEW: { label: '待审核' },
    REJECTED: { label: '审核驳回' },
    RECEIVED: { label: '已到账', final: true },
    CLOSED: { label: '已关闭', final: true },
  },
  verbs: {
    submit: { from: ['AWAITING'], to: 'REVIEW', by: ['buyer'], label: '提交付款凭证' },
    resubmit: { from: ['REJECTED'], to: 'REVIEW', by: ['buyer'], label: '重新提交付款凭证' },
    withdraw: { from: ['REVIEW'], to: 'AWAITING', by: ['buyer'], label: '撤回凭证' },
    reject: { from: ['REVIEW'], to: 'REJECTED', by: ['staff'], label: '驳回' },
    receive: { from: ['AWAITING', 'REVIEW', 'REJECTED'], to: 'RECEIVED', by: ['staff'], label: '确认到账' },
    close: { from: ['AWAITING', 'REJECTED'], to: 'CLOSED', by: ['buyer', 'clock', 'system'], label: '关闭' },
  },
})
export type BuyerBankTransferState = StateOf<typeof buyerBankTransferLifecycle>

/** How often a voucher can be submitted for one order or payment. After that, the buyer has to contact the support. */
export const VOUCHER_SUBMISSIONS_PER_PAYMENT_MAX = 5
/** The largest number of pictures of one voucher. */
export const VOUCHER_PICTURES_MAX = 5
