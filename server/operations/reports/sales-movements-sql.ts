// Says what was sold and what came back of it on which day, line by line. See decision 370.
import { sql } from 'kysely'
import { isSaleEventSql, provinceOfOrderSql } from '#server/orders/orders/public.ts'

/**
 * The properties of orders by which totals are kept, one at a time. `coupon` has the orders with a coupon alone, by its template; `submitted`, with
 * the key 'all', counts the orders that were submitted, whatever became of them.
 */
export type SalesTotalDimension = 'all' | 'sku' | 'enterprise' | 'province' | 'payment' | 'coupon' | 'submitted'
const dimensions: readonly SalesTotalDimension[] = ['all', 'sku', 'enterprise', 'province', 'payment', 'coupon', 'submitted']
/** SQL: any dimension. It holds for every total, and lets PostgreSQL find those of some days by the key, which begins with the dimension. */
export const isOfAnyDimensionSql = sql`dimension in (${sql.join(dimensions.map((one) => sql.lit(one)))})`

/** Which totals a day has: raised when they get a dimension or a column, or leave out rows, so that the job makes the days before again. */
export const SALES_TOTALS_VERSION = 4
/** From this version on they have the figures of coupons. */
export const COUPON_TOTALS_VERSION = 2
/** From this version on they have the orders that were submitted. */
export const SUBMITTED_TOTALS_VERSION = 4
/** SQL: a `sales_day` waits for figures that an older program did not know: the job makes it again. */
export const IS_OUTDATED_DAY_SQL = `totals_version < ${SALES_TOTALS_VERSION}`

/** SQL: the calendar day of an instant. */
const dayOf = (column: string): string => `(${column} at time zone 'Asia/Shanghai')::date`

/** SQL: what a coupon took off a line; what it took off the freight stands with the first line, which is no gift. */
const takenOff = '(l.discount_fen + case when l.line_no = 1 then o.freight_discount_fen else 0 end)'

/**
 * SQL: a query for each movement of a line of an order, with `day`, the order, `enterprise_id`, `shop_id`, `sku_id`, `province`, `payment`,
 * `coupon_template_id`, and what was sold or came back. `order_id` is null if the order was sold on another day; `within` limits a column of instants:
 * - An order is sold when it is paid or confirmed on credit; gifts and freight are no sales, nor is an order that replaces goods,
 *   because its money is that of the order with the replaced goods.
 * - It comes back when it is cancelled afterwards, when the rest of it is not sent, and when an after-sale is refunded; no movement is in two of these.
 * - What a coupon took off goes back with an order that ends before a shipment, because its coupon can then be used again.
 */
export const salesMovementsSql = (within: (column: string) => string): string => `
  select m.day, m.enterprise_id, m.of_order as order_id, o.shop_id, l.sku_id, ${provinceOfOrderSql('o')} as province, t.method as payment,
    c.template_id as coupon_template_id, m.sold * l.quantity as units, m.sold * (l.amount_fen - l.discount_fen) as sold_fen,
    case m.ends when 'all' then l.quantity - l.dropped when 'rest' then l.dropped - coalesce(a.units, 0) else m.back_units end as back_units,
    case m.ends when 'all' then l.amount_fen - l.discount_fen - l.dropped_fen when 'rest' then l.dropped_fen - coalesce(a.fen, 0) else m.back_fen end as back_fen,
    m.sold * ${takenOff} as discount_fen, case when m.ends in ('all', 'coupon') then ${takenOff} else 0 end as back_discount_fen
  from (
    select ${dayOf('e.at')} as day, e.enterprise_id, e.order_id, null::smallint as line_no, e.order_id as of_order, 1 as sold, null as ends, 0 as back_units, 0::bigint as back_fen
    from order_event e where ${within('e.at')} and ${isSaleEventSql('e')}
    union all
    select ${dayOf('e.at')}, e.enterprise_id, e.order_id, null, null, 0, case e.verb when 'agreeCancel' then 'all' when 'refundAll' then 'coupon' else 'rest' end, 0, 0
    from order_event e where ${within('e.at')} and e.verb in ('agreeCancel', 'refundAll', 'closeShort')
    union all
    select ${dayOf('s.state_at')}, s.enterprise_id, s.order_id, r.line_no, null, 0, null, r.accepted, r.refund_fen
    from after_sale s join after_sale_line r on r.enterprise_id = s.enterprise_id and r.after_sale_id = s.id
    where s.state = 'REFUNDED' and ${within('s.state_at')}) m
  join "order" o on o.enterprise_id = m.enterprise_id and o.id = m.order_id
  join trade t on t.enterprise_id = o.enterprise_id and t.id = o.trade_id
  join order_line l on l.enterprise_id = m.enterprise_id and l.order_id = m.order_id and l.line_no = coalesce(m.line_no, l.line_no)
  left join coupon c on c.enterprise_id = o.enterprise_id and c.id = o.coupon_id
  left join (select s.enterprise_id, s.order_id, r.line_no, sum(r.accepted) as units, sum(r.refund_fen) as fen
    from after_sale s join after_sale_line r on r.enterprise_id = s.enterprise_id and r.after_sale_id = s.id
    where s.state = 'REFUNDED' and r.stage = 'unsent' and exists (
      select from order_event e where e.enterprise_id = s.enterprise_id and e.order_id = s.order_id and e.verb = 'closeShort' and ${within('e.at')})
    group by 1, 2, 3) a on m.ends = 'rest' and a.enterprise_id = m.enterprise_id and a.order_id = m.order_id and a.line_no = l.line_no
  where l.gift_id is null and o.after_sale_id is null and (m.ends is distinct from 'coupon' or ${takenOff} > 0)`

