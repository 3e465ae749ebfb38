import type { Invariant } from './invariant.ts'

/** Invariants of coupons and their discounts. */
export const couponInvariants: readonly Invariant[] = [
  {
    id: 'I-09',
    promise:
      'nothing but its coupon takes anything off an order, goods or freight, never more than the coupon says, and its lines share it',
    sql: `select o.order_no from "order" o
      left join coupon c on c.enterprise_id = o.enterprise_id and c.id = o.coupon_id
      left join coupon_template t on t.id = c.template_id
      join order_line l on l.enterprise_id = o.enterprise_id and l.order_id = o.id
      group by o.enterprise_id, o.id, o.order_no, o.discount_fen, o.freight_discount_fen, o.goods_fen, o.shop_id, t.id, t.amount_fen, t.kind, t.off_bp, t.shop_id
      having sum(l.discount_fen) <> o.discount_fen or o.discount_fen + o.freight_discount_fen > coalesce(t.amount_fen, 0)
        or o.discount_fen > coalesce(o.goods_fen * t.off_bp / 10000, o.discount_fen)
        or case when t.kind = 'freight' then o.discount_fen else o.freight_discount_fen end <> 0
        or (t.id is not null and t.shop_id <> o.shop_id)`,
  },
  {
    id: 'I-09b',
    promise: 'a coupon that is locked or used has exactly one live order, and gives itself to no other',
    sql: `select c.id::text from coupon c
      left join "order" o on o.enterprise_id = c.enterprise_id and o.coupon_id = c.id and o.state <> 'CANCELLED'
      group by c.enterprise_id, c.id, c.state, c.order_id
      having count(o.id) <> case when c.state = 'unused' then 0 else 1 end
        or bool_or(o.id <> c.order_id)
        or bool_or(o.id is not null and c.state <> case when o.state in ('WAIT_APPROVAL', 'WAIT_PAY') then 'locked' else 'used' end)`,
  },
  {
    id: 'I-09c',
    acrossCompanies: true,
    promise: 'no more coupons are out than there were to be, and each is counted',
    sql: `with out as materialized (select template_id, count(*) as coupons from coupon group by template_id)
      select q.template_id::text from coupon_quota q left join out on out.template_id = q.template_id
      where q.claimed <> coalesce(out.coupons, 0) or q.claimed > q.total`,
  },
  {
    id: 'I-61',
    promise:
      'a coupon for chosen companies is with one of them, and one for the first order is with an order before which no other submit of its company stands',
    // Orders that were submitted at the same time do not see each other, so only those that are older by more than a transaction count.
    sql: `select c.id::text from coupon c join coupon_template t on t.id = c.template_id
      left join "order" o on o.enterprise_id = c.enterprise_id and o.id = c.order_id
      where (c.state <> 'unused' and c.first_order <> t.first_order) or (t.enterprise_ids <> '[]' and not t.enterprise_ids @> to_jsonb(c.enterprise_id::text))
        or (c.first_order and exists (select from "order" e where e.enterprise_id = o.enterprise_id and e.trade_id <> o.trade_id
          and e.state <> 'CANCELLED' and e.created_at < o.created_at - interval '5 minutes'))`,
  },
]
