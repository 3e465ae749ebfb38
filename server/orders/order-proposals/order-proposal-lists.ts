// The list of a company's proposals, for its members who may order.
import type { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import type { OrderProposalState } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { OrderProposalRow } from '#contract/orders/order-proposals/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { buildOrderProposalQuery, proposalStateOnDaySql, toOrderProposal } from './order-proposal-store.ts'
import { toOrderProposalHead } from './order-proposal-view.ts'

/** Lists a page of the proposals of an enterprise, newest first. */
export async function listOrderProposalsOfEnterprise(
  db: Db,
  moment: Moment,
  { enterpriseId, state, pageNo, pageSize }: InputOf<typeof orderProposalEndpoints.list> & { enterpriseId: string },
): Promise<{ dataList: OrderProposalRow[]; total: number }> {
  let matching = buildOrderProposalQuery(db, moment).where('order_proposal.enterprise_id', '=', enterpriseId)
  if (state) matching = matching.where(proposalStateOnDaySql(toShanghaiDay(moment.now)), '=', state)
  const ordered = matching.orderBy('order_proposal.created_at', 'desc').orderBy('order_proposal.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  if (rows.length === 0) return { dataList: [], total }
  const buyers = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(rows.map(({ user_id }) => user_id))])
  const staff = await listStaffNamesById(db)
  return { dataList: rows.map((row) => toOrderProposalHead(toOrderProposal(row), { buyers, staff })), total }
}

/** Counts the proposals of an enterprise in each state that it has. */
export async function countOrderProposalsOfEnterpriseByState(
  db: Db,
  moment: Moment,
  enterpriseId: string,
): Promise<{ state: OrderProposalState; count: number }[]> {
  const own = buildOrderProposalQuery(db, moment).where('order_proposal.enterprise_id', '=', enterpriseId)
  return db
    .selectFrom(own.as('own'))
    .select(['own.state', db.fn.countAll<number>().as('count')])
    .groupBy('own.state')
    .execute()
}
