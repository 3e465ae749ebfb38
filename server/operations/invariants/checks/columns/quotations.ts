import { type Invariant, haveSameEnterpriseSql as same } from '#server/operations/invariants/checks/invariant.ts'

/** Invariants of orders at the prices of quotations, and of orders that staff have prepared. */
export const quotationInvariants: readonly Invariant[] = [
  {
    id: 'I-47',
    promise: 'an order from a quotation has its quantities and its prices, and a line has one order at most that is not cancelled',
    sql: `select b.order_id::text || ' ' || b.line_no from quotation_order b
      join quotation_line a on ${same('a', 'b')} and a.quotation_id = b.quotation_id and a.line_no = b.line_no
      join quotation_offer_line f on ${same('f', 'b')} and f.quotation_id = b.quotation_id and f.version = b.version and f.line_no = b.line_no
      left join order_line l on ${same('l', 'b')} and l.order_id = b.order_id and l.sku_id = f.sku_id and l.gift_id is null
      where l.quantity is distinct from a.quantity or l.sale_price_fen is distinct from f.sale_fen
        or l.credit_price_fen is distinct from f.credit_fen
      union all select b.quotation_id::text || ' ' || b.line_no from quotation_order b
      join "order" o on ${same('o', 'b')} and o.id = b.order_id and o.state <> 'CANCELLED'
      group by b.enterprise_id, b.quotation_id, b.line_no having count(*) > 1
      union all select o.order_no from trade t join "order" o on ${same('o', 't')} and o.trade_id = t.id
      left join quotation q on ${same('q', 't')} and q.id = t.quotation_id
      where t.quotation_id is not null and (q.quotation_no is distinct from t.quotation_no
        or not exists (select from quotation_order b where ${same('b', 'o')} and b.order_id = o.id and b.quotation_id = q.id))`,
  },
  {
    id: 'I-47b',
    promise: 'an order from a quotation was made no later than the last day of each of its lines',
    sql: `select o.order_no || ' ' || b.line_no from quotation_order b
      join "order" o on ${same('o', 'b')} and o.id = b.order_id
      join quotation_offer f on ${same('f', 'b')} and f.quotation_id = b.quotation_id and f.version = b.version
      join quotation_offer_line l on ${same('l', 'b')} and l.quotation_id = b.quotation_id and l.version = b.version and l.line_no = b.line_no
      where (o.created_at at time zone 'Asia/Shanghai')::date > least(l.valid_until, f.valid_until)`,
  },
  {
    id: 'I-58',
    promise:
      'a proposal of an order is accepted if and only if exactly one trade of its company names it, with its number and who prepared it',
    sql: `select p.proposal_no from order_proposal p
      left join trade t on ${same('t', 'p')} and t.proposal_id = p.id
      where (p.state = 'ACCEPTED') <> (t.id is not null)
        or (t.id is not null and (t.proposal_no <> p.proposal_no or t.prepared_by <> p.prepared_by))
      union all select p.proposal_no from order_proposal p
      join trade t on ${same('t', 'p')} and t.proposal_id = p.id
      group by p.enterprise_id, p.id, p.proposal_no having count(*) > 1`,
  },
]
