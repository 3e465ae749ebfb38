// Reads and writes the table `parcel_receipt`: pictures of signed delivery notes.
import { PARCEL_PICTURES_MAX } from '#contract/orders/fulfilment/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { recordOrderEventWithoutTransition, requireLockedOrder } from '#server/orders/orders/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ParcelNumberRef } from './change-parcel.ts'
import { requireParcel, type SentParcel } from './parcels.ts'

/** The owner key to which the pictures of a parcel are bound. */
export const formatProofOfDeliveryFileOwnerKey = ({ id }: Pick<SentParcel, 'id'>): string => `parcel:${id}`

/** Lists the pictures of the given parcels, in the order of upload. */
export async function listProofOfDeliveryFileIdsByParcel(
  db: Db,
  enterpriseId: string,
  parcelIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('parcel_receipt')
    .select(['parcel_id', 'file_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOfIdsSql(parcelIds))
    .orderBy('at')
    .orderBy('file_id')
    .execute()
  return new Map([...Map.groupBy(rows, ({ parcel_id }) => parcel_id)].map(([id, own]) => [id, own.map(({ file_id }) => file_id)]))
}

type Bringer = { kind: 'member'; userId: string } | { kind: 'staff'; staffId: string }

/** Locks the order and returns the parcel. Refuses RECEIPT_PICTURES_FULL if it has the maximum number of pictures. */
async function makeRoom(tx: Tx, { parcelNo, ...ref }: ParcelNumberRef) {
  const order = await requireLockedOrder(tx, ref)
  const parcel = await requireParcel(tx, { enterpriseId: order.enterpriseId, orderId: order.id, parcelNo })
  const there = (await listProofOfDeliveryFileIdsByParcel(tx, order.enterpriseId, [parcel.id])).get(parcel.id) ?? []
  if (there.length >= PARCEL_PICTURES_MAX) refuse('RECEIPT_PICTURES_FULL')
  return { order, parcel }
}

/** Binds an uploaded picture to a parcel. Refuses FILE_NOT_FOUND if the caller has not uploaded it. */
export async function bindProofOfDelivery(
  tx: Tx,
  moment: Moment,
  { by, fileId, ...ref }: ParcelNumberRef & { by: Bringer; fileId: string },
): Promise<void> {
  const { order, parcel } = await makeRoom(tx, ref)
  const { enterpriseId, id } = parcel
  const userId = by.kind === 'member' ? by.userId : by.staffId
  await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'signedReceipt', boundTo: formatProofOfDeliveryFileOwnerKey(parcel) })
  await tx
    .insertInto('parcel_receipt')
    .values({ enterprise_id: enterpriseId, parcel_id: id, file_id: fileId, actor_kind: by.kind, actor_id: userId, at: moment.now })
    .execute()
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'signedReceipt', actor: by, note: `包裹 ${parcel.parcelNo}` })
}
