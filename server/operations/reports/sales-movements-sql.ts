// Says what was sold and what came back of it on which day, line by line. See decision 370.
import { sql } from 'kysely'
import { isSaleEventSql, provinceOfOrderSql } from '#server/orders/orders/public.ts'

/** The properties of orders by which totals are kept, one at a time. */
export type SalesTotalDimension = 'all' | 'sku' | 'enterprise' | 'province' | 'payment'
const dimensions: readonly SalesTotalDimension[] = ['all', 'sku', 'enterprise', 'province', 'payment']
/** SQL: any dimension. It holds for every total, and lets PostgreSQL find those of some days by the key, which begins with the dimension. */
export const isOfAnyDimensionSql = sql`dimension in (${sql.join(dimensions.map((one) => sql.lit(one)))})`

/** SQL: the calendar day of an instant. */
const dayOf = (column: string): string => `(${column} at time zone 'Asia/Shanghai')::date`

/**
 * SQL: a query for each movement of a line of an order, with `day`, the order, `enterprise_id`, `shop_id`, `sku_id`, `province`, `payment`, and what was
 * sold or came back. `order_id` is null if the order was sold on another day; `within` limits a column of instants:
 * - An order is sold when it is paid or confirmed on credit; gifts and freight are no sales, nor is an order that replaces goods,
 *   because its money is that of the order with the replaced goods.
 * - It comes back when it is cancelled afterwards, when the rest of it is not sent, and when an after-sale is refunded; no movement is in two of these.
 */
export const salesMovementsSql = (within: (column: string) => string): string => `
  select m.day, m.enterprise_id, m.of_order as order_id, o.shop_id, l.sku_id, ${provinceOfOrderSql('o')} as province, t.method as payment,
    m.sold * l.quantity as units, m.sold * (l.amount_fen - l.discount_fen) as sold_fen,
    case m.ends when 'all' then l.quantity - l.dropped when 'rest' then l.dropped - coalesce(a.units, 0) else m.back_units end as back_units,
    case m.ends when 'all' then l.amount_fen - l.discount_fen - l.dropped_fen when 'rest' then l.dropped_fen - coalesce(a.fen, 0) else m.back_fen end as back_fen
  from (
    select ${dayOf('e.at')} as day, e.enterprise_id, e.order_id, null::smallint as line_no, e.order_id as of_order, 1 as sold, null as ends, 0 as back_units, 0::bigint as back_fen
    from order_event e where ${within('e.at')} and ${isSaleEventSql('e')}
    union all
    select ${dayOf('e.at')}, e.enterprise_id, e.order_id, null, null, 0, case e.verb when 'agreeCancel' then 'all' else 'rest' end, 0, 0
    from order_event e where ${within('e.at')} and e.verb in ('agreeCancel', 'closeShort')
    union all
    select ${dayOf('s.state_at')}, s.enterprise_id, s.order_id, r.line_no, null, 0, null, r.accepted, r.refund_fen
    from after_sale s join after_sale_line r on r.enterprise_id = s.enterprise_id and r.after_sale_id = s.id
    where s.state = 'REFUNDED' and ${within('s.state_at')}) m
  join "order" o on o.enterprise_id = m.enterprise_id and o.id = m.order_id
  join trade t on t.enterprise_id = o.enterprise_id and t.id = o.trade_id
  join order_line l on l.enterprise_id = m.enterprise_id and l.order_id = m.order_id and l.line_no = coalesce(m.line_no, l.line_no)
  left join lateral (select sum(r.accepted) as units, sum(r.refund_fen) as fen
    from after_sale s join after_sale_line r on r.enterprise_id = s.enterprise_id and r.after_sale_id = s.id
    where m.ends = 'rest' and s.enterprise_id = m.enterprise_id and s.order_id = m.order_id and s.state = 'REFUNDED'
      and r.line_no = l.line_no and r.stage = 'unsent') a on true
  where l.gift_id is null and o.after_sale_id is null`

/** SQL: the sums of movements by day, shop and one property at a time: the rows of `sales_total`. */
export const sumSalesMovementsByDimensionSql = (movements: string): string => `
  select m.day, d.dimension, d.key, m.shop_id, count(distinct m.order_id)::int as orders, sum(m.units)::bigint as units, sum(m.sold_fen)::bigint as sold_fen,
    sum(m.back_units)::bigint as back_units, sum(m.back_fen)::bigint as back_fen
  from (${movements}) m cross join lateral (values ('all', ''), ('sku', m.sku_id::text), ('enterprise', m.enterprise_id::text), ('province', m.province),
    ('payment', m.payment)) d(dimension, key)
  group by 1, 2, 3, 4`
