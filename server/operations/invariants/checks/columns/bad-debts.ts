import { badDebtRecoveryTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

const dayOf = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`
const recovering = badDebtRecoveryTransferKinds.map((kind) => `'${kind}'`).join(', ')
/** What is still owed of the claim `b`. */
const left = 'b.principal_fen + b.interest_fen - b.recovered_fen - b.forgiven_fen'

/** Invariants of claims that are kept after a write-off, in both directions. */
export const badDebtInvariants: readonly Invariant[] = [
  {
    id: 'I-31',
    promise:
      'a write-off keeps its claim if, and only if, its request was approved: its amounts, its month and its time; the provision bore of it what the books say',
    sql: `select coalesce(b.id, r.id)::text from bad_debt b
        full join (select * from finance_request where kind = 'writeOff' and state = 'DONE') r on ${haveSameEnterpriseSql('r', 'b')} and r.id = b.id
        where (b.month, b.principal_fen, b.interest_fen, b.written_off_at) is distinct from (r.month, r.amount_fen, coalesce(r.interest_fen, 0), r.decided_at)
      union all select coalesce(b.id, t.document)::text from (select * from bad_debt where provided_fen > 0) b
        full join (select * from ledger_transfer where kind = 'writeOffProvided') t on ${haveSameEnterpriseSql('t', 'b')} and t.document = b.id
        where (b.provided_fen, b.written_off_at) is distinct from (t.amount_fen, t.at)
      union all select b.id::text from bad_debt b left join statement s on ${haveSameEnterpriseSql('s', 'b')} and s.month = b.month where s.due_day is distinct from b.due_day`,
  },
  {
    id: 'I-31b',
    promise:
      'what was recovered and forgiven of a claim is what happened to it; money for it is in the books as in its repayment, what a bounced bill took back as well, and two people have forgiven it',
    sql: `select b.id::text from bad_debt b left join lateral (select
          coalesce(sum(e.amount_fen) filter (where e.kind in ('recover', 'bounce')), 0) as recovered, coalesce(sum(e.amount_fen) filter (where e.kind in ('forgive', 'before')), 0) as forgiven
          from bad_debt_entry e where ${haveSameEnterpriseSql('e', 'b')} and e.bad_debt_id = b.id) e on true
        where (b.recovered_fen, b.forgiven_fen) is distinct from (e.recovered, e.forgiven) or ${left} < 0
      union all select coalesce(e.document, t.document)::text from
          (select enterprise_id, document, kind = 'bounce' as back, sum(amount_fen) as fen, min(at) as at, max(at) as last from bad_debt_entry where kind in ('recover', 'bounce') group by 1, 2, 3) e
        full join (select enterprise_id, document, kind = 'bounceRecovery' as back, sum(case when kind = 'bounceRecovery' then -amount_fen else amount_fen end) as fen, min(at) as at, max(at) as last
          from ledger_transfer where kind in (${recovering}, 'bounceRecovery') group by 1, 2, 3) t on ${haveSameEnterpriseSql('t', 'e')} and t.document = e.document and t.back = e.back
        where (e.fen, e.at, e.last) is distinct from (t.fen, t.at, t.last)
      union all select e.id::text from bad_debt_entry e left join repayment r on ${haveSameEnterpriseSql('r', 'e')} and r.id = e.document
        where e.kind = 'recover' and e.value_day is distinct from r.value_day or e.kind <> 'recover' and e.value_day <> ${dayOf('e.at')}
          or e.kind = 'bounce' and not exists (select from bad_debt_entry o where ${haveSameEnterpriseSql('o', 'e')} and o.document = e.document and o.bad_debt_id = e.bad_debt_id
            and o.kind = 'recover' and o.amount_fen = -e.amount_fen)
      union all select coalesce(e.id, r.id)::text from (select * from bad_debt_entry where kind = 'forgive') e
        full join (select r.*, b.month as claimed from finance_request r left join bad_debt b on ${haveSameEnterpriseSql('b', 'r')} and b.id = r.bad_debt_id where r.kind = 'forgive' and r.state = 'DONE') r
          on ${haveSameEnterpriseSql('r', 'e')} and r.id = e.document
        where (e.bad_debt_id, e.amount_fen, e.at) is distinct from (r.bad_debt_id, r.amount_fen, r.decided_at) or r.claimed is distinct from r.month
      union all select coalesce(e.id, r.id)::text from (select * from bad_debt_entry where kind = 'before') e
        full join (select * from finance_request where kind = 'writeOff' and state = 'DONE' and interest_fen is null) r on ${haveSameEnterpriseSql('r', 'e')} and r.id = e.bad_debt_id
        where (e.document, e.amount_fen, e.at) is distinct from (r.id, r.amount_fen, r.decided_at)`,
  },
  {
    id: 'I-31c',
    promise:
      'a settled month waits for recovery if, and only if, something of it is still claimed, and a company held no credit while it had such a claim',
    sql: `select s.enterprise_id || ' ' || s.month from statement s
        where (s.state = 'WRITTEN_OFF') <> (s.settled_fen = s.total_fen and exists (select from bad_debt b where ${haveSameEnterpriseSql('b', 's')} and b.month = s.month and ${left} > 0))
      union all select t.id::text from ledger_transfer t join bad_debt b on ${haveSameEnterpriseSql('b', 't')} and b.written_off_at < t.at
        where t.kind = 'hold' and b.principal_fen + b.interest_fen > (select coalesce(sum(e.amount_fen), 0) from bad_debt_entry e
          where ${haveSameEnterpriseSql('e', 'b')} and e.bad_debt_id = b.id and e.at <= t.at)
          and not exists (select from bad_debt_entry e where ${haveSameEnterpriseSql('e', 'b')} and e.bad_debt_id = b.id and e.at = t.at)`,
  },
]
