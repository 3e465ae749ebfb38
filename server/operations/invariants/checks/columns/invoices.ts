import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** Invariants of invoices, column by column. */
export const invoiceColumnInvariants: readonly Invariant[] = [
  {
    id: 'I-28',
    promise:
      'an invoice is of one shop, and its tax is that of its lines, rate by rate; it was issued when its blue issue was, and stands where that stands; its entries are counted; a red letter names who made it out',
    sql: `select i.invoice_no from invoice i left join invoice_issue b on ${haveSameEnterpriseSql('b', 'i')} and b.invoice_id = i.id and b.kind = 'blue' and b.state <> 'FAILED'
        where i.tax_fen <> (select coalesce(sum(div(2 * r.fen * r.rate + 10000 + r.rate, 2 * (10000 + r.rate))), 0) from
            (select coalesce(l.rate_bp, i.rate_bp) as rate, sum(l.amount_fen) as fen from invoice_line l where ${haveSameEnterpriseSql('l', 'i')} and l.invoice_id = i.id group by 1) r)
          or exists (select from invoice_line f where ${haveSameEnterpriseSql('f', 'i')} and f.invoice_id = i.id and f.seq = 1 and f.rate_bp <> i.rate_bp) or i.issued_at is distinct from b.issued_at
          or (i.state = 'ISSUING') <> coalesce(b.state = 'WAIT', false)
          or (i.state = 'FAILED') and not exists (select from invoice_issue f where ${haveSameEnterpriseSql('f', 'i')} and f.invoice_id = i.id and f.kind = 'blue' and f.state = 'FAILED')
          or i.state_at < i.created_at
      union all select i.invoice_no from invoice i where i.entries <> (select count(*) from invoice_entry e where ${haveSameEnterpriseSql('e', 'i')} and e.invoice_id = i.id)
        or i.state_at > (select max(e.at) from invoice_entry e where ${haveSameEnterpriseSql('e', 'i')} and e.invoice_id = i.id)
        or i.created_at <> (select min(e.at) from invoice_entry e where ${haveSameEnterpriseSql('e', 'i')} and e.invoice_id = i.id)
      union all select i.invoice_no from invoice i join invoice_line l on ${haveSameEnterpriseSql('l', 'i')} and l.invoice_id = i.id
        join "order" o on ${haveSameEnterpriseSql('o', 'l')} and o.id = l.order_id where o.shop_id <> i.shop_id
      union all select r.id::text from invoice_issue r join invoice_issue b on ${haveSameEnterpriseSql('b', 'r')} and b.invoice_id = r.invoice_id
        where r.kind = 'red' and b.kind = 'blue' and b.state = 'ISSUED' and (r.seller_name, r.seller_tax_no) <> (b.seller_name, b.seller_tax_no)`,
  },
  {
    id: 'I-28b',
    promise:
      'a line of an invoice is a line of its order, and of a parcel of it or of the order as a whole; lines are counted without a gap, and count until the invoice is rejected',
    sql: `select l.invoice_id || ' ' || l.seq from invoice_line l join "order" o on ${haveSameEnterpriseSql('o', 'l')} and o.id = l.order_id
        left join order_line g on ${haveSameEnterpriseSql('g', 'l')} and g.order_id = l.order_id and g.line_no = l.order_line_no
        left join parcel p on ${haveSameEnterpriseSql('p', 'l')} and p.id = l.part_id
        where l.order_no <> o.order_no or l.part_id <> o.id and p.order_id is distinct from o.id
          or l.order_line_no > 0 and (g.line_no is null or g.sku_id <> l.sku_id or g.unit <> l.unit or g.goods_name <> l.goods_name or l.quantity > g.quantity)
      union all select invoice_id::text from invoice_line group by enterprise_id, invoice_id having max(seq) <> count(*) or min(seq) <> 1
      union all select i.invoice_no from invoice i where not exists (select from invoice_line l where ${haveSameEnterpriseSql('l', 'i')} and l.invoice_id = i.id)
      union all select i.invoice_no from invoice i join invoice_line l on ${haveSameEnterpriseSql('l', 'i')} and l.invoice_id = i.id
        where i.state in ('APPLIED', 'ISSUING', 'FAILED', 'ISSUED') and not i.mistaken and not l.live and l.amount_fen > l.red_fen`,
  },
]
