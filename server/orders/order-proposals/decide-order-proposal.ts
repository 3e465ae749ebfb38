// What ends a proposal without an order: the buyer does not need it, staff withdraw it, or its last day is over.
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  type OrderProposal,
  type OrderProposalRef,
  requireLockedOrderProposal,
  requireOrderProposalVerbAllowed,
  updateOrderProposalState,
} from './order-proposal-store.ts'

const BATCH = 500

const notifyBuyer = (
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, userId, proposalNo }: OrderProposal,
  text: 'orderProposalWithdrawn' | 'orderProposalExpired',
): Promise<void> =>
  sendMessages(tx, moment, [
    {
      enterpriseId,
      userIds: [userId],
      kind: 'order',
      says: createMessageTextWithValues(text, { number: proposalNo }),
      target: { screen: '/proposal', search: { id } },
    },
  ])

/** 不需要: the buyer will not order it, and whoever has prepared it is told. Refuses ORDER_PROPOSAL_NOT_FOUND, ORDER_PROPOSAL_MOVED. */
export async function declineOrderProposalByBuyer(
  tx: Tx,
  moment: Moment,
  { reason, ...ref }: OrderProposalRef & { reason: string },
): Promise<void> {
  const proposal = await requireLockedOrderProposal(tx, moment, ref)
  requireOrderProposalVerbAllowed(proposal, 'decline')
  await updateOrderProposalState(tx, moment, ref, { to: 'DECLINED', reason })
  const { enterpriseId, id, proposalNo, preparedBy } = proposal
  await notifyStaff(tx, moment, {
    kind: 'work',
    to: { staffIds: [preparedBy] },
    title: `代客下单 ${proposalNo} 买家不需要`,
    content: reason === '' ? '买家没有填写原因。' : `原因：${reason}`,
    screen: `/proposal?enterpriseId=${enterpriseId}&id=${id}`,
  })
}

/** 撤回: staff take it back, and the buyer is told. Refuses ORDER_PROPOSAL_NOT_FOUND, ORDER_PROPOSAL_MOVED. */
export async function withdrawOrderProposalByStaff(tx: Tx, moment: Moment, ref: OrderProposalRef): Promise<void> {
  const proposal = await requireLockedOrderProposal(tx, moment, ref)
  requireOrderProposalVerbAllowed(proposal, 'withdraw')
  await updateOrderProposalState(tx, moment, ref, { to: 'WITHDRAWN' })
  await notifyBuyer(tx, moment, proposal, 'orderProposalWithdrawn')
}

async function expire(tx: Tx, moment: Moment, ref: OrderProposalRef): Promise<boolean> {
  const proposal = await requireLockedOrderProposal(tx, moment, ref)
  if (proposal.state !== 'EXPIRED') return false
  await updateOrderProposalState(tx, moment, ref, { to: 'EXPIRED' })
  await notifyBuyer(tx, moment, proposal, 'orderProposalExpired')
  return true
}

/** Marks proposals whose last day is over, and tells the buyers. Reads see it before (`proposalStateOnDaySql`). Returns how many. */
export async function expireOrderProposals(db: Db, moment: Moment): Promise<number> {
  const due = await withoutTenantGuard(db, 'finding work')
    .selectFrom('order_proposal')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where('state', '=', 'SENT')
    .where('valid_until', '<', toShanghaiDay(moment.now))
    .orderBy('valid_until')
    .limit(BATCH)
    .execute()
  return forEachCollectingErrors(due, (ref) => runInTransaction(db, (tx) => expire(tx, moment, ref)))
}
