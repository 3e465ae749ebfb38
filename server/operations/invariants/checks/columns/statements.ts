import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

const dayOf = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`

/** Invariants of statements, disputes, limits and requests, column by column. */
export const statementColumnInvariants: readonly Invariant[] = [
  {
    id: 'I-27',
    promise:
      'a disputed line says who disputed it, why, when and how much of it, a decided one who decided and how, a withdrawn one who withdrew it; what was lost is due on the 10th of the month after; what was granted, and nothing else, is taken off at that time',
    sql: `select l.id::text from statement_line l
        where (l.dispute is null) <> (l.disputed_at is null) or (l.dispute is null) <> (l.disputed_fen is null) or (l.dispute is null) <> (l.disputed_by is null) or (l.dispute is null) <> (l.dispute_reason is null)
          or l.disputed_day <> ${dayOf('l.disputed_at')} or l.decided_at < l.disputed_at
          or (l.dispute in ('FOR_BUYER', 'PARTLY_FOR_BUYER', 'AGAINST_BUYER') and l.dispute is not null) <> (l.decided_at is not null) or (l.decided_at is null) <> (l.decided_by is null)
          or (l.decided_at is null) <> (l.opinion is null)
          or (l.dispute is not distinct from 'WITHDRAWN') <> (l.withdrawn_at is not null) or (l.withdrawn_at is null) <> (l.withdrawn_by is null)
          or l.withdrawn_at < l.disputed_at
          or l.deferred_day <> (date_trunc('month', l.decided_at at time zone 'Asia/Shanghai') + interval '1 month')::date + 9
      union all select e.id::text from statement_entry e left join statement_line l on ${haveSameEnterpriseSql('l', 'e')} and l.id = e.draw_id
        where e.kind = 'adjust' and (l.dispute is null or l.dispute not in ('FOR_BUYER', 'PARTLY_FOR_BUYER') or l.decided_at <> e.at
          or l.granted_fen is distinct from e.amount_fen + e.wallet_fen)
      union all select l.id::text from statement_line l where l.granted_fen is not null and not exists (
        select from statement_entry e where ${haveSameEnterpriseSql('e', 'l')} and e.draw_id = l.id and e.kind = 'adjust')
        or l.dispute = 'PARTLY_FOR_BUYER' and l.granted_fen is null or l.dispute not in ('FOR_BUYER', 'PARTLY_FOR_BUYER') and l.granted_fen is not null
      union all select e.id::text from statement_entry e where e.kind in ('repay', 'bounce', 'undo', 'writeOff', 'redate', 'cover') and e.wallet_fen <> 0`,
  },
  {
    id: 'I-27b',
    promise:
      'a limit has an end if, and only if, it is temporary; who agrees has not proposed; what waits is decided by nobody, what is decided by somebody, except what a company replaced as it joined a group',
    sql: `select a.enterprise_id::text from credit_account a where a.temp_limit_fen = 0 and a.temp_end_day is not null
          and not exists (select from credit_limit_change c where ${haveSameEnterpriseSql('c', 'a')} and c.kind = 'temp')
      union all select c.id::text from credit_limit_change c where c.kind <> 'temp' and c.temp_end_day is not null
      union all select 'request ' || r.id from limit_request r where (r.state = 'WAIT') <> (r.decided_by is null) and not (r.state = 'REPLACED' and r.kind <> 'temp') or r.state = 'DONE' and r.decided_by = r.proposed_by
        or r.state = 'REFUSED' and exists (select from credit_limit_change c where ${haveSameEnterpriseSql('c', 'r')} and c.kind = r.kind and c.limit_fen = r.limit_fen
          and c.at = r.decided_at and c.staff_id = r.decided_by)
      union all select 'done ' || r.id from limit_request r where r.state = 'DONE' and not exists (select from credit_limit_change c
        where ${haveSameEnterpriseSql('c', 'r')} and c.at = r.decided_at and c.kind = r.kind and c.reason = r.reason and c.temp_end_day is not distinct from r.temp_end_day)
      union all select r.id::text from finance_request r where r.state = 'DONE' and r.decided_by = r.proposed_by
      union all select b.id::text from acceptance_bill b where (b.state = 'WAIT') <> (b.decided_by is null)`,
  },
]
