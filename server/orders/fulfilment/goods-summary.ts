import { type Fen, subtractFen } from '#contract/platform/core/money.ts'
import {
  findOrderReferencesById,
  listOrderLinesWithMaterialCodes,
  type OrderLineWithMaterialCode,
  type OrderReferences,
} from '#server/orders/orders/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { findOrderIdByParcel } from './parcels.ts'

/** The goods of a drawdown or a payment, in the form of the lists. */
export interface GoodsSummary extends OrderReferences {
  goods: { goodsName: string; skuProps: string; materialCode: string | null; quantity: number; unit: string }[]
}

/** The goods of a drawdown, with what each line of its parcel was charged and what is left of that after returns. */
export interface ParcelGoodsSummary extends GoodsSummary {
  lines: (GoodsSummary['goods'][number] & { lineNo: number; chargedAmount: Fen; leftAmount: Fen })[]
}

/** For a record without an order. */
export const NO_ORDER_REFERENCES: OrderReferences = { orderNo: '', poNumber: '', costCentre: '' }

const goodsFrom = ({ goodsName, skuProps, materialCode, unit }: OrderLineWithMaterialCode, quantity: number) => ({
  goodsName,
  skuProps: JSON.stringify(skuProps),
  materialCode,
  quantity,
  unit,
})

/**
 * Returns the goods and orders of the given parcels, by parcel. Parcels of other enterprises are left out. Four statements, whatever the
 * number of parcels.
 */
export async function findGoodsSummariesByParcel(
  db: Db,
  enterpriseId: string,
  parcelIds: readonly string[],
): Promise<Map<string, ParcelGoodsSummary>> {
  if (parcelIds.length === 0) return new Map()
  const parcels = await findOrderIdByParcel(db, enterpriseId, parcelIds)
  const orderIds = [...new Set([...parcels.values()].map(({ orderId }) => orderId))]
  const numbers = await findOrderReferencesById(db, enterpriseId, orderIds)
  const ordered = await listOrderLinesWithMaterialCodes(db, enterpriseId, orderIds)
  const lines = new Map(ordered.map((line) => [`${line.orderId} ${line.lineNo}`, line]))
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity', 'post_fen', 'returned_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOfIdsSql(parcelIds))
    .orderBy('line_no')
    .execute()
  const inside = Map.groupBy(contents, ({ parcel_id }) => parcel_id)
  return new Map(
    [...parcels].map(([id, { orderId }]) => {
      const found = (inside.get(id) ?? []).flatMap(({ line_no, quantity, post_fen, returned_fen }) => {
        const line = lines.get(`${orderId} ${line_no}`)
        if (!line) return []
        return [
          { lineNo: line_no, chargedAmount: post_fen, leftAmount: subtractFen(post_fen, returned_fen), goods: goodsFrom(line, quantity) },
        ]
      })
      const goods = found.map((one) => one.goods)
      const charged = found.map(({ goods: bought, ...amounts }) => ({ ...bought, ...amounts }))
      return [id, { ...(numbers.get(orderId) ?? NO_ORDER_REFERENCES), goods, lines: charged }]
    }),
  )
}

/** Returns the goods of the given orders, by order. */
export async function findGoodsSummariesByOrder(
  db: Db,
  enterpriseId: string,
  orderIds: readonly string[],
): Promise<Map<string, GoodsSummary>> {
  const numbers = await findOrderReferencesById(db, enterpriseId, orderIds)
  const lines = await listOrderLinesWithMaterialCodes(db, enterpriseId, [...numbers.keys()])
  const inside = Map.groupBy(lines, ({ orderId }) => orderId)
  return new Map(
    [...numbers].map(([id, known]) => [id, { ...known, goods: (inside.get(id) ?? []).map((line) => goodsFrom(line, line.quantity)) }]),
  )
}
