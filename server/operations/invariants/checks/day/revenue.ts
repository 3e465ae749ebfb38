import type { Invariant } from '#server/operations/invariants/checks/invariant.ts'
import { JOURNAL_DAYS_OF_NIGHT } from './journal.ts'

const everyDay = 'true'

/** Compares the lines of documents with the transfers of the days whose revenue is split. `days` is a condition on `d.day`. */
const compareDocuments = (days: string) => `with d as (select day from journal_day d where split and ${days}),
    moved as (select t.enterprise_id, t.id, t.kind, d.day, case when t.to_account in ('sales', 'interestIncome') then t.amount_fen else -t.amount_fen end as fen from d
      join ledger_transfer t on t.at >= d.day::timestamp at time zone 'Asia/Shanghai' and t.at < (d.day + 1)::timestamp at time zone 'Asia/Shanghai'
      where t.from_account in ('sales', 'interestIncome') or t.to_account in ('sales', 'interestIncome')),
    made as (select l.enterprise_id, l.source_id as id, l.kind, l.day, sum(l.held_fen + l.earned_fen) as fen from d join revenue_line l on l.day = d.day
      where l.kind <> 'recognise' group by 1, 2, 3, 4)
  select concat_ws(' ', coalesce(x.day, m.day), coalesce(x.kind, m.kind), coalesce(x.id, m.id)) || ': ' || coalesce(m.fen, 0) || '/' || coalesce(x.fen, 0)
    from moved x full join made m on m.enterprise_id = x.enterprise_id and m.id = x.id and m.kind = x.kind and m.day = x.day where x.fen is distinct from m.fen
  union all select 'day ' || l.day from revenue_line l left join journal_day d on d.day = l.day where d.split is not true`

/** Compares the parts of the journal with the lines of documents. */
const compareParts = (days: string) => `with d as (select day from journal_day d where split and ${days}),
    due as (select l.day, l.enterprise_id, l.kind, p.part, l.rate_bp, l.shop_id, l.project_id, sum(p.fen) as fen from d join revenue_line l on l.day = d.day
      cross join lateral (values ('held', l.held_fen - l.held_tax_fen), ('heldTax', l.held_tax_fen), ('earned', l.earned_fen - l.earned_tax_fen), ('earnedTax', l.earned_tax_fen)) p(part, fen)
      where p.fen <> 0 group by 1, 2, 3, 4, 5, 6, 7),
    made as (select l.day, l.enterprise_id, e.rule as kind, l.part, l.rate_bp, l.shop_id, l.project_id, sum(l.credit_fen - l.debit_fen) as fen from d join journal_line l on l.day = d.day
      join journal_entry e on e.month = l.month and e.word = l.word and e.no = l.no where l.part is not null group by 1, 2, 3, 4, 5, 6, 7)
  select concat_ws(' ', coalesce(x.day, m.day), coalesce(x.kind, m.kind), coalesce(x.part, m.part), coalesce(x.enterprise_id, m.enterprise_id)) || ': ' || coalesce(m.fen, 0) || '/' || coalesce(x.fen, 0)
    from due x full join made m on m.day = x.day and m.enterprise_id = x.enterprise_id and m.kind = x.kind and m.part = x.part
      and (m.rate_bp, m.shop_id, m.project_id) is not distinct from (x.rate_bp, x.shop_id, x.project_id) where x.fen is distinct from m.fen
  union all select concat_ws(' ', l.day, l.word, l.no) from journal_line l join journal_day j on j.day = l.day
    where (l.ledger_account in ('sales', 'interestIncome') and (l.part is not null) <> j.split) or (l.part is not null and l.ledger_account not in ('sales', 'interestIncome'))`

/** 增值税 in an amount with tax, half a fen rounded up. */
const taxIn = (amount: string, rate: string) =>
  `(sign(${amount}) * div(2 * abs(${amount}) * ${rate} + 10000 + ${rate}, 2 * (10000 + ${rate})))`

const interestKinds = `'chargeInterest', 'rechargeInterest', 'reverseInterest', 'returnInterest', 'waiveInterest', 'reverseWaiver'`

