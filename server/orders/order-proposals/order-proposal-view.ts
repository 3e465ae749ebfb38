// What the pages of a proposal show, to its buyer and to staff, and the list of the console.
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import type {
  ConsoleOrderProposal,
  ConsoleOrderProposalRow,
  OrderProposal as ShownProposal,
} from '#contract/orders/order-proposals/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { areAllInShopsOrUnrestrictedSql, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'
import { findDisplayNamesInEnterpriseByUserId, findUsers } from '#server/people/identity/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { findAddress } from '#server/sites/address/public.ts'
import {
  buildOrderProposalQuery,
  isInOrderProposalQueueSql,
  listOrderProposalLines,
  listOrdersOfProposal,
  type OrderProposal,
  type OrderProposalRef,
  proposalStateOnDaySql,
  requireOrderProposal,
  toOrderProposal,
} from './order-proposal-store.ts'

const STAFF = '客服'

export const toOrderProposalHead = (
  proposal: OrderProposal,
  { buyers, staff }: Record<'buyers' | 'staff', ReadonlyMap<string, string>>,
) => ({
  id: proposal.id,
  proposalNo: proposal.proposalNo,
  state: proposal.state,
  firstGoods: proposal.firstGoods,
  lineCount: proposal.lineCount,
  buyerName: buyers.get(proposal.userId) ?? '',
  preparedBy: staff.get(proposal.preparedBy) ?? STAFF,
  createdAt: proposal.createdAt,
  validUntil: proposal.validUntil,
})

async function describeProposal(db: Db, moment: Moment, proposal: OrderProposal) {
  const { enterpriseId, addressId } = proposal
  const lines = await listOrderProposalLines(db, proposal)
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: lines.map(({ skuId }) => skuId) })
  const buyers = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [proposal.userId])
  return {
    ...toOrderProposalHead(proposal, { buyers, staff: await listStaffNamesById(db) }),
    remark: proposal.remark,
    addressId: addressId !== null && (await findAddress(db, enterpriseId, addressId)) ? addressId : null,
    shipTo: proposal.shipTo,
    reason: proposal.reason,
    orders: await listOrdersOfProposal(db, proposal),
    lines: lines.map(({ quantity, sentSaleFen, sentCreditFen, ...line }) => ({
      ...line,
      goodsNum: quantity,
      sku: skus.get(line.skuId) ?? null,
      sentSalePrice: sentSaleFen,
      sentCreditPrice: sentCreditFen,
    })),
  }
}

/** Reads a proposal for its buyer. Refuses ORDER_PROPOSAL_NOT_FOUND. */
export const readOrderProposalForBuyer = async (db: Db, moment: Moment, ref: OrderProposalRef): Promise<ShownProposal> =>
  describeProposal(db, moment, await requireOrderProposal(db, moment, ref))

/** Refuses ORDER_PROPOSAL_NOT_FOUND for a proposal with goods of a shop that the person does not keep. */
export async function requireOrderProposalInStaffShops(
  db: Db,
  moment: Moment,
  { staffId, enterpriseId, id }: OrderProposalRef & { staffId: string },
): Promise<void> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shops === null) return
  const row = await buildOrderProposalQuery(db, moment)
    .where('order_proposal.enterprise_id', '=', enterpriseId)
    .where('order_proposal.id', '=', id)
    .where(areAllInShopsOrUnrestrictedSql('order_proposal.shop_ids', shops))
    .executeTakeFirst()
  if (!row) refuse('ORDER_PROPOSAL_NOT_FOUND')
}

/** Reads a proposal for staff, with what the company would pay now. Refuses ORDER_PROPOSAL_NOT_FOUND. */
export async function readOrderProposalForStaff(db: Db, moment: Moment, ref: OrderProposalRef): Promise<ConsoleOrderProposal> {
  const shown = await describeProposal(db, moment, await requireOrderProposal(db, moment, ref))
  const [named] = await attachEnterpriseNamesToRows(db, [{ enterpriseId: ref.enterpriseId }])
  return { ...shown, enterpriseId: ref.enterpriseId, enterpriseName: named?.enterpriseName ?? null }
}

/** How the queues of staff are sorted. */
const orderOfQueue = { ending: ['order_proposal.created_at', 'asc'], declined: ['order_proposal.state_at', 'asc'] } as const

/** Lists a page of the proposals of all enterprises: those of a queue oldest first, others newest first; for whoever keeps certain shops those that are all of their goods. */
export async function listOrderProposalsForConsole(
  db: Db,
  moment: Moment,
  {
    staffId,
    pageNo,
    pageSize,
    state,
    queue,
    enterpriseId,
    manager,
    keyword,
    dateFrom,
    dateTo,
  }: InputOf<typeof consoleOrderProposalEndpoints.list> & { staffId: string },
): Promise<{ dataList: ConsoleOrderProposalRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  let matching = buildOrderProposalQuery(all, moment)
    .where(areAllInShopsOrUnrestrictedSql('order_proposal.shop_ids', shops))
    .where(isEnterpriseOfAccountManagerSql('order_proposal.enterprise_id', { manager, staffId }))
  if (queue) matching = matching.where(isInOrderProposalQueueSql(queue, toShanghaiDay(moment.now)))
  if (enterpriseId) matching = matching.where('order_proposal.enterprise_id', '=', enterpriseId)
  if (state) matching = matching.where(proposalStateOnDaySql(toShanghaiDay(moment.now)), '=', state)
  if (dateFrom) matching = matching.where('order_proposal.created_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) matching = matching.where('order_proposal.created_at', '<', getStartOfNextShanghaiDay(dateTo))
  if (keyword) matching = matching.where('order_proposal.words', 'like', formatLikeContainsPattern(keyword.toLowerCase()))
  const [column, direction] = queue ? orderOfQueue[queue] : (['order_proposal.created_at', 'desc'] as const)
  const ordered = matching.orderBy(column, direction).orderBy('order_proposal.id')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const proposals = rows.map(toOrderProposal)
  const staff = await listStaffNamesById(db)
  const buyers = await mapBuyerNames(db, proposals)
  const heads = proposals.map((proposal) => ({ ...toOrderProposalHead(proposal, { buyers, staff }), enterpriseId: proposal.enterpriseId }))
  return { dataList: await attachEnterpriseNamesToRows(db, heads), total }
}

/** The names of the people who were asked, by user: their own names, because a page has people of many companies. */
const mapBuyerNames = async (db: Db, proposals: readonly OrderProposal[]): Promise<Map<string, string>> => {
  const users = await findUsers(db, [...new Set(proposals.map(({ userId }) => userId))])
  return new Map(users.map(({ id, userName, mobileMasked }) => [id, userName ?? mobileMasked]))
}
