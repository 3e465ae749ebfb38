import type { purchaseApprovalEndpoints, PurchaseApproval as Shown } from '#contract/orders/approval/api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { findOrdersOfManyTrades, readOrderListRows } from '#server/orders/orders/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findPurchaseApproval, listPurchaseApprovals, type PurchaseApprovalRecord } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Member } from '#server/platform/http/caller.ts'

const { afterHours = 0 } = orderLifecycle.verbs.expireApproval

async function describe(db: Db, caller: Member, approvals: readonly PurchaseApprovalRecord[]): Promise<Shown[]> {
  const { enterpriseId, userId } = caller
  const isMain = hasPermission(caller, 'main')
  const tradeIds = [...new Set(approvals.map(({ tradeId }) => tradeId))]
  const orders = await readOrderListRows(db, await findOrdersOfManyTrades(db, enterpriseId, tradeIds), caller)
  const people = new Set(approvals.flatMap(({ askedBy, decidedBy }) => (decidedBy === null ? [askedBy] : [askedBy, decidedBy])))
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...people])
  return approvals.map((one) => ({
    id: one.id,
    tradeId: one.tradeId,
    state: one.state,
    askedBy: names.get(one.askedBy) ?? '',
    askedAt: one.askedAt,
    why: one.why,
    method: one.method,
    payable: one.payableFen,
    orders: orders.filter(({ tradeId }) => tradeId === one.tradeId).map(({ orderNo, payable, lines }) => ({ orderNo, payable, lines })),
    decidedBy: one.decidedBy === null ? null : (names.get(one.decidedBy) ?? ''),
    decidedAt: one.decidedAt,
    opinion: one.opinion,
    deadline: one.state === 'PENDING' ? addHours(one.askedAt, afterHours) : null,
    mayDecide: one.state === 'PENDING' && isMain && one.askedBy !== userId,
  }))
}

/** Lists approvals. The main account sees all of its enterprise, a sub-account only its own requests. */
export async function listPurchaseApprovalsForCaller(
  db: Db,
  caller: Member,
  { pageNo, pageSize, state }: InputOf<typeof purchaseApprovalEndpoints.list>,
): Promise<{ dataList: Shown[]; total: number }> {
  const { dataList, total } = await listPurchaseApprovals(db, caller.enterpriseId, {
    state,
    askedBy: hasPermission(caller, 'main') ? undefined : caller.userId,
    ...toSlice({ pageNo, pageSize }),
  })
  return { dataList: await describe(db, caller, dataList), total }
}

/** Returns one approval. Refuses one of another person as if it did not exist. */
export async function readPurchaseApprovalForCaller(db: Db, caller: Member, id: string): Promise<Shown> {
  const found = await findPurchaseApproval(db, caller.enterpriseId, id)
  if (!found || (!hasPermission(caller, 'main') && found.askedBy !== caller.userId)) refuse('APPROVAL_NOT_FOUND')
  const [described] = await describe(db, caller, [found])
  return described ?? refuse('APPROVAL_NOT_FOUND')
}
