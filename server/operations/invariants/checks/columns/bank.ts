import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** Invariants of bank lines and vouchers, column by column. */
export const bankColumnInvariants: readonly Invariant[] = [
  {
    id: 'I-26',
    acrossCompanies: true,
    promise:
      'a line of the bank is in a statement or was typed; an import has brought as many lines and as much as it says; a use of a line is of its payment and its number',
    sql: `select l.id::text from bank_line l where (l.source = 'statement') <> (l.import_id is not null) or l.source = 'typed' and l.traded_at is not null
        or (l.traded_at at time zone 'Asia/Shanghai')::date <> l.day or l.voided_at < l.at
        or l.voided_at is not null and not exists (select from ledger_transfer t where t.enterprise_id = '${PLATFORM_ENTERPRISE_ID}'
          and t.document = l.id and t.kind = 'suspenseToBank' and t.at = l.voided_at)
      union all select i.id::text from bank_import i left join bank_line l on l.import_id = i.id and l.typed_by is null
        group by i.id having i.added <> count(l.id) or i.amount_fen <> coalesce(sum(l.amount_fen), 0)
      union all select l.id::text from bank_line l join bank_import i on i.id = l.import_id where l.account_no <> i.account_no or l.typed_by is null and l.at <> i.at
      union all select a.id::text from bank_allocation a join bank_line l on l.id = a.line_id
        join payment p on ${haveSameEnterpriseSql('p', 'a')} and p.id = a.payment_id
        where p.reference is distinct from l.reference or a.at <> p.paid_at or a.title <> p.title or a.kind = 'wallet' and p.purpose <> 'topUp'`,
  },
  {
    id: 'I-26b',
    promise:
      'a voucher was decided by somebody at some time if it was decided; an accepted one when its payment was settled, over the amount that the first person saw',
    sql: `select v.id::text from voucher v left join payment p on ${haveSameEnterpriseSql('p', 'v')} and p.id = v.payment_id
        where (v.state in ('ACCEPTED', 'REJECTED')) <> (v.decided_by is not null) or (v.state = 'REJECTED') <> (v.opinion is not null)
          or v.decided_at < v.submitted_at or v.state = 'ACCEPTED' and v.decided_at is distinct from p.paid_at
          or (v.first_by is null) <> (v.first_at is null) or (v.first_by is null) <> (v.first_fen is null) or (v.first_by is null) <> (v.first_line_id is null)
          or v.first_at < v.submitted_at or v.first_at > v.decided_at or v.first_fen <> p.amount_fen or v.state = 'REVIEW' and v.first_by is not null
      union all select payment_id::text from voucher group by enterprise_id, payment_id having max(no) <> count(*)`,
  },
  {
    id: 'I-26c',
    acrossCompanies: true,
    promise: 'a line of the bank and an import are of an account of the platform; only lines from before statements were kept name none',
    sql: `with own as (select account_no from own_account union select value ->> 'accountNo' from setting where name = 'bank')
      select l.id::text from bank_line l left join own o on o.account_no = l.account_no
        where o.account_no is null and (l.account_no <> '' or l.typed_by is distinct from '${PLATFORM_ENTERPRISE_ID}')
      union all select i.id::text from bank_import i left join own o on o.account_no = i.account_no where o.account_no is null`,
  },
]
