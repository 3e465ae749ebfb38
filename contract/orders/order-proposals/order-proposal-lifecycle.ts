import { defineLifecycle, type StateOf, type VerbOf } from '#contract/platform/core/lifecycle.ts'

/**
 * 代客下单: staff put lines together for a company, and a person of the company orders them, or does not. Whatever becomes of the order
 * afterwards, the proposal stays as it was decided.
 */
export const orderProposalLifecycle = defineLifecycle({
  initial: ['SENT'],
  states: {
    SENT: { label: '待买家确认' },
    ACCEPTED: { label: '已下单', final: true },
    DECLINED: { label: '买家不需要', final: true },
    WITHDRAWN: { label: '已撤回', final: true },
    EXPIRED: { label: '已过期', final: true },
  },
  verbs: {
    accept: { from: ['SENT'], to: 'ACCEPTED', by: ['buyer'], label: '确认下单' },
    decline: { from: ['SENT'], to: 'DECLINED', by: ['buyer'], label: '不需要' },
    withdraw: { from: ['SENT'], to: 'WITHDRAWN', by: ['staff'], label: '撤回' },
    expire: { from: ['SENT'], to: 'EXPIRED', by: ['clock'], label: '到期' },
  },
})
export type OrderProposalState = StateOf<typeof orderProposalLifecycle>
export type OrderProposalVerb = VerbOf<typeof orderProposalLifecycle>
