import type { Invariant } from './invariant.ts'

const open = `s.state in ('APPLIED', 'APPROVED', 'RETURNING', 'RECEIVED')`

/** Invariants of after-sales and their refunds. */
export const afterSaleInvariants: readonly Invariant[] = [
  {
    id: 'I-16',
    promise: 'what is asked about of a line is what open after-sales ask about, and an order knows whether one is open',
    sql: `with asked as (select s.enterprise_id, s.order_id, l.line_no,
          sum(l.accepted) filter (where l.stage = 'unsent') as unsent, sum(l.accepted) filter (where l.stage = 'sent') as sent
        from after_sale s join after_sale_line l on l.enterprise_id = s.enterprise_id and l.after_sale_id = s.id
        where ${open} group by s.enterprise_id, s.order_id, l.line_no)
      select o.order_id::text || ' ' || o.line_no from order_line o
      left join asked a on a.enterprise_id = o.enterprise_id and a.order_id = o.order_id and a.line_no = o.line_no
      where o.held_back <> coalesce(a.unsent, 0) or o.claimed <> coalesce(a.sent, 0)
      union all select o.order_no from "order" o
      where (o.after_sale_since is not null) <> exists (select from after_sale s where s.enterprise_id = o.enterprise_id and s.order_id = o.id and ${open})`,
  },
  {
    id: 'I-16b',
    promise: 'what came back of an order’s lines and freight is what went back of its money',
    sql: `select o.order_no from "order" o
      join (select enterprise_id, order_id, sum(dropped_fen + returned_fen) as fen from order_line group by enterprise_id, order_id) l
        on l.enterprise_id = o.enterprise_id and l.order_id = o.id
      join payment_allocation a on a.enterprise_id = o.enterprise_id and a.order_id = o.id
      where o.state <> 'CANCELLED' and a.refunded_fen <> o.freight_refunded_fen + l.fen`,
  },
  {
    id: 'I-16c',
    promise:
      'a refunded after-sale has its refunds, which are its lines and freight; what a parcel posted of a line bears what came back of it',
    sql: `with back as (select enterprise_id, after_sale_id, sum(amount_fen) as fen from refund where after_sale_id is not null group by 1, 2),
        lines as (select enterprise_id, after_sale_id, sum(refund_fen) as fen from after_sale_line group by 1, 2)
      select s.after_sale_no from after_sale s left join back b on b.enterprise_id = s.enterprise_id and b.after_sale_id = s.id
      left join lines l on l.enterprise_id = s.enterprise_id and l.after_sale_id = s.id
      where coalesce(s.refund_fen, 0) <> coalesce(b.fen, 0) or coalesce(l.fen, 0) > coalesce(s.refund_fen, 0)
      union all select l.order_id::text || ' ' || l.line_no from order_line l
      join "order" o on o.enterprise_id = l.enterprise_id and o.id = l.order_id
      join trade t on t.enterprise_id = o.enterprise_id and t.id = o.trade_id and t.method = 'credit'
      left join (select p.enterprise_id, p.order_id, c.line_no, sum(c.returned_fen) as fen, sum(c.post_fen) as posted
        from parcel p join parcel_line c on c.enterprise_id = p.enterprise_id and c.parcel_id = p.id group by 1, 2, 3) c
        on c.enterprise_id = l.enterprise_id and c.order_id = l.order_id and c.line_no = l.line_no
      where l.returned_fen <> coalesce(c.fen, 0) or l.posted_fen <> coalesce(c.posted, 0)`,
  },
  {
    id: 'I-16d',
    promise: 'what was exchanged was sent anew by an order that costs nothing, once',
    sql: `with anew as (select o.enterprise_id, o.id, o.after_sale_id, o.payable_fen, sum(l.quantity) as units from "order" o
          join order_line l on l.enterprise_id = o.enterprise_id and l.order_id = o.id where o.after_sale_id is not null
          group by o.enterprise_id, o.id, o.after_sale_id, o.payable_fen),
        given as (select enterprise_id, after_sale_id, sum(accepted) as units from after_sale_line group by 1, 2)
      select coalesce(s.after_sale_no, a.id::text) from (select * from after_sale where state = 'EXCHANGED') s
      full join anew a on a.enterprise_id = s.enterprise_id and a.after_sale_id = s.id and a.id = s.exchange_order_id
      left join given g on g.enterprise_id = s.enterprise_id and g.after_sale_id = s.id
      where s.id is null or a.id is null or a.payable_fen <> 0 or a.units <> g.units`,
  },
  {
    id: 'I-16e',
    promise: 'the units of a line that count as exchanged are those that its live orders for them send anew',
    sql: `with chosen as (select l.*, s.order_id, s.exchange_order_id,
          row_number() over (partition by l.enterprise_id, l.after_sale_id order by l.line_no, l.stage) as place
          from after_sale_line l join after_sale s on s.enterprise_id = l.enterprise_id and s.id = l.after_sale_id
          where s.state = 'EXCHANGED' and l.accepted > 0),
        anew as (select c.enterprise_id, c.order_id, c.line_no, sum(e.quantity - e.dropped - e.returned) filter (where o.state <> 'CANCELLED') as units
          from chosen c join "order" o on o.enterprise_id = c.enterprise_id and o.id = c.exchange_order_id
          join order_line e on e.enterprise_id = c.enterprise_id and e.order_id = c.exchange_order_id and e.line_no = c.place
          group by 1, 2, 3)
      select l.order_id || ' ' || l.line_no from order_line l
      left join anew a on a.enterprise_id = l.enterprise_id and a.order_id = l.order_id and a.line_no = l.line_no
      where l.exchanged <> coalesce(a.units, 0)`,
  },
]
