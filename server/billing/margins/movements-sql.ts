// What goods earned and what they cost on a day (decision 350), as SQL of the job and of the proof.
import { UNITS_PER_RECORDED_SKU_COST } from '#contract/catalog/purchase-orders/shapes.ts'

/** SQL: the calendar day of an instant. */
const dayOf = (column: string): string => `(${column} at time zone 'Asia/Shanghai')::date`

/** SQL: which days movements are of, as a condition on a column of days and on one of instants. */
export interface MarginDays {
  day: (column: string) => string
  instant: (column: string) => string
  /** Further, of which orders they are: a condition on a row with its enterprise and order, by its alias. */
  order?: (alias: string) => string
}

/**
 * SQL: a query for what was earned and what it cost, each with its SKU, shop and day, by the rules of decision 350. A parcel brings its units at the
 * average of the day on which it was sent, and goods that came back into stock take theirs at the average of that day. `cost_fen` null: nobody knew a
 * cost that day. Nothing that happens after a day changes it.
 */
const marginMovementsSql = ({ day, instant, order = () => 'true' }: MarginDays): string => `
  select event.day, event.enterprise_id, event.order_id, event.line_no, line.sku_id, event.shop_id, event.fen, event.units, round(event.units::numeric * cost.after_fen / ${UNITS_PER_RECORDED_SKU_COST}) as cost_fen
  from (
    select e.enterprise_id, e.order_id, e.line_no, e.shop_id, e.day, e.fen, coalesce(pl.quantity, 0) as units, coalesce(${dayOf('p.sent_at')}, e.day) as cost_day
    from (
      select l.enterprise_id, l.order_id, l.line_no, l.shop_id, l.day, case when l.kind = 'recognise' then l.source_id else t.document end as parcel_id,
        sum(l.earned_fen - l.earned_tax_fen) as fen
      from revenue_line l left join ledger_transfer t on l.kind = 'draw' and t.enterprise_id = l.enterprise_id and t.id = l.source_id
      where l.order_id is not null and l.line_no > 0 and ${day('l.day')} and ${order('l')}
      group by 1, 2, 3, 4, 5, 6 having sum(l.earned_fen) <> 0) e
      left join parcel p on p.enterprise_id = e.enterprise_id and p.id = e.parcel_id
      left join parcel_line pl on pl.enterprise_id = p.enterprise_id and pl.parcel_id = p.id and pl.line_no = e.line_no
    union all
    select a.enterprise_id, a.order_id, r.line_no, o.shop_id, ${dayOf('a.state_at')}, 0, -r.restocked, ${dayOf('a.state_at')}
    from after_sale a join after_sale_line r on r.enterprise_id = a.enterprise_id and r.after_sale_id = a.id
      join "order" o on o.enterprise_id = a.enterprise_id and o.id = a.order_id
    where a.state = 'REFUNDED' and r.stage = 'sent' and r.restocked > 0 and ${instant('a.state_at')} and ${order('a')}
      and exists (select from revenue_line l where l.enterprise_id = a.enterprise_id and l.order_id = a.order_id and l.line_no = r.line_no
        and l.day <= ${dayOf('a.state_at')})) event
  join order_line line on line.enterprise_id = event.enterprise_id and line.order_id = event.order_id and line.line_no = event.line_no
  left join lateral (select c.after_fen from sku_cost c where c.sku_id = line.sku_id and c.at < (event.cost_day + 1)::timestamp at time zone 'Asia/Shanghai'
    order by c.no desc limit 1) cost on true`

/** The figures of a total, in the order of the columns. `known_…` and the first three are of movements whose cost is known, the others stand apart. */
const figures = {
  known_rows: 'count(*) filter (where cost_fen is not null)',
  units: 'coalesce(sum(units) filter (where cost_fen is not null), 0)',
  revenue_fen: 'coalesce(sum(fen) filter (where cost_fen is not null), 0)',
  cost_fen: 'coalesce(sum(cost_fen), 0)',
  unknown_rows: 'count(*) filter (where cost_fen is null)',
  unknown_units: 'coalesce(sum(units) filter (where cost_fen is null), 0)',
  unknown_revenue_fen: 'coalesce(sum(fen) filter (where cost_fen is null), 0)',
}
/** SQL: the figures of a total, separated by commas. `write` writes each of them: its own name, if it is left out. */
export const listMarginFiguresSql = (write: (figure: string) => string = (figure) => figure): string =>
  Object.keys(figures).map(write).join(', ')

/** SQL: the rows of `margin_total` by day. */
export const sumMarginsByDaySql = (within: MarginDays): string => `
  select day, sku_id, shop_id, ${Object.entries(figures)
    .map(([name, sum]) => `${sum} as ${name}`)
    .join(', ')}
  from (${marginMovementsSql(within)}) moved group by 1, 2, 3`

/** SQL: what the lines of some orders earned, by order number and line. */
export const sumMarginsByOrderLineSql = (orderNos: readonly string[]): string => {
  const named = orderNos.map((orderNo) => `'${orderNo.replaceAll("'", "''")}'`).join(', ')
  const scope: MarginDays = {
    day: () => 'true',
    instant: () => 'true',
    order: (alias) =>
      `(${alias}.enterprise_id, ${alias}.order_id) in (select n.enterprise_id, n.id from "order" n where n.order_no in (${named}))`,
  }
  return `
    select o.order_no as "orderNo", moved.line_no as "lineNo", coalesce(sum(moved.units), 0)::int as units, coalesce(sum(moved.fen), 0)::bigint as revenue,
      coalesce(sum(moved.cost_fen), 0)::bigint as cost, bool_and(moved.cost_fen is not null) as known
    from (${marginMovementsSql(scope)}) moved join "order" o on o.enterprise_id = moved.enterprise_id and o.id = moved.order_id
    group by 1, 2 order by 1, 2`
}
