import { VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON } from '#contract/billing/bank/value-day.ts'
import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

const dayOf = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`
/** The earliest day that one person may say of the line `l`. */
const earliest = `${dayOf('l.at')} - ${VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON}`

/** The entries that follow from corrected days, and those that are there. */
const due = `select a.enterprise_id, e.document, e.month, side.fen, side.day, c.at from value_day_correction c
    join bank_allocation a on a.line_id = c.line_id and a.kind = 'payment' and coalesce(a.undone_at > c.at, true)
    join statement_entry e on ${haveSameEnterpriseSql('e', 'a')} and e.document = a.payment_id and e.kind = 'repay' and e.value_day = c.from_day
    cross join lateral (values (-e.amount_fen, c.from_day), (e.amount_fen, c.to_day)) side(fen, day)`
const there = `select enterprise_id, document, month, amount_fen, value_day, at from statement_entry where kind = 'redate'`

/** Invariants of value days that were typed, agreed to, and corrected by the file of the bank. */
export const valueDayInvariants: readonly Invariant[] = [
  {
    id: 'I-29',
    promise:
      'a day that lies too far back for one person was agreed to by another one, with a reason, and nothing else was; no typed day lies ahead',
    sql: `select 'line ' || l.id from bank_line l left join value_day_correction c on c.line_id = l.id left join value_day_request r on r.line_id = l.id
        cross join lateral (select coalesce(c.from_day, l.day) as day) said
        where l.typed_by is not null and (said.day > ${dayOf('l.at')} or said.day < ${earliest} and r.id is null)
          or r.id is not null and (l.typed_by, l.account_no, l.reference, l.amount_fen, said.day, l.at)
            is distinct from (r.proposed_by, r.account_no, r.reference, r.amount_fen, r.day, case r.state when 'DONE' then r.decided_at else r.proposed_at end)
      union all select 'request ' || r.id from value_day_request r left join bank_line l on l.id = coalesce(r.line_id, r.corrects)
        left join value_day_correction c on c.line_id = r.corrects
        where (r.state in ('DONE', 'BEFORE') or r.corrects is not null) and l.id is null
          or (r.state = 'DONE' and r.corrects is not null) and (r.day, r.import_id, r.decided_by, r.decided_at) is distinct from (c.to_day, c.import_id, c.corrected_by, c.at)
          or r.corrects is not null and (r.account_no, r.reference, r.amount_fen) is distinct from (l.account_no, l.reference, l.amount_fen)
          or r.state = 'DONE' and r.decided_by = r.proposed_by or r.decided_at < r.proposed_at or r.day > ${dayOf('r.proposed_at')}
      union all select distinct 'correction ' || c.line_id from bank_allocation a
        join value_day_correction c on c.line_id = a.line_id and a.at < c.at and coalesce(a.undone_at > c.at, true) join bank_line l on l.id = c.line_id
        where c.to_day < c.from_day and c.to_day < ${earliest}
          and not exists (select from value_day_request r where r.corrects = l.id and r.state = 'DONE')`,
  },
  {
    id: 'I-29b',
    acrossCompanies: true,
    promise:
      'a day that the file of the bank corrected is that of the line and of its import; what was repaid with it stands in its months under both days, and interest was posted for it at that time, or for a bill that bounced, a repayment that was taken back, or a dispute that was withdrawn',
    sql: `select 'line ' || c.line_id from value_day_correction c left join bank_line l on l.id = c.line_id
        where (l.day, l.import_id, l.source) is distinct from (c.to_day, c.import_id, 'statement') or l.typed_by is null or c.at < l.at
      union all select 'missing ' || document from (${due} except all ${there}) d
      union all select 'unfounded ' || document from (${there} except all ${due}) d
      union all select t.id::text from ledger_transfer t where t.kind = 'rechargeInterest' and (t.value_day <> date '2000-01-01' + t.seq
        or not exists (select from value_day_correction c where c.line_id = t.document and c.at = t.at and t.value_day >= c.from_day and t.value_day < c.to_day)
          and not exists (select from acceptance_event v join acceptance_event b on ${haveSameEnterpriseSql('b', 'v')} and b.bill_id = v.bill_id and b.verb = 'bounce'
            where ${haveSameEnterpriseSql('v', 't')} and v.bill_id = t.document and v.verb = 'accept' and b.at = t.at and t.value_day >= v.value_day and t.value_day <= b.value_day)
          and not exists (select from repayment r where ${haveSameEnterpriseSql('r', 't')} and r.undone_at = t.at)
          and not exists (select from statement_line l where ${haveSameEnterpriseSql('l', 't')} and l.withdrawn_at = t.at and t.value_day = ${dayOf('l.withdrawn_at')}))`,
  },
]
