import { expectedDaysSqlText } from '#server/catalog/purchase-orders/public.ts'
import type { Invariant } from './checks/invariant.ts'

/** Receipts with the line of the order, and the rate of its tax. */
const came = `goods_receipt g join goods_receipt_line r on r.receipt_id = g.id join purchase_order o on o.id = g.purchase_order_id
  join purchase_order_line l on l.purchase_order_id = g.purchase_order_id and l.line_no = r.line_no`

/** Invariants of purchase orders, of what SKUs cost, and of invoices of suppliers. */
export const purchasingInvariants: readonly Invariant[] = [
  {
    id: 'I-50',
    promise: 'a purchase order comes to its lines, and its state follows from what came of them',
    sql: `with line as (select l.purchase_order_id, l.quantity, l.price_fen, coalesce(sum(r.quantity), 0) as came from purchase_order_line l
        left join (goods_receipt g join goods_receipt_line r on r.receipt_id = g.id) on g.purchase_order_id = l.purchase_order_id and r.line_no = l.line_no
        group by l.purchase_order_id, l.line_no, l.quantity, l.price_fen)
      select o.order_no || ' ' || o.state from purchase_order o left join line l on l.purchase_order_id = o.id
      group by o.id, o.order_no, o.state, o.total_fen, o.closed_reason
      having o.total_fen is distinct from sum(l.price_fen * l.quantity) or min(l.came) < 0
        or (o.state in ('DRAFT', 'CANCELLED') and max(l.came) > 0) or (o.state = 'ORDERED' and bool_and(l.came >= l.quantity))
        or (o.state = 'RECEIVED' and (max(l.came) = 0 or (o.closed_reason is null and bool_or(l.came < l.quantity))))`,
  },
  {
    id: 'I-50b',
    promise: 'a counter receipt takes back all of one receipt of the same order',
    sql: `select g.id::text from goods_receipt g join goods_receipt b on b.id = g.reverses
      where b.reverses is not null or b.purchase_order_id <> g.purchase_order_id
        or (select coalesce(json_agg(json_build_array(line_no, -quantity) order by line_no)::text, '') from goods_receipt_line where receipt_id = g.id)
          <> (select coalesce(json_agg(json_build_array(line_no, quantity) order by line_no)::text, '') from goods_receipt_line where receipt_id = b.id)`,
  },
  {
    id: 'I-51',
    promise: 'what a SKU costs follows from its receipts one by one, each of which moved its stock',
    // A receipt without a purchase order restores what was before it; one of a purchase order does if it was the last one.
    sql: `with step as (select c.*, row_number() over w as place, lag(c.after_fen) over w as last_fen, lag(c.before_fen) over w as earlier_fen,
          lag(c.receipt_id) over w as last_receipt, coalesce(c.receipt_id, c.stock_receipt_id) as source
          from sku_cost c window w as (partition by c.sku_id order by c.no)),
        receipt as (select g.id, g.reverses, g.at, l.sku_id, r.quantity, round(l.price_fen::numeric * 1000000 / (10000 + o.rate_bp)) as cost from ${came}
          union all select g.id, g.reverses, g.made_at, l.sku_id, sum(l.quantity), l.hundred_fen from stock_receipt g
          join stock_receipt_line l on l.stock_receipt_id = g.id where l.hundred_fen is not null group by g.id, l.sku_id, l.hundred_fen)
      select coalesce(s.sku_id, r.sku_id)::text || ' ' || coalesce(s.no, 0) from step s full join receipt r on r.id = s.source and r.sku_id = s.sku_id
      where s.sku_id is null or r.id is null or s.no <> s.place or s.at <> r.at or s.units <> r.quantity
        or s.hundred_fen <> r.cost or s.before_fen is distinct from s.last_fen
        or s.after_fen is distinct from case
          when s.stock_receipt_id is not null and r.reverses is not null
            then (select b.before_fen from sku_cost b where b.stock_receipt_id = r.reverses and b.sku_id = r.sku_id)
          when r.reverses is not null and r.reverses = s.last_receipt then s.earlier_fen
          when s.before_fen is null then case when s.units > 0 then s.hundred_fen end
          when s.in_house + s.units <= 0 or s.in_house::numeric * s.before_fen + s.units::numeric * s.hundred_fen <= 0 then s.before_fen
          else round((s.in_house::numeric * s.before_fen + s.units::numeric * s.hundred_fen) / (s.in_house + s.units)) end
        or not exists (select from stock_movement m where m.sku_id = s.sku_id and m.kind = 'receipt' and m.at = s.at
          and (m.quantity = s.units or m.stock_receipt_id = s.stock_receipt_id) and m.balance = s.in_house + s.units)`,
  },
  {
    id: 'I-51b',
    promise: 'more of a SKU is expected on the days of the placed orders of which units are still to come',
    sql: `select coalesce(s.sku_id, e.sku_id)::text from sku_stock s
      full join (select sku_id, array_agg(day order by day) as days from (${expectedDaysSqlText}) as expected group by sku_id) e on e.sku_id = s.sku_id
      where coalesce(s.restock_days, '{}') <> coalesce(e.days, '{}')`,
  },
  {
    id: 'I-60',
    promise: 'the units of a purchase order on invoices are those that invoices hold, and never more than came',
    sql: `with held as (select v.purchase_order_id, v.order_line_no, sum(v.quantity) as units, sum(v.net_fen + v.tax_fen) as amount
        from supplier_invoice i join supplier_invoice_line v on v.supplier_invoice_id = i.id where i.holds_units group by v.purchase_order_id, v.order_line_no)
      select o.order_no || ' ' || l.line_no from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
        left join held h on h.purchase_order_id = l.purchase_order_id and h.order_line_no = l.line_no
      where l.invoiced <> coalesce(h.units, 0) or l.invoiced_fen <> coalesce(h.amount, 0) or l.invoiced > (select coalesce(sum(r.quantity), 0)
        from goods_receipt g join goods_receipt_line r on r.receipt_id = g.id where g.purchase_order_id = l.purchase_order_id and r.line_no = l.line_no)`,
  },
  {
    id: 'I-60b',
    promise:
      'an invoice of a supplier comes to its lines, which keep what was ordered; a matched one differs in nothing, and units that did not come are held by none',
    sql: `select i.invoice_number || ' ' || i.state from supplier_invoice i left join supplier_invoice_line v on v.supplier_invoice_id = i.id
        left join purchase_order o on o.id = v.purchase_order_id
        left join purchase_order_line l on l.purchase_order_id = v.purchase_order_id and l.line_no = v.order_line_no
      group by i.id having i.net_fen is distinct from sum(v.net_fen) or i.tax_fen is distinct from sum(v.tax_fen)
        or bool_or(o.supplier_id <> i.supplier_id or not o.shop_id = any(i.shop_ids) or v.ordered_rate_bp <> o.rate_bp
          or v.ordered_fen <> l.price_fen * v.quantity or v.ordered_net_fen <> round(v.ordered_fen::numeric * 10000 / (10000 + o.rate_bp)))
        or (i.holds_units and bool_or(v.over_received > 0))
        or (i.state = 'MATCHED' and bool_or(v.over_ordered > 0 or v.over_received > 0 or v.rate_bp <> v.ordered_rate_bp
          or abs(v.net_fen + v.tax_fen - v.ordered_fen)::numeric * 10000 > v.ordered_fen::numeric * i.tolerance_bp))`,
  },
]
