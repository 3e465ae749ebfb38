import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/** Days that a buyer has to hand goods to a carrier once a return is agreed to. */
export const RETURN_DAYS = 7

/**
 * An after-sale, from the asking to the end. Where nothing has to come back the way leads from 已同意 straight to 已退款; which verb a type
 * takes is the verb's own to know.
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
    expireReturn: { from: ['APPROVED'], to: 'CANCELLED', by: ['clock'], label: '逾期未寄回', afterHours: RETURN_DAYS * 24 },
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

/** States in which somebody still has to do something. */
export const openAfterSaleStates = ['APPLIED', 'APPROVED', 'RETURNING', 'RECEIVED'] as const satisfies readonly AfterSaleState[]

export const afterSaleTypes = {
  REFUND: { label: '仅退款', hint: '未发货的商品，或已收到但无需寄回' },
  RETURN: { label: '退货退款', hint: '寄回商品，验收后退款' },
  EXCHANGE: { label: '换货', hint: '寄回商品，验收后补发同规格商品' },
} as const
export type AfterSaleType = keyof typeof afterSaleTypes

/** Why, as the buyer chooses it. */
export const afterSaleReasons = {
  REFUND: ['不想要了', '规格选错', '迟迟未发货', '少发漏发', '质量问题', '其他'],
  RETURN: ['质量问题', '规格与描述不符', '发错货', '规格选错', '运输损坏', '其他'],
  EXCHANGE: ['质量问题', '发错货', '规格选错', '运输损坏', '其他'],
} as const satisfies Record<AfterSaleType, readonly string[]>

/** What a state says of a type: an agreed refund waits for its money, an agreed return for its goods. */
export function afterSaleStatusLabel(type: AfterSaleType, state: AfterSaleState): string {
  if (state === 'APPROVED') return type === 'REFUND' ? '待退款' : '待寄回'
  if (state === 'RECEIVED') return type === 'EXCHANGE' ? '待换货' : '待退款'
  return afterSaleLifecycle.states[state].label
}
