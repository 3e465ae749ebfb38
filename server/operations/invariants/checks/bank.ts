import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { Invariant } from './invariant.ts'

/**
 * SQL: what the ledger names of payments by transfer: the payment itself, or the orders that it paid, at its time. An order that was paid, taken back and
 * paid again is of several payments, each at another time.
 */
const documentsOfPayments = `docs as (select enterprise_id, id as payment_id, id as document, paid_at as at from payment where method = 'transfer'
  union all select a.enterprise_id, a.payment_id, a.order_id, p.paid_at from payment_allocation a
    join payment p on p.enterprise_id = a.enterprise_id and p.id = a.payment_id where p.method = 'transfer'
  union all select p.enterprise_id, p.id, o.id, p.paid_at from payment p join "order" o on o.enterprise_id = p.enterprise_id and o.trade_id = p.trade_id
    where p.state = 'UNDONE')`
/** The kinds of transfers by which a company gives back what a line of the bank had brought it. */
const undoing = `'undoTopUp', 'undoPayment', 'undoRepay', 'undoInterest', 'undoSurplus'`

/** Invariants of money that arrived at the bank. */
export const bankInvariants: readonly Invariant[] = [
  {
    id: 'I-08d',
    acrossCompanies: true,
    promise: 'no line of the bank is used beyond what it brought, and what is used of it is what its uses say that were not taken back',
    sql: `select l.id::text from bank_line l left join bank_allocation a on a.line_id = l.id group by l.id, l.assigned_fen, l.amount_fen
        having l.assigned_fen <> coalesce(sum(a.amount_fen) filter (where a.undone_at is null), 0) or l.assigned_fen > l.amount_fen
      union all select a.id::text from bank_allocation a left join bank_line l on l.id = a.line_id where l.id is null`,
  },
  {
    id: 'I-08e',
    acrossCompanies: true,
    promise: 'what waits in suspense of the platform is what of the lines is unassigned, line by line',
    sql: `with said as (select id as document, 'bankToSuspense' as kind, amount_fen from bank_line
          union all select id, 'suspenseToBank', amount_fen from bank_line where voided_at is not null
          union all select id, 'suspenseToBank', amount_fen from bank_allocation
          union all select id, 'undoClaim', amount_fen from bank_allocation where undone_at is not null),
        booked as (select document, kind, amount_fen from ledger_transfer
          where enterprise_id = '${PLATFORM_ENTERPRISE_ID}' and kind not in ('provide', 'releaseProvision'))
      select coalesce(s.document, b.document)::text from said s full join booked b on b.document = s.document and b.kind = s.kind
      where s.amount_fen is distinct from b.amount_fen
      union all select 'suspense' from (select coalesce(sum(case when to_account = 'suspense' then amount_fen else -amount_fen end), 0) as fen
        from ledger_transfer where enterprise_id = '${PLATFORM_ENTERPRISE_ID}' and 'suspense' in (from_account, to_account)) l,
        (select coalesce(sum(amount_fen - assigned_fen), 0) as fen from bank_line where voided_at is null) r where l.fen <> r.fen`,
  },
  {
    id: 'I-08f',
    promise: 'what came from the bank for a company is one use of a line: of a payment that it settled, in full and once',
    sql: `with ${documentsOfPayments},
        booked as (select d.enterprise_id, d.payment_id, sum(t.amount_fen) as fen from ledger_transfer t
          join docs d on d.enterprise_id = t.enterprise_id and d.document = t.document and d.at = t.at where t.from_account = 'bank' group by 1, 2)
      select p.id::text from payment p left join bank_allocation a on a.enterprise_id = p.enterprise_id and a.payment_id = p.id
        left join booked b on b.enterprise_id = p.enterprise_id and b.payment_id = p.id
        where p.method = 'transfer' and (case when p.state in ('SETTLED', 'UNDONE') then p.amount_fen end) is distinct from a.amount_fen
          or p.method = 'transfer' and a.amount_fen is distinct from b.fen or p.method <> 'transfer' and a.id is not null
      union all select t.id::text from ledger_transfer t where t.from_account = 'bank' and t.kind not in ('bankToSuspense', 'undoClaim', 'honourAcceptance', 'collectAcceptance')
        and not exists (select from docs d where d.enterprise_id = t.enterprise_id and d.document = t.document and d.at = t.at)`,
  },
  {
    id: 'I-08g',
    promise: 'a voucher is under review exactly while its payment waits for that; an accepted one was paid; two people are two',
    sql: `select v.id::text from voucher v join payment p on p.enterprise_id = v.enterprise_id and p.id = v.payment_id
        where (v.state in ('REVIEW', 'SECOND') and p.state <> 'UNKNOWN') or (v.state = 'ACCEPTED' and p.state not in ('SETTLED', 'UNDONE'))
          or (v.state = 'ACCEPTED' and v.first_by = v.decided_by)
      union all select p.id::text from payment p where p.method = 'transfer' and p.state = 'UNKNOWN'
        and not exists (select from voucher v where v.enterprise_id = p.enterprise_id and v.payment_id = p.id and v.state in ('REVIEW', 'SECOND'))`,
  },
  {
    id: 'I-08h',
    promise:
      'what was taken back of a line of the bank went back to it from the company, as much and at that time, for a payment that counts as taken back; nothing else did',
    sql: `with ${documentsOfPayments},
        undone as (select a.enterprise_id, a.payment_id, a.amount_fen, a.undone_at, d.document from bank_allocation a
          join docs d on d.enterprise_id = a.enterprise_id and d.payment_id = a.payment_id where a.undone_at is not null),
        back as (select u.enterprise_id, u.payment_id, sum(t.amount_fen) as fen from undone u join ledger_transfer t
          on t.enterprise_id = u.enterprise_id and t.document = u.document and t.at = u.undone_at and t.kind in (${undoing}) group by 1, 2)
      select p.id::text from payment p left join bank_allocation a on a.enterprise_id = p.enterprise_id and a.payment_id = p.id
        left join repayment r on r.enterprise_id = p.enterprise_id and r.id = p.id
        left join back b on b.enterprise_id = p.enterprise_id and b.payment_id = p.id
        where (p.state = 'UNDONE') <> (a.undone_at is not null) or (case when p.state = 'UNDONE' then p.amount_fen end) is distinct from b.fen
          or r.undone_at is distinct from case when r.id is not null then a.undone_at end
          or (a.undone_at at time zone 'Asia/Shanghai')::date <> (a.at at time zone 'Asia/Shanghai')::date or a.undone_at < a.at
      union all select a.id::text from bank_allocation a where a.undone_at is not null and a.payment_id is null
      union all select t.id::text from ledger_transfer t where t.kind in (${undoing})
        and not exists (select from undone u where u.enterprise_id = t.enterprise_id and u.document = t.document and u.undone_at = t.at)`,
  },
]
