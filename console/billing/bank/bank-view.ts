import type * as z from 'zod/mini'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { BankAllocationInput, BankLine, BankTransferPurpose, ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import { type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'

/** The purpose of a transfer. */
export const transferPurposeLabels: Record<z.output<typeof BankTransferPurpose>, { label: string }> = {
  trade: { label: '订单付款' },
  topUp: { label: '账户充值' },
  repay: { label: '赊销还款' },
}

/** Returns how much of a line is not assigned yet. */
export function toBankLineAssignmentStatus({ rest, amount }: Pick<BankLine, 'rest' | 'amount'>): { label: string; tone: TagTone } {
  if (rest === 0) return { label: '已用完', tone: 'good' }
  return rest === amount ? { label: '待认领', tone: 'wait' } : { label: '部分认领', tone: 'way' }
}

/** One planned use of a line, with its label. */
export interface AllocationDraft {
  part: BankAllocationInput
  company: string
  title: string
}

/** Two uses with the same key are the same use. */
export const allocationKey = (part: BankAllocationInput): string =>
  part.to === 'payment' ? part.paymentId : part.to === 'trade' ? part.tradeId : `${part.to} ${part.enterpriseId}`

/** Returns the use for an expected transfer. Its amount is the expected amount, neither more nor less. */
export function toAllocationDraftOfExpectedTransfer({
  enterpriseId,
  enterpriseName: name,
  paymentId,
  tradeId,
  title,
  amount,
}: ExpectedBankTransfer): AllocationDraft | undefined {
  const matched = { company: formatEnterpriseName({ name }), title }
  if (paymentId !== null) return { part: { to: 'payment', enterpriseId, paymentId, amount }, ...matched }
  return tradeId === null ? undefined : { part: { to: 'trade', enterpriseId, tradeId, amount }, ...matched }
}

export const isInAllocationDrafts = (drafts: readonly AllocationDraft[], { part }: AllocationDraft): boolean =>
  drafts.some((one) => allocationKey(one.part) === allocationKey(part))

/** Adds a use. Another use with the same key is replaced. */
export const addAllocationDraft = (drafts: readonly AllocationDraft[], draft: AllocationDraft): AllocationDraft[] => [
  ...drafts.filter(({ part }) => allocationKey(part) !== allocationKey(draft.part)),
  draft,
]

export const sumAllocationDrafts = (drafts: readonly AllocationDraft[]): Fen => sum(drafts.map(({ part }) => part.amount))
/** Returns the rest of a line in fen, negative if more is assigned than there is. */
export const computeRestAfterAllocations = (rest: Fen, drafts: readonly AllocationDraft[]): Fen =>
  subtractFen(rest, sumAllocationDrafts(drafts))
