import { sql } from 'kysely'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { WaybillRef } from './waybill-store.ts'

/** What is printed on the label of a parcel. */
export interface PrintedWaybill extends WaybillRef {
  orderNo: string
  parcelNo: number
  carrier: string
  trackingNo: string
  route: string
  sortingPlace: string
  /** The address of the warehouse; '' if it has none. */
  senderAddress: string
  receiver: { name: string; mobile: string; region: string; detail: string }
  firstGoods: string
}

/**
 * Reads the labels of numbers that are taken, in the given sequence. Those of other states, and of shops that the staff member does not keep, are
 * left out. One statement, whatever their number.
 */
export async function readWaybillLabels(
  db: Db,
  { refs, staffId }: { refs: readonly WaybillRef[]; staffId: string },
): Promise<PrintedWaybill[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('waybill')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'waybill.enterprise_id').onRef('order.id', '=', 'waybill.order_id'),
    )
    .innerJoin('warehouse', 'warehouse.id', 'waybill.warehouse_id')
    .select([
      'warehouse.address as sender_address',
      'waybill.enterprise_id',
      'waybill.id',
      'waybill.parcel_no',
      'waybill.carrier',
      'waybill.tracking_no',
      'waybill.route',
    ])
    .select(['waybill.sorting_place', 'order.order_no', 'order.receiver_name', 'order.receiver_mobile', 'order.receiver_region'])
    .select(['order.receiver_detail', 'order.first_goods'])
    .where('waybill.state', '=', 'TAKEN')
    .where(
      sql<boolean>`(waybill.enterprise_id, waybill.id) in (select "enterpriseId", "id"
        from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as named("enterpriseId" uuid, "id" uuid))`,
    )
    .where(isInShopsOrUnrestrictedSql('order.shop_id', await findShopIdsStaffIsLimitedTo(db, staffId)))
    .execute()
  const byId = new Map(rows.map((row) => [`${row.enterprise_id} ${row.id}`, row]))
  return refs.flatMap(({ enterpriseId, id }): PrintedWaybill[] => {
    const row = byId.get(`${enterpriseId} ${id}`)
    if (!row) return []
    return [
      {
        enterpriseId,
        id,
        orderNo: row.order_no,
        parcelNo: row.parcel_no,
        carrier: row.carrier,
        trackingNo: row.tracking_no,
        route: row.route,
        sortingPlace: row.sorting_place,
        senderAddress: row.sender_address,
        receiver: { name: row.receiver_name, mobile: row.receiver_mobile, region: row.receiver_region, detail: row.receiver_detail },
        firstGoods: row.first_goods,
      },
    ]
  })
}
