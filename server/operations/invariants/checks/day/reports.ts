import type { Invariant } from '#server/operations/invariants/checks/invariant.ts'
import {
  IS_OUTDATED_DAY_SQL,
  listCompanyTotalFiguresSql,
  listTotalFiguresSql,
  salesMovementsSql,
  sumCompanyTotalsSql,
  sumSalesMovementsByDimensionSql,
} from '#server/operations/reports/public.ts'

/** The days that the totals claim to be whole. */
const lastDay = '(select max(day) from sales_day where closed)'
/** SQL: an instant is on a closed day, or after all of them. */
const beforeEnd = (column: string) => `${column} < (${lastDay} + 1)::timestamp at time zone 'Asia/Shanghai'`
const afterEnd = (column: string) => `${column} >= (${lastDay} + 1)::timestamp at time zone 'Asia/Shanghai'`

/** SQL: the figures of some totals are not those of others. */
const differ = (some: string, others: string) =>
  `(${listTotalFiguresSql((figure) => `${some}.${figure}`)}) is distinct from (${listTotalFiguresSql((figure) => `${others}.${figure}`)})`

const compareDays = (some: { movements: (column: string) => string; days: string }) => `
  with made as (select * from (${sumSalesMovementsByDimensionSql(some.movements)}) s where day not in (select day from sales_day where ${IS_OUTDATED_DAY_SQL})),
  kept as (select t.* from sales_total t join sales_day d on d.day = t.day and d.closed and not ${IS_OUTDATED_DAY_SQL} where t.span = 'day' and ${some.days})
  select concat_ws(' ', day, dimension, key) from made full join kept using (day, dimension, key, shop_id) where ${differ('made', 'kept')}`

/** A figure by the key of a dimension: the totals of all closed days, and the movements after them, which name the key in `column`. */
const keptByKey = (dimension: string, column: string, fen: string) => `
  select key::uuid as ${column}, ${fen} as fen from sales_total t join sales_day d on d.day = t.day and d.closed where t.dimension = '${dimension}' and t.span = 'day'
  union all select ${column}, ${fen} from (${salesMovementsSql(afterEnd)}) m where ${column} is not null`

/**
 * SQL: the totals of companies in all shops together, of the rows that `within` limits, against those by shop. Days that are still to be made again, and
 * their months, have none.
 */
const compareCompanies = (within: string) => `
  with made as (${sumCompanyTotalsSql(within)}), kept as (select * from sales_company_total where ${within})
  select concat_ws(' ', w.span, w.day, w.key) from (select span, day, key from made full join kept using (span, day, key)
    where (${listCompanyTotalFiguresSql((figure) => `made.${figure}`)}) is distinct from (${listCompanyTotalFiguresSql((figure) => `kept.${figure}`)})) w
  where not exists (select 1 from sales_day d where ${IS_OUTDATED_DAY_SQL} and (d.day = w.day or w.span <> 'day' and date_trunc('month', d.day) = date_trunc('month', w.day)))`

