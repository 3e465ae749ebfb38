import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** The number of days that a buyer has to send goods after a return is approved. */
export const RETURN_SEND_BACK_DAYS = 7

/**
 * The states of an after-sale. If no goods come back, it goes directly from 已同意 to 已退款. Which type allows which action is checked by the
 * action.
 */
export const afterSaleLifecycle = defineLifecycle({
  initial: ['APPLIED'],
  states: {
    APPLIED: { label: '待审核' },
    APPROVED: { label: '已同意' },
    RETURNING: { label: '退货中' },
    RECEIVED: { label: '已验收' },
    REFUNDED: { label: '已退款', final: true },
    EXCHANGED: { label: '已换货', final: true },
    REJECTED: { label: '已驳回', final: true },
    CANCELLED: { label: '已撤销', final: true },
  },
  verbs: {
    approve: { from: ['APPLIED'], to: 'APPROVED', by: ['support'], label: '同意' },
    reject: { from: ['APPLIED', 'APPROVED'], to: 'REJECTED', by: ['support'], label: '驳回' },
    withdraw: { from: ['APPLIED', 'APPROVED'], to: 'CANCELLED', by: ['buyer'], label: '撤销申请' },
    sendBack: { from: ['APPROVED'], to: 'RETURNING', by: ['buyer'], label: '填写退货物流' },
    expireReturn: { from: ['APPROVED'], to: 'CANCELLED', by: ['clock'], label: '逾期未寄回', afterHours: RETURN_SEND_BACK_DAYS * 24 },
    accept: { from: ['RETURNING'], to: 'RECEIVED', by: ['warehouse'], label: '验收通过' },
    refuseGoods: { from: ['RETURNING'], to: 'REJECTED', by: ['warehouse'], label: '验收不通过' },
    reopen: { from: ['APPLIED'], to: 'RECEIVED', by: ['system'], label: '换货未完成' },
    refundInstead: { from: ['RECEIVED'], to: 'RECEIVED', by: ['support'], label: '改为退款' },
    exchange: { from: ['RECEIVED'], to: 'EXCHANGED', by: ['support'], label: '发出换货' },
    refund: { from: ['APPROVED', 'RECEIVED'], to: 'REFUNDED', by: ['finance'], label: '退款' },
  },
})
export type AfterSaleState = StateOf<typeof afterSaleLifecycle>
export type AfterSaleVerb = VerbOf<typeof afterSaleLifecycle>

/** States in which a person still has to act. */
export const afterSaleStatesAwaitingPerson = ['APPLIED', 'APPROVED', 'RETURNING', 'RECEIVED'] as const satisfies readonly AfterSaleState[]

export const afterSaleTypes = {
  REFUND: { label: '仅退款', hint: '未发货的商品，或已收到但无需寄回' },
  RETURN: { label: '退货退款', hint: '寄回商品，验收后退款' },
  EXCHANGE: { label: '换货', hint: '寄回商品，验收后补发同规格商品' },
} as const
export type AfterSaleType = keyof typeof afterSaleTypes

/** The reasons that a buyer can choose. */
export const afterSaleReasons = {
  REFUND: ['不想要了', '规格选错', '迟迟未发货', '少发漏发', '质量问题', '其他'],
  RETURN: ['质量问题', '规格与描述不符', '发错货', '规格选错', '运输损坏', '其他'],
  EXCHANGE: ['质量问题', '发错货', '规格选错', '运输损坏', '其他'],
} as const satisfies Record<AfterSaleType, readonly string[]>

/** The reasons that mean a defect of the goods or an error of the sender. Goods with 仅质量问题可退换 are taken back only for these. */
export const sellerFaultReasons: readonly string[] = ['质量问题', '规格与描述不符', '发错货', '少发漏发', '运输损坏']

/** The label of a state for a type: an approved refund waits for the money, an approved return for the goods. */
export function formatAfterSaleStatus(type: AfterSaleType, state: AfterSaleState): string {
  if (state === 'APPROVED') return type === 'REFUND' ? '待退款' : '待寄回'
  if (state === 'RECEIVED') return type === 'EXCHANGE' ? '待换货' : '待退款'
  return afterSaleLifecycle.states[state].label
}