/** The figures of a total and their types, in the order of the columns. */
const totalFigures = {
  orders: 'int',
  units: 'bigint',
  sold_fen: 'bigint',
  back_units: 'bigint',
  back_fen: 'bigint',
  discount_fen: 'bigint',
  back_discount_fen: 'bigint',
  claimed: 'int',
}
/** SQL: the figures of a total, separated by commas. `write` writes each of them: its own name, if it is left out. */
export const listTotalFiguresSql = (write: (figure: string, type: string) => string = (figure) => figure): string =>
  Object.entries(totalFigures)
    .map(([figure, type]) => write(figure, type))
    .join(', ')

/** The figures of `sales_company_total`. */
const companyFigures = ['orders', 'units', 'sold_fen', 'back_units', 'back_fen']
/** SQL: the same for a company in all shops together. */
export const listCompanyTotalFiguresSql = (write: (figure: string) => string = (figure) => figure): string =>
  companyFigures.map(write).join(', ')

/** SQL: the rows of `sales_company_total`, from those of `sales_total` that `within` limits. */
export const sumCompanyTotalsSql = (within: string): string => `
  select span, day, key::uuid as key, ${listCompanyTotalFiguresSql((figure) => `sum(${figure}) as ${figure}`)}
  from sales_total where dimension = 'enterprise' and ${within} group by 1, 2, 3`

/**
 * SQL: the rows of `sales_total`: the sums of the movements by day, shop and one property at a time, the coupons that were claimed, and the orders
 * that were submitted, without those that replace goods. A movement that gives back only what a coupon took off is no movement of a SKU, a company, a
 * province or a payment.
 */
export const sumSalesMovementsByDimensionSql = (within: (column: string) => string): string => `
  select day, dimension, key, shop_id, ${listTotalFiguresSql((figure, type) => `sum(${figure})::${type} as ${figure}`)}
  from (
    select m.day, d.dimension, d.key, m.shop_id, count(distinct m.order_id) as orders, sum(m.units) as units, sum(m.sold_fen) as sold_fen,
      sum(m.back_units) as back_units, sum(m.back_fen) as back_fen, sum(m.discount_fen) as discount_fen, sum(m.back_discount_fen) as back_discount_fen, 0 as claimed
    from (${salesMovementsSql(within)}) m cross join lateral (values ('all', ''), ('sku', m.sku_id::text), ('enterprise', m.enterprise_id::text), ('province', m.province),
      ('payment', m.payment), ('coupon', m.coupon_template_id::text)) d(dimension, key)
    where d.key is not null and ((m.units, m.back_units, m.back_fen) <> (0, 0, 0) or d.dimension in ('all', 'coupon') and m.back_discount_fen <> 0) group by 1, 2, 3, 4
    union all
    select ${dayOf('c.claimed_at')}, 'coupon', c.template_id::text, t.shop_id, 0, 0, 0, 0, 0, 0, 0, count(*)
    from coupon c join coupon_template t on t.id = c.template_id where ${within('c.claimed_at')} group by 1, 3, 4
    union all
    select ${dayOf('o.created_at')}, 'submitted', 'all', o.shop_id, count(*), 0, 0, 0, 0, 0, 0, 0
    from "order" o where ${within('o.created_at')} and o.after_sale_id is null group by 1, 4) s
  group by 1, 2, 3, 4`
