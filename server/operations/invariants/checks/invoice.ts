import type { Invariant } from './invariant.ts'

/** The amount of live invoice lines for each part of an order. */
const parts = `select l.enterprise_id, l.order_id, l.part_id, sum(l.amount_fen - l.red_fen) as fen from invoice_line l
  join invoice i on i.enterprise_id = l.enterprise_id and i.id = l.invoice_id
  where l.live and not i.mistaken group by l.enterprise_id, l.order_id, l.part_id`

/** What went back of each drawdown: the offsets of refunds, and the adjustments after disputes. */
const entriesByDraw = `(select enterprise_id, draw_id, sum(amount_fen + wallet_fen) as back_fen,
    sum(amount_fen + wallet_fen) filter (where kind = 'adjust') as adjusted_fen from statement_entry group by 1, 2)`

/**
 * The parcels that statements have drawn: what is left of their goods and freight after returns and granted disputes, and what of it is not
 * in an invoice, or is in one. A mistaken invoice is taken back as a whole, so what it says can be invoiced again.
 */
const drawnParcels = `select x.enterprise_id, x.month, sum(x.left_fen) as left_fen, sum(coalesce(x.invoiced_fen, x.left_fen)) as invoiced_or_open_fen from (
  select l.enterprise_id, l.month,
    (select coalesce(sum(c.post_fen - c.returned_fen), 0) from parcel_line c where c.enterprise_id = p.enterprise_id and c.parcel_id = p.id)
      + case when p.parcel_no = 1 then o.freight_fen - o.freight_refunded_fen else 0 end
      - coalesce(e.adjusted_fen, 0) as left_fen,
    (select sum(v.amount_fen - v.red_fen) from invoice_line v join invoice i on i.enterprise_id = v.enterprise_id and i.id = v.invoice_id
      where v.enterprise_id = p.enterprise_id and v.part_id = p.id and v.live and not i.mistaken) as invoiced_fen
  from statement_line l join ledger_transfer d on d.enterprise_id = l.enterprise_id and d.id = l.id and d.kind = 'draw'
  join parcel p on p.enterprise_id = d.enterprise_id and p.id = d.document
  join "order" o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
  left join ${entriesByDraw} e on e.enterprise_id = l.enterprise_id and e.draw_id = l.id) x group by 1, 2`

/** What of each statement no parcel has drawn (an older system has), without what went back of it. */
const drawnElsewhere = `select l.enterprise_id, l.month, sum(l.amount_fen - coalesce(e.back_fen, 0)) as fen from statement_line l
  left join ${entriesByDraw} e on e.enterprise_id = l.enterprise_id and e.draw_id = l.id
  where not exists (select from ledger_transfer d
    join parcel p on p.enterprise_id = d.enterprise_id and p.id = d.document where d.enterprise_id = l.enterprise_id and d.id = l.id and d.kind = 'draw')
  group by 1, 2`

/** Interest that companies have paid; what went back counts from the night on in which its red letter is asked for. */
const paidInterest = `select t.enterprise_id, sum(case when t.kind in ('bounceInterest', 'undoInterest', 'returnInterest') then
    case when (t.at at time zone 'Asia/Shanghai')::date <= (select max(day) from journal_day) then -t.amount_fen else 0 end else t.amount_fen end) as fen
  from ledger_transfer t where t.kind in ('interestByWallet', 'interestByBank', 'interestByGateway', 'interestByAcceptance', 'suspenseToInterest', 'bounceInterest', 'undoInterest', 'returnInterest')
  group by t.enterprise_id`

