// What all steps of a quotation share.
import { type QuotationState, type QuotationVerb, quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Quotation } from './quotation-store.ts'

export const isQuotationVerbAllowed = (state: QuotationState, verb: QuotationVerb): boolean =>
  quotationLifecycle.verbs[verb].from.includes(state)

/** Refuses QUOTATION_MOVED, which says what the quotation has become. */
export const refuseMovedQuotation = (state: QuotationState, verb: string): never =>
  refuse('QUOTATION_MOVED', { msg: `该询价单${quotationLifecycle.states[state].label}，不能${verb}，请刷新后查看` })

/** Refuses QUOTATION_MOVED if the verb is not allowed, for example because somebody else was faster. */
export function requireQuotationVerbAllowed({ state }: Pick<Quotation, 'state'>, verb: QuotationVerb): void {
  if (!isQuotationVerbAllowed(state, verb)) refuseMovedQuotation(state, quotationLifecycle.verbs[verb].label)
}
