// Which orders have a contract that says how they were paid. It only reads: contracts and signings belong to modules that use this one.
import { isSigningOpen, openSigningStates } from '#contract/billing/signings/signing-lifecycle.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Says of orders whose contract was issued, is being signed or was signed, what has happened to it, by order id. Others are left out. */
export async function findOrdersWithContract(
  db: Db,
  { enterpriseIds, orderIds }: { enterpriseIds: readonly string[]; orderIds: readonly string[] },
): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const across = withoutTenantGuard(db, 'console')
  const issued = await across
    .selectFrom('purchase_contract')
    .select('id')
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('id', '=', anyOfIdsSql(orderIds))
    .execute()
  const signings = await across
    .selectFrom('signing')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'signing.enterprise_id').onRef('order.order_no', '=', 'signing.subject'),
    )
    .select(['order.id', 'signing.state'])
    .where('signing.enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('signing.kind', '=', 'PURCHASE')
    .where('signing.state', 'in', [...openSigningStates, 'SIGNED'])
    .where('order.id', '=', anyOfIdsSql(orderIds))
    .execute()
  return new Map([
    ...issued.map(({ id }) => [id, '合同已出具'] as const),
    ...signings.map(({ id, state }) => [id, isSigningOpen(state) ? '合同正在签署' : '合同已签署'] as const),
  ])
}