/** Invariants of invoices. */
export const invoiceInvariants: readonly Invariant[] = [
  {
    id: 'I-17',
    promise: 'what invoices say of an order, less their red letters, is what was paid for it or posted by its parcel, less what went back',
    sql: `select p.part_id::text from (${parts}) p
      join payment_allocation a on a.enterprise_id = p.enterprise_id and a.order_id = p.part_id
      where p.fen <> a.amount_fen - a.refunded_fen
      union all select p.part_id::text from (${parts}) p
      join ledger_transfer d on d.enterprise_id = p.enterprise_id and d.kind = 'draw' and d.document = p.part_id
      where p.fen <> d.amount_fen
        - (select coalesce(sum(e.amount_fen + e.wallet_fen), 0) from statement_entry e where e.enterprise_id = d.enterprise_id and e.draw_id = d.id)`,
  },
  {
    id: 'I-17b',
    promise: 'an invoice is its lines, amount and tax, and its red letters are theirs; a line counts in one invoice only',
    sql: `select i.invoice_no from invoice i
      join (select enterprise_id, invoice_id, sum(amount_fen) as fen, sum(tax_fen) as tax, sum(red_fen) as red from invoice_line group by 1, 2) l
        on l.enterprise_id = i.enterprise_id and l.invoice_id = i.id
      left join (select enterprise_id, invoice_id, sum(amount_fen) as asked, sum(amount_fen) filter (where state = 'ISSUED') as issued,
          sum(tax_fen) as tax from invoice_issue where kind = 'red' and state <> 'VOID' group by 1, 2) r
        on r.enterprise_id = i.enterprise_id and r.invoice_id = i.id
      where i.amount_fen <> l.fen or i.tax_fen <> l.tax or coalesce(r.asked, 0) <> l.red or i.red_fen <> coalesce(r.issued, 0)
        or (coalesce(r.asked, 0) = i.amount_fen and i.amount_fen > 0 and r.tax <> i.tax_fen)
      union all select part_id::text || ' ' || order_line_no from invoice_line where live
      group by enterprise_id, part_id, order_line_no having count(*) > 1`,
  },
  {
    id: 'I-17c',
    promise: 'an issued invoice has one blue issue over its amount, with a number; red letters take back what their lines say',
    sql: `select i.invoice_no from invoice i
      left join invoice_issue b on b.enterprise_id = i.enterprise_id and b.invoice_id = i.id and b.kind = 'blue' and b.state = 'ISSUED'
      where (i.state in ('ISSUED', 'RED')) <> (b.id is not null) or b.amount_fen <> i.amount_fen or b.tax_fen <> i.tax_fen
        or (i.state = 'RED') <> (i.state in ('ISSUED', 'RED') and i.red_fen = i.amount_fen)
      union all select r.id::text from invoice_issue r
      left join (select enterprise_id, issue_id, sum(amount_fen) as fen, sum(tax_fen) as tax from invoice_red_line group by 1, 2) l
        on l.enterprise_id = r.enterprise_id and l.issue_id = r.id
      where r.kind = 'red' and (r.amount_fen <> coalesce(l.fen, 0) or r.tax_fen <> coalesce(l.tax, 0))`,
  },
  {
    id: 'I-17d',
    promise:
      'of each statement, what is invoiced less its red letters and what can still be invoiced come to its total less what was offset or granted later; so does what is left of its goods and freight',
    sql: `select s.enterprise_id || ' ' || s.month from statement s
      left join (${drawnParcels}) p on p.enterprise_id = s.enterprise_id and p.month = s.month
      left join (${drawnElsewhere}) x on x.enterprise_id = s.enterprise_id and x.month = s.month
      left join (select enterprise_id, month, sum(amount_fen + wallet_fen) as fen from statement_entry where kind in ('offset', 'adjust') group by 1, 2) e
        on e.enterprise_id = s.enterprise_id and e.month = s.month
      where coalesce(p.invoiced_or_open_fen, 0) <> s.total_fen - coalesce(x.fen, 0) - coalesce(e.fen, 0)
        or coalesce(p.left_fen, 0) <> s.total_fen - coalesce(x.fen, 0) - coalesce(e.fen, 0)`,
  },
  {
    id: 'I-57',
    promise:
      'the invoices of a company over interest, less their red letters, are never more than the interest that it has paid and that has not gone back; an invoice of no shop is over interest alone',
    sql: `select l.enterprise_id::text from (select enterprise_id, sum(amount_fen - red_fen) as fen from invoice_line where order_id is null and live group by 1) l
      left join (${paidInterest}) p on p.enterprise_id = l.enterprise_id where l.fen > coalesce(p.fen, 0)
      union all select i.invoice_no from invoice i join invoice_line l on l.enterprise_id = i.enterprise_id and l.invoice_id = i.id
      where (i.shop_id is null) <> (l.order_id is null)
        or l.order_id is null and (l.part_id <> i.id or l.tax_code is null or (l.goods_name, l.spec, l.unit) <> ('延期付款利息', '', '次') or l.quantity is not null or i.month is not null)`,
  },
]
