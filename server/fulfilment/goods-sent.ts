import { listLines, orderNumbers } from '../ordering/public.ts'
import { anyOf, type Db } from '../platform/db.ts'
import { findParcels } from './parcels.ts'

/** What a drawdown or a payment was for, as records show it. */
export interface Goods {
  orderNo: string
  goods: { goodsName: string; skuProps: string; quantity: number; unit: string }[]
}

/** What was in some parcels, and of which orders, by parcel; others' parcels are not there. Four statements, however many parcels. */
export async function goodsOfParcels(db: Db, enterpriseId: string, parcelIds: readonly string[]): Promise<Map<string, Goods>> {
  if (parcelIds.length === 0) return new Map()
  const parcels = await findParcels(db, enterpriseId, parcelIds)
  const orderIds = [...new Set([...parcels.values()].map(({ orderId }) => orderId))]
  const numbers = await orderNumbers(db, enterpriseId, orderIds)
  const lines = new Map((await listLines(db, enterpriseId, orderIds)).map((line) => [`${line.orderId} ${line.lineNo}`, line]))
  const contents = await db
    .selectFrom('parcel_line')
    .select(['parcel_id', 'line_no', 'quantity'])
    .where('enterprise_id', '=', enterpriseId)
    .where('parcel_id', '=', anyOf(parcelIds))
    .orderBy('line_no')
    .execute()
  const inside = Map.groupBy(contents, ({ parcel_id }) => parcel_id)
  return new Map(
    [...parcels].map(([id, { orderId }]) => {
      const goods = (inside.get(id) ?? []).flatMap(({ line_no, quantity }) => {
        const line = lines.get(`${orderId} ${line_no}`)
        if (!line) return []
        return [{ goodsName: line.goodsName, skuProps: JSON.stringify(line.skuProps), quantity, unit: line.unit }]
      })
      return [id, { orderNo: numbers.get(orderId) ?? '', goods }]
    }),
  )
}

/** What some orders are of, by order. */
export async function goodsOfOrders(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Map<string, Goods>> {
  const numbers = await orderNumbers(db, enterpriseId, orderIds)
  const lines = await listLines(db, enterpriseId, [...numbers.keys()])
  const inside = Map.groupBy(lines, ({ orderId }) => orderId)
  return new Map(
    [...numbers].map(([id, orderNo]) => {
      const goods = (inside.get(id) ?? []).map(({ goodsName, skuProps, quantity, unit }) => ({
        goodsName,
        skuProps: JSON.stringify(skuProps),
        quantity,
        unit,
      }))
      return [id, { orderNo, goods }]
    }),
  )
}