/** Invariants of revenue and tax. */
export const revenueInvariants: readonly Invariant[] = [
  {
    id: 'I-43',
    promise: 'each transfer into or out of revenue is split into lines that sum to it, and no line has another source',
    sql: compareDocuments(everyDay),
    nightly: compareDocuments(JOURNAL_DAYS_OF_NIGHT),
  },
  {
    id: 'I-43b',
    promise:
      'contract liabilities, revenue and their tax in the journal of a day are its lines: by company, kind, part, rate, shop and project',
    sql: compareParts(everyDay),
    nightly: compareParts(JOURNAL_DAYS_OF_NIGHT),
  },
  {
    id: 'I-43c',
    promise:
      'no line of an order holds or earns less than nothing, at no rate; revenue is recognised of a parcel of the order, on the day it was sent or received; an order that has ended holds nothing',
    sql: `select concat_ws(' ', order_id, line_no) from revenue_line where order_id is not null group by enterprise_id, order_id, line_no
        having sum(held_fen) < 0 or sum(held_tax_fen) < 0 or coalesce(sum(earned_fen) filter (where rate_bp is not null), 0) < 0 or sum(earned_tax_fen) < 0
          or (sum(held_fen) = 0 and sum(held_tax_fen) <> 0)
      union all select concat_ws(' ', order_id, line_no, rate_bp) from revenue_line where order_id is not null and rate_bp is not null
        group by enterprise_id, order_id, line_no, rate_bp having sum(earned_fen) < 0 or sum(earned_tax_fen) < 0
      union all select l.source_id::text from revenue_line l left join parcel p on p.enterprise_id = l.enterprise_id and p.id = l.source_id and p.order_id = l.order_id
        where l.kind = 'recognise' and (p.id is null or (l.day <> (p.sent_at at time zone 'Asia/Shanghai')::date
          and not exists (select from order_event e where e.enterprise_id = p.enterprise_id and e.order_id = p.order_id and e.verb in ('receiveParcel', 'receive', 'autoReceive')
            and (e.at at time zone 'Asia/Shanghai')::date = l.day)))
      union all select o.id::text from (select enterprise_id, order_id from revenue_line where order_id is not null group by 1, 2 having sum(held_fen) <> 0) h
        join "order" o on o.enterprise_id = h.enterprise_id and o.id = h.order_id
        where o.state in ('WAIT_COMMENT', 'DONE', 'CANCELLED') and (o.state_at at time zone 'Asia/Shanghai')::date <= (select max(day) from journal_day)
          and not exists (select from refund r where r.enterprise_id = o.enterprise_id and r.order_id = o.id
            and (r.state <> 'SETTLED' or (r.settled_at at time zone 'Asia/Shanghai')::date > (select max(day) from journal_day)))`,
  },
  {
    id: 'I-43d',
    promise:
      'the tax of a document is that of its sum at each rate, spread over its lines; the tax of interest is that of all interest of a company at a rate',
    sql: `select concat_ws(' ', source_id, rate_bp) from revenue_line where order_id is not null and kind <> 'recognise' and held_fen + earned_fen > 0
        group by enterprise_id, source_id, rate_bp having rate_bp is null
          or sum(held_tax_fen + earned_tax_fen) <> ${taxIn('sum(held_fen + earned_fen)', 'rate_bp')}
      union all select concat_ws(' ', enterprise_id, rate_bp) from revenue_line where order_id is null and kind in (${interestKinds}) group by enterprise_id, rate_bp
        having sum(earned_tax_fen) <> case when rate_bp is null then 0 else ${taxIn('sum(earned_fen)', 'rate_bp')} end
      union all select source_id::text from revenue_line where order_id is null and rate_bp is not null and kind not in (${interestKinds}) and earned_tax_fen <> ${taxIn('earned_fen', 'rate_bp')}`,
  },
  {
    id: 'I-45',
    promise:
      'interest that goes back has the rate of what was charged: at no rate more goes back than came, and without tax no more than never had any',
    sql: `select concat_ws(' ', enterprise_id, rate_bp) from revenue_line where kind in (${interestKinds}) and rate_bp is not null group by enterprise_id, rate_bp having sum(earned_fen) < 0
      union all select source_id::text from revenue_line where kind in ('chargeInterest', 'rechargeInterest') and rate_bp is null
      union all select b.enterprise_id::text from (select enterprise_id, -sum(earned_fen) as fen from revenue_line where kind in (${interestKinds}) and rate_bp is null group by 1) b
        where b.fen > (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t where t.enterprise_id = b.enterprise_id and (t.kind in ('openInterest', 'waiveInterest')
          or (t.kind in ('chargeInterest', 'rechargeInterest') and not exists (select from revenue_line l where l.enterprise_id = t.enterprise_id and l.source_id = t.id))))`,
  },
]
