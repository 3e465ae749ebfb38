import type * as z from 'zod/mini'
import { enterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import type { Tone } from '#console/platform/components/tag.tsx'
import type { AllocationPart, BankLine, ExpectedTransfer, TransferPurpose } from '#contract/billing/bank/shapes.ts'
import { type Fen, subtract, sum } from '#contract/platform/core/money.ts'

/** What a transfer is for. */
export const purposes: Record<z.output<typeof TransferPurpose>, { label: string }> = {
  trade: { label: '订单付款' },
  topUp: { label: '账户充值' },
  repay: { label: '赊销还款' },
}

/** How much of a line is still nobody's. */
export function bankLineStatus({ rest, amount }: Pick<BankLine, 'rest' | 'amount'>): { label: string; tone: Tone } {
  if (rest === 0) return { label: '已用完', tone: 'good' }
  return rest === amount ? { label: '待认领', tone: 'wait' } : { label: '部分认领', tone: 'way' }
}

/** One use of a line that is being put together, with what a person calls it. */
export interface AllocationDraft {
  part: AllocationPart
  company: string
  title: string
}

/** Two uses with the same key are the same use. */
export const allocationKey = (part: AllocationPart): string =>
  part.to === 'payment' ? part.paymentId : part.to === 'trade' ? part.tradeId : `${part.to} ${part.enterpriseId}`

/** The use that an awaited transfer would be; its amount is what is awaited, neither more nor less. */
export function toAllocationDraft({
  enterpriseId,
  enterpriseName: name,
  paymentId,
  tradeId,
  title,
  amount,
}: ExpectedTransfer): AllocationDraft | undefined {
  const said = { company: enterpriseName({ name }), title }
  if (paymentId !== null) return { part: { to: 'payment', enterpriseId, paymentId, amount }, ...said }
  return tradeId === null ? undefined : { part: { to: 'trade', enterpriseId, tradeId, amount }, ...said }
}

export const isDrafted = (drafts: readonly AllocationDraft[], { part }: AllocationDraft): boolean =>
  drafts.some((one) => allocationKey(one.part) === allocationKey(part))

/** A use among the others; another one of the same key takes its place. */
export const addDraft = (drafts: readonly AllocationDraft[], draft: AllocationDraft): AllocationDraft[] => [
  ...drafts.filter(({ part }) => allocationKey(part) !== allocationKey(draft.part)),
  draft,
]

export const draftedTotal = (drafts: readonly AllocationDraft[]): Fen => sum(drafts.map(({ part }) => part.amount))
/** What would be left of a line; below zero when more is put together than there is. */
export const remainingAfter = (rest: Fen, drafts: readonly AllocationDraft[]): Fen => subtract(rest, draftedTotal(drafts))
