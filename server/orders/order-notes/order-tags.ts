import { addAndRemoveTagsOfOrder } from '#server/people/account-managers/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireOrder } from './order-notes.ts'

type Change = Omit<Parameters<typeof addAndRemoveTagsOfOrder>[2], 'orderId'> & { orderNo: string }

/** Gives tags to an order and takes others from it. Refuses ORDER_NOT_FOUND, ENTERPRISE_TAG_NOT_FOUND, TAGS_OF_ORDER_FULL. */
export async function setTagsOfOrder(tx: Tx, moment: Moment, { orderNo, ...change }: Change): Promise<void> {
  const { id: orderId } = await requireOrder(tx, { enterpriseId: change.enterpriseId, orderNo })
  await addAndRemoveTagsOfOrder(tx, moment, { ...change, orderId })
}
