// What is printed on delivery notes: of one parcel or of a hundred, with the same statements.
import { sql } from 'kysely'
import { type BatchUnits, shareBatchesOverLines } from '#contract/catalog/inventory/batches.ts'
import { listBatchesOfParcels, type ShippedBatch } from '#server/catalog/inventory/public.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { parcelTransportColumns, toParcelTransport } from '#server/orders/fulfilment/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import type { DeliveryNote } from './delivery-note.ts'

/** Names a parcel of an order; without a number all parcels of the order are meant. */
export interface DeliveryNoteRef {
  enterpriseId: string
  orderNo: string
  parcelNo?: number | undefined
}

/** An order that was named, with the notes of its parcels by number. */
export interface OrderWithDeliveryNotes {
  enterpriseId: string
  orderNo: string
  notes: readonly DeliveryNote[]
}

/** Reads the orders that are named with all their parcels; an order without a parcel is one row without one. */
const readParcels = (db: Db, refs: readonly DeliveryNoteRef[], ownShops: readonly string[] | null) =>
  db
    .selectFrom('order')
    .leftJoin('parcel', (join) => join.onRef('parcel.enterprise_id', '=', 'order.enterprise_id').onRef('parcel.order_id', '=', 'order.id'))
    .select(['order.enterprise_id', 'order.order_no', 'order.remark', 'order.receiver_name', 'order.receiver_mobile'])
    .select(['order.receiver_region', 'order.receiver_detail', 'parcel.id', 'parcel.parcel_no', 'parcel.sent_at'])
    .select(parcelTransportColumns.map((column) => `parcel.${column}` as const))
    .where(
      sql<boolean>`("order".enterprise_id, "order".order_no) in (select "enterpriseId", "orderNo"
        from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as named("enterpriseId" uuid, "orderNo" text))`,
    )
    .where(isInShopsOrUnrestrictedSql('order.shop_id', ownShops))
    .orderBy('parcel.parcel_no')
    .execute()

type ParcelRow = Awaited<ReturnType<typeof readParcels>>[number]
type ShippedRow = {
  [Column in keyof ParcelRow]: Column extends 'carrier' | 'tracking_no' | 'id' | 'parcel_no' | 'sent_at'
    ? NonNullable<ParcelRow[Column]>
    : ParcelRow[Column]
}

const isShipped = (row: ParcelRow): row is ShippedRow => row.id !== null

/** Reads the contents of parcels, line by line, with the buyer's own codes. */
const readLines = (db: Db, parcels: readonly ShippedRow[]) =>
  db
    .selectFrom('parcel_line')
    .innerJoin('parcel', (join) =>
      join.onRef('parcel.enterprise_id', '=', 'parcel_line.enterprise_id').onRef('parcel.id', '=', 'parcel_line.parcel_id'),
    )
    .innerJoin('order_line as line', (join) =>
      join
        .onRef('line.enterprise_id', '=', 'parcel_line.enterprise_id')
        .onRef('line.order_id', '=', 'parcel.order_id')
        .onRef('line.line_no', '=', 'parcel_line.line_no'),
    )
    .leftJoin('material_code', (join) =>
      join.onRef('material_code.enterprise_id', '=', 'parcel_line.enterprise_id').onRef('material_code.sku_id', '=', 'line.sku_id'),
    )
    .select(['parcel_line.parcel_id', 'parcel_line.quantity', 'line.goods_name', 'line.sku_code', 'line.sku_props', 'line.unit'])
    .select(['line.gift_id', 'line.sku_id', 'material_code.code'])
    .where('parcel_line.enterprise_id', '=', anyOfIdsSql([...new Set(parcels.map(({ enterprise_id }) => enterprise_id))]))
    .where('parcel_line.parcel_id', '=', anyOfIdsSql(parcels.map(({ id }) => id)))
    .orderBy('parcel_line.line_no')
    .execute()

type LineRow = Awaited<ReturnType<typeof readLines>>[number]

const toNoteLine = (line: LineRow, batches: readonly BatchUnits[]): DeliveryNote['lines'][number] => ({
  goodsName: line.goods_name,
  skuCode: line.sku_code,
  skuProps: line.sku_props as Record<string, string>,
  materialCode: line.code ?? '',
  unit: line.unit,
  quantity: line.quantity,
  batches,
  gift: line.gift_id !== null,
})

interface NoteParts {
  parcels: number
  buyer: string
  lines: readonly LineRow[]
  batches: readonly ShippedBatch[]
}

function toNote(row: ShippedRow, { parcels, buyer, lines, batches }: NoteParts): DeliveryNote {
  const shared = shareBatchesOverLines(
    lines.map(({ sku_id, quantity }) => ({ skuId: sku_id, quantity })),
    batches,
  )
  const { carrier = '', trackingNo = '', tanker = null } = toParcelTransport(row)
  return {
    orderNo: row.order_no,
    parcelNo: row.parcel_no,
    parcels,
    buyer,
    receiver: { name: row.receiver_name, mobile: row.receiver_mobile, region: row.receiver_region, detail: row.receiver_detail },
    remark: row.remark,
    carrier,
    trackingNo,
    tanker,
    sentAt: row.sent_at,
    lines: lines.map((line, at) => toNoteLine(line, shared[at] ?? [])),
  }
}

const keyOf = ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }): string => `${enterpriseId} ${orderNo}`

/**
 * Reads what is printed on the notes of the named parcels, in the given sequence; parcels that are not there are left out, and so are orders
 * of shops that are not in `ownShops` (null: all shops). Four statements, whatever the number of notes.
 */
export async function readDeliveryNotes(
  db: Db,
  refs: readonly DeliveryNoteRef[],
  ownShops: readonly string[] | null,
): Promise<OrderWithDeliveryNotes[]> {
  const rows = await readParcels(db, refs, ownShops)
  const shipped = rows.filter(isShipped)
  const lines = Map.groupBy(shipped.length === 0 ? [] : await readLines(db, shipped), ({ parcel_id }) => parcel_id)
  const batches = Map.groupBy(
    await listBatchesOfParcels(
      db,
      shipped.map(({ id }) => id),
    ),
    ({ parcelId }) => parcelId,
  )
  const enterprises = await findEnterprises(db, [...new Set(rows.map(({ enterprise_id }) => enterprise_id))])
  const buyers = new Map(enterprises.map(({ id, name, agentName }) => [id, name ?? agentName ?? '']))
  const byOrder = Map.groupBy(rows, (row) => keyOf({ enterpriseId: row.enterprise_id, orderNo: row.order_no }))
  return refs.flatMap((ref) => {
    const own = byOrder.get(keyOf(ref))
    if (!own) return []
    const parcels = own.filter(isShipped)
    const notes = parcels
      .filter(({ parcel_no }) => ref.parcelNo === undefined || parcel_no === ref.parcelNo)
      .map((row) => {
        const buyer = buyers.get(ref.enterpriseId) ?? ''
        return toNote(row, { parcels: parcels.length, buyer, lines: lines.get(row.id) ?? [], batches: batches.get(row.id) ?? [] })
      })
    return [{ enterpriseId: ref.enterpriseId, orderNo: ref.orderNo, notes }]
  })
}
