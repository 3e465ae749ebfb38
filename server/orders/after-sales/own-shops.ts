// Staff who keep certain shops see and touch the after-sales of these alone.
import { refuse } from '#contract/platform/core/refusals.ts'
import { findShopsOfStaff, guardHandlers } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { AfterSaleRef } from './after-sale-store.ts'

/** Refuses AFTER_SALE_NOT_FOUND for an after-sale of a shop that the staff member does not keep. */
async function refuseAfterSaleOfOtherShop(db: Db, { enterpriseId, id, staffId }: AfterSaleRef & { staffId: string }): Promise<void> {
  const own = await findShopsOfStaff(db, staffId)
  if (own === null) return
  const found = db
    .selectFrom('after_sale')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'after_sale.enterprise_id').onRef('order.id', '=', 'after_sale.order_id'),
    )
    .select('order.shop_id')
    .where('after_sale.enterprise_id', '=', enterpriseId)
    .where('after_sale.id', '=', id)
  const shopId = (await found.executeTakeFirst())?.shop_id
  if (shopId !== undefined && !own.includes(shopId)) refuse('AFTER_SALE_NOT_FOUND')
}

const isAboutAfterSale = (input: object): input is AfterSaleRef =>
  'enterpriseId' in input && typeof input.enterpriseId === 'string' && 'id' in input && typeof input.id === 'string'

/** Limits handlers of the console whose input names one after-sale. */
export const guardAfterSales = <Group extends Parameters<typeof guardHandlers>[0]>(handlers: Group): Group =>
  guardHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (isAboutAfterSale(input)) await refuseAfterSaleOfOtherShop(db, { ...input, staffId })
  })
