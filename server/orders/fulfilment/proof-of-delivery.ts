// The table `parcel_receipt`: pictures of the receipts that were signed for parcels.
import { PARCEL_PICTURES_MAX } from '#contract/orders/fulfilment/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { recordOrderEvent, requireOrder } from '#server/orders/orders/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ParcelNumberRef } from './change-parcel.ts'
import { requireParcel, type SentParcel } from './parcels.ts'

/** What a receipt's picture is bound to. */
export const proofOfDeliveryBinding = ({ id }: Pick<SentParcel, 'id'>): string => `parcel:${id}`

/** The pictures of some parcels, the first in front. */
export async function listProofsOfDelivery(db: Db, enterpriseId: string, parcelIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('parcel_receipt')
    .select(['parcel_id', 'file_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOf(parcelIds))
    .orderBy('at')
    .orderBy('file_id')
    .execute()
  return new Map([...Map.groupBy(rows, ({ parcel_id }) => parcel_id)].map(([id, own]) => [id, own.map(({ file_id }) => file_id)]))
}

type Bringer = { kind: 'member'; userId: string } | { kind: 'staff'; staffId: string }

/** The parcel, with its order locked, where there is room for another picture. Refuses RECEIPT_PICTURES_FULL. */
async function makeRoom(tx: Tx, { parcelNo, ...ref }: ParcelNumberRef) {
  const order = await requireOrder(tx, ref)
  const parcel = await requireParcel(tx, { enterpriseId: order.enterpriseId, orderId: order.id, parcelNo })
  const there = (await listProofsOfDelivery(tx, order.enterpriseId, [parcel.id])).get(parcel.id) ?? []
  if (there.length >= PARCEL_PICTURES_MAX) refuse('RECEIPT_PICTURES_FULL')
  return { order, parcel }
}

/** Binds a picture that somebody has brought, and shows it with the parcel. Refuses FILE_NOT_FOUND for any that is not his own. */
export async function attachProofOfDelivery(
  tx: Tx,
  moment: Moment,
  { by, fileId, ...named }: ParcelNumberRef & { by: Bringer; fileId: string },
): Promise<void> {
  const { order, parcel } = await makeRoom(tx, named)
  const { enterpriseId, id } = parcel
  const userId = by.kind === 'member' ? by.userId : by.staffId
  await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'signedReceipt', boundTo: proofOfDeliveryBinding(parcel) })
  await tx
    .insertInto('parcel_receipt')
    .values({ enterprise_id: enterpriseId, parcel_id: id, file_id: fileId, actor_kind: by.kind, actor_id: userId, at: moment.now })
    .execute()
  await recordOrderEvent(tx, moment, order, { verb: 'signedReceipt', actor: by, note: `包裹 ${parcel.parcelNo}` })
}
