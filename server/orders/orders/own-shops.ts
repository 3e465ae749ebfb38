// Staff who keep certain shops see and touch the orders of these alone. A call about another order answers as if it did not exist.
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopsOfStaff, guardHandlers } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** Refuses ORDER_NOT_FOUND for an order of a shop that the staff member does not keep. One that does not exist is left to the call. */
async function refuseOrderOfOtherShop(
  db: Db,
  { enterpriseId, orderNo, staffId }: { enterpriseId: string; orderNo: string; staffId: string },
) {
  const own = await findShopsOfStaff(db, staffId)
  if (own === null) return
  const order = db.selectFrom('order').select('shop_id').where('enterprise_id', '=', enterpriseId).where('order_no', '=', orderNo)
  const shopId = (await order.executeTakeFirst())?.shop_id
  if (shopId !== undefined && !own.includes(shopId)) refuse('ORDER_NOT_FOUND')
}

const isAboutOrder = (input: object): input is { enterpriseId: string; orderNo: string } =>
  'enterpriseId' in input && typeof input.enterpriseId === 'string' && 'orderNo' in input && typeof input.orderNo === 'string'

/** Limits handlers of the console whose input names one order. Lists, which only filter by an order, limit themselves. */
export const guardOrders = <Group extends Parameters<typeof guardHandlers>[0]>(handlers: Group): Group =>
  guardHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (isAboutOrder(input)) await refuseOrderOfOtherShop(db, { ...input, staffId })
  })
