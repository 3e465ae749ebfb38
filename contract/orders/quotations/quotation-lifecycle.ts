import { defineLifecycle, keysOf, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 询价单 → 报价单: a buyer asks for prices, staff answer with offers, and the buyer orders at the offered prices. The last offered line that is ordered
 * accepts it; an order that is cancelled frees its lines and opens it again.
 */
export const quotationLifecycle = defineLifecycle({
  initial: ['REQUESTED'],
  states: {
    REQUESTED: { label: '待报价' },
    QUOTED: { label: '已报价' },
    ACCEPTED: { label: '已成交' },
    EXPIRED: { label: '已过期' },
    WITHDRAWN: { label: '已撤回', final: true },
    REFUSED: { label: '不予报价', final: true },
    DECLINED: { label: '已谢绝', final: true },
  },
  verbs: {
    quote: { from: ['REQUESTED', 'QUOTED'], to: 'QUOTED', by: ['staff'], label: '报价' },
    refuse: { from: ['REQUESTED'], to: 'REFUSED', by: ['staff'], label: '不予报价' },
    askAgain: { from: ['QUOTED', 'EXPIRED'], to: 'REQUESTED', by: ['buyer'], label: '请求重新报价' },
    order: { from: ['QUOTED'], to: 'ACCEPTED', by: ['buyer'], label: '按报价下单' },
    finish: { from: ['QUOTED'], to: 'ACCEPTED', by: ['buyer'], label: '其余不再下单' },
    decline: { from: ['QUOTED'], to: 'DECLINED', by: ['buyer'], label: '谢绝报价' },
    withdraw: { from: ['REQUESTED', 'QUOTED'], to: 'WITHDRAWN', by: ['buyer'], label: '撤回询价' },
    expire: { from: ['QUOTED'], to: 'EXPIRED', by: ['clock'], label: '报价到期' },
    reopen: { from: ['ACCEPTED'], to: 'QUOTED', by: ['system'], label: '订单取消后恢复' },
  },
})
export type QuotationState = StateOf<typeof quotationLifecycle>
export type QuotationVerb = VerbOf<typeof quotationLifecycle>

/** Whether nothing can happen to a quotation any more. */
export const isQuotationStateFinal = (state: QuotationState): boolean => quotationLifecycle.states[state].final === true

/** The states after which nothing happens. */
export const finalQuotationStates: readonly QuotationState[] = keysOf(quotationLifecycle.states).filter(isQuotationStateFinal)

/** Whether staff answer a line with a price. */
export const quotationLineOutcomes = {
  OFFERED: { label: '报价' },
  NOT_OFFERED: { label: '不供应' },
} as const
export type QuotationLineOutcome = keyof typeof quotationLineOutcomes
