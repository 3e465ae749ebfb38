// Finds orders, parcels and after-sales by their numbers.
import { sql } from 'kysely'
import {
  type AfterSaleState,
  type AfterSaleType,
  afterSaleTypes,
  formatAfterSaleStatus,
} from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql } from '#server/platform/core/like-pattern.ts'
import {
  enterpriseNameSql,
  type FindHitsOfOneKind,
  finderCandidatesLimitSql,
  finderHitsLimitSql,
  isOrderInShopsSql,
  toFinderHit,
  unionOfCandidateSelectsSql,
} from './hits.ts'

interface OrderFound {
  enterprise_id: string
  order_no: string
  po_number: string
  state: OrderState
  name: string | null
}

/** By the order number, from its first twelve digits on, or by the whole number that the buyer's own books have. */
export const findOrderHits: FindHitsOfOneKind = async (db, { orderNo, poNumber }, { ownShops, isSeenEnterprise }) => {
  const own = sql`${isInShopsOrUnrestrictedSql('shop_id', ownShops)} and ${isSeenEnterprise('enterprise_id')}`
  const found = unionOfCandidateSelectsSql([
    orderNo &&
      sql`(select enterprise_id, id from "order" where ${beginsWithSql(sql`order_no`, orderNo)} and ${own} order by order_no ${finderCandidatesLimitSql})`,
    poNumber &&
      sql`(select enterprise_id, id from "order" where po_number = ${poNumber} and po_number <> '' and ${own} ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<OrderFound>`
    select o.enterprise_id, o.order_no, o.po_number, o.state, ${enterpriseNameSql('o.enterprise_id')} as name
    from ${found} as found
    join "order" as o on o.enterprise_id = found.enterprise_id and o.id = found.id
    order by o.order_no = ${orderNo ?? ''} desc, o.created_at desc, o.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, order_no, po_number, state, name }) => {
    const hit = { id: order_no, enterpriseId, title: order_no, exact: order_no === orderNo || po_number === poNumber }
    return toFinderHit('order', hit, [name, po_number && `采购单号 ${po_number}`, orderLifecycle.states[state].label])
  })
}

interface ParcelFound {
  enterprise_id: string
  order_no: string
  tracking_no: string
  carrier: string
  name: string | null
}

/** By the waybill number, or its beginning. The hit opens the order of the parcel. */
export const findParcelHits: FindHitsOfOneKind = async (db, { waybill }, { ownShops, isSeenEnterprise }) => {
  if (waybill === undefined) return []
  const { rows } = await sql<ParcelFound>`
    select o.enterprise_id, o.order_no, found.tracking_no, found.carrier, ${enterpriseNameSql('o.enterprise_id')} as name
    from (select enterprise_id, order_id, tracking_no, carrier from parcel
      where tracking_no <> '' and ${beginsWithSql(sql`tracking_no`, waybill)} and ${isSeenEnterprise('enterprise_id')}
        and ${isOrderInShopsSql('parcel', ownShops)}
      order by tracking_no ${finderCandidatesLimitSql}) as found
    join "order" as o on o.enterprise_id = found.enterprise_id and o.id = found.order_id
    order by found.tracking_no, o.order_no ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, order_no, tracking_no, carrier, name }) =>
    toFinderHit('parcel', { id: order_no, enterpriseId, title: tracking_no, exact: tracking_no === waybill }, [
      carrier,
      `订单 ${order_no}`,
      name,
    ]),
  )
}

interface AfterSaleFound {
  enterprise_id: string
  id: string
  after_sale_no: string
  tracking_no: string | null
  type: AfterSaleType
  state: AfterSaleState
  name: string | null
}

/** By its number, from the day in it on, or by the waybill number with which the buyer sends goods back. */
export const findAfterSaleHits: FindHitsOfOneKind = async (db, { afterSaleNo, waybill }, { ownShops, isSeenEnterprise }) => {
  const isSeen = sql`${isSeenEnterprise('enterprise_id')} and ${isOrderInShopsSql('after_sale', ownShops)}`
  const byWaybill = waybill && sql`tracking_no <> '' and ${beginsWithSql(sql`tracking_no`, waybill)} and ${isSeen} order by tracking_no`
  const found = unionOfCandidateSelectsSql([
    afterSaleNo &&
      sql`(select enterprise_id, id from after_sale where ${beginsWithSql(sql`after_sale_no`, afterSaleNo)} and ${isSeen} order by after_sale_no ${finderCandidatesLimitSql})`,
    byWaybill && sql`(select enterprise_id, id from after_sale where ${byWaybill} ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<AfterSaleFound>`
    select s.enterprise_id, s.id, s.after_sale_no, s.tracking_no, s.type, s.state, ${enterpriseNameSql('s.enterprise_id')} as name
    from ${found} as found
    join after_sale as s on s.enterprise_id = found.enterprise_id and s.id = found.id
    order by s.after_sale_no = ${afterSaleNo ?? ''} desc, s.created_at desc, s.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, after_sale_no, tracking_no, type, state, name }) => {
    const exact = after_sale_no === afterSaleNo || (tracking_no !== null && tracking_no === waybill)
    const hit = { id, enterpriseId, title: after_sale_no, exact }
    return toFinderHit('afterSale', hit, [name, afterSaleTypes[type].label, formatAfterSaleStatus(type, state)])
  })
}
