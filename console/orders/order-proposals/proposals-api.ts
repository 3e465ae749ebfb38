import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import { type OrderProposalState, orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const proposalApi = createApiClient(consoleOrderProposalEndpoints, sendConsoleRequest)

export interface ProposalRef {
  enterpriseId: string
  id: string
}

export const proposalQuery = (ref: ProposalRef) => ({
  queryKey: ['proposal', 'detail', ref.id] as const,
  queryFn: () => proposalApi.detail(ref),
})

/** Who can confirm, where goods go, and what may still be held on credit. */
export const proposalCompanyQuery = (enterpriseId: string) => ({
  queryKey: ['proposal', 'company', enterpriseId] as const,
  queryFn: () => proposalApi.company({ enterpriseId }),
})

/** Invalidates the queries that an action changes. */
export const invalidatedByProposal = [['proposal']] as const

const tones: Record<OrderProposalState, TagTone> = { SENT: 'wait', ACCEPTED: 'good', DECLINED: 'over', WITHDRAWN: 'over', EXPIRED: 'over' }

/** The state of a proposal as a coloured tag. */
export const toProposalStatus = (state: OrderProposalState): { label: string; tone: TagTone } => ({
  label: orderProposalLifecycle.states[state].label,
  tone: tones[state],
})