/** Invariants of the totals that reports are read from. */
export const reportInvariants: readonly Invariant[] = [
  {
    id: 'I-53',
    promise: 'the totals of sales of a day that is over are those of its orders and refunds',
    sql: compareDays({ movements: beforeEnd, days: 'true' }),
    nightly: compareDays({
      movements: (column) => `${column} >= (${lastDay} - 2)::timestamp at time zone 'Asia/Shanghai' and ${beforeEnd(column)}`,
      days: `t.day >= ${lastDay} - 2`,
    }),
  },
  {
    id: 'I-53b',
    acrossCompanies: true,
    promise: 'what was sold to a company less what came back is what its orders come to, line by line',
    sql: `with kept as (${keptByKey('enterprise', 'enterprise_id', 'sold_fen - back_fen')}),
      lines as materialized (select l.enterprise_id, sum(l.amount_fen - l.discount_fen - l.dropped_fen - l.returned_fen) as fen
        from "order" o join order_line l on l.enterprise_id = o.enterprise_id and l.order_id = o.id
        where o.state not in ('WAIT_PAY', 'WAIT_APPROVAL', 'CANCELLED') group by l.enterprise_id)
      select enterprise_id::text from (select enterprise_id, sum(fen) as fen from kept group by 1) k full join lines using (enterprise_id)
      where exists (select 1 from sales_day where closed) and coalesce(k.fen, 0) <> coalesce(lines.fen, 0)`,
  },
  {
    id: 'I-53c',
    promise:
      'the totals of a month, and of the month that runs until a day, are those of its days, and the days on which a company or SKU was sold first and last are those of its totals',
    sql: `with days as (select dimension, date_trunc('month', t.day)::date as day, key, shop_id, ${listTotalFiguresSql((figure) => `sum(t.${figure}) as ${figure}`)},
          bool_and(d.closed) as closed
        from sales_total t join sales_day d on d.day = t.day where t.span = 'day' group by 1, 2, 3, 4),
      months as (select * from sales_total where span = 'month'),
      whole as (select date_trunc('month', day)::date as day from sales_day where closed and day = (date_trunc('month', day) + interval '1 month - 1 day')::date),
      waiting as (select date_trunc('month', day)::date as day from sales_day where ${IS_OUTDATED_DAY_SQL})
      select concat_ws(' ', day, dimension, key) from (select * from days where day in (select day from whole)) d full join months m using (dimension, day, key, shop_id)
      where day not in (select day from waiting) and ${differ('d', 'm')}
      union all
      select concat_ws(' ', 'running', day, dimension, key) from (
          select r.day, t.dimension, t.key, t.shop_id, ${listTotalFiguresSql((figure) => `sum(t.${figure}) as ${figure}`)}
          from sales_day r join sales_total t on t.span = 'day' and t.day between date_trunc('month', r.day)::date and r.day
          where r.running and not r.${IS_OUTDATED_DAY_SQL} group by 1, 2, 3, 4) d
        full join (select t.* from sales_total t join sales_day r on r.day = t.day and r.running and not r.${IS_OUTDATED_DAY_SQL} where t.span = 'running') m
          using (dimension, day, key, shop_id)
      where ${differ('d', 'm')}
      union all
      select concat_ws(' ', s.dimension, s.key) from (select dimension, key::uuid as key, shop_id, min(day) as first_day, max(day) as last_day from sales_total
          where span = 'day' and dimension in ('sku', 'enterprise') and orders > 0 group by 1, 2, 3) t full join sales_span s using (dimension, key, shop_id)
      where (t.first_day, t.last_day) is distinct from (s.first_day, s.last_day)`,
  },
  {
    id: 'I-53d',
    acrossCompanies: true,
    promise: 'what the days say that was drawn and owed is what the ledger says',
    sql: `with moved as (select (at at time zone 'Asia/Shanghai')::date as day, sum(amount_fen) filter (where kind in ('draw', 'openDraw')) as drawn,
          sum(case when from_account = 'creditDrawn' then amount_fen else 0 end - case when to_account = 'creditDrawn' then amount_fen else 0 end) as owed
        from ledger_transfer where kind in ('draw', 'openDraw') or from_account = 'creditDrawn' or to_account = 'creditDrawn' group by 1)
      select d.day::text from (select d.day, d.closed, d.drawn_fen, d.owed_fen, coalesce(m.drawn, 0) as drawn, sum(coalesce(m.owed, 0)) over (order by d.day) as owed
        from sales_day d left join moved m on m.day = d.day) d where d.closed and (d.drawn_fen <> d.drawn or d.owed_fen <> d.owed)`,
  },
  {
    id: 'I-53e',
    acrossCompanies: true,
    promise: 'what coupons took off by the totals, less what went back with cancelled orders, is what the orders say, by coupon template',
    sql: `with kept as (${keptByKey('coupon', 'coupon_template_id', 'discount_fen - back_discount_fen')}),
      orders as (select c.template_id, sum(o.discount_fen + o.freight_discount_fen) as fen from "order" o join coupon c on c.enterprise_id = o.enterprise_id and c.id = o.coupon_id
        where o.state not in ('WAIT_PAY', 'WAIT_APPROVAL', 'CANCELLED') group by c.template_id)
      select template_id::text from (select coupon_template_id as template_id, sum(fen) as fen from kept group by 1) k full join orders using (template_id)
      where exists (select 1 from sales_day where closed) and not exists (select 1 from sales_day where ${IS_OUTDATED_DAY_SQL}) and coalesce(k.fen, 0) <> coalesce(orders.fen, 0)`,
  },
  {
    id: 'I-53f',
    promise: 'the totals of a company in all shops together are the sums of its totals by shop, of each day and month',
    sql: compareCompanies('true'),
    nightly: compareCompanies(`day >= ${lastDay} - 31`),
  },
]
