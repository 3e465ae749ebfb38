import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** The accounts of companies, which have a balance. All other accounts are only names. */
const kept = `'wallet', 'creditHeld', 'creditDrawn', 'interest'`
/** Kinds of transfers that a document can have several times. */
const counted = ['payByBank', 'void', 'refundToWallet', 'refundToCredit', 'gatewayToSuspense', 'suspenseToGateway', 'chargeInterest']
  .concat(['reverseInterest', 'returnInterest', 'rechargeInterest', 'reverseWaiver', 'openDraw', 'openStatement'])
  .map((kind) => `'${kind}'`)
  .join(', ')
const repaying = `(kind like 'repayBy%' or kind like 'interestBy%' or kind like 'recoverBy%' or kind like 'surplusFrom%'
  or kind in ('suspenseToCredit', 'suspenseToInterest', 'suspenseToRecovery', 'suspenseToWallet'))`

/** Invariants of the columns of transfers that are in no document. */
export const ledgerColumnInvariants: readonly Invariant[] = [
  {
    id: 'I-24',
    promise:
      'a transfer has a place and a balance in accounts of a company and in no other, only a hold has a limit, and the parts of a document are counted without a gap',
    sql: `select id::text from ledger_transfer where (from_account in (${kept})) <> (from_entry is not null) or (to_account in (${kept})) <> (to_entry is not null)
        or (from_entry is null) <> (from_after_fen is null) or (to_entry is null) <> (to_after_fen is null)
        or kind <> 'hold' and (used_after_fen is not null or limit_fen is not null)
        or not ${repaying} and kind not like 'bounce%' and kind not in (${counted}) and (kind not like 'undo%' or kind in ('undoTopUp', 'undoClaim')) and seq <> 0
      union all select document::text from ledger_transfer where ${repaying} or kind like 'bounce%' or kind in ('undoRepay', 'undoInterest', 'undoSurplus')
        group by enterprise_id, document, kind like 'bounce%', kind like 'undo%' having max(seq) <> count(*) - 1 or min(seq) <> 0 or count(distinct seq) <> count(*)`,
  },
  {
    id: 'I-24b',
    promise:
      'what a parcel drew was held before, at once and as much; it was drawn when the parcel was sent, or at the close of a month that was closed by then',
    sql: `select coalesce(d.id, h.id)::text from (select * from ledger_transfer where kind = 'draw') d
        full join (select * from ledger_transfer where kind = 'postHeld') h on ${haveSameEnterpriseSql('h', 'd')} and h.document = d.document
        where (d.amount_fen, d.at) is distinct from (h.amount_fen, h.at)
      union all select d.id::text from ledger_transfer d join parcel p on ${haveSameEnterpriseSql('p', 'd')} and p.id = d.document
        where d.kind = 'draw' and d.at <> p.sent_at and not exists (select from statement s where ${haveSameEnterpriseSql('s', 'd')} and s.closed_at = d.at)`,
  },
  {
    id: 'I-24c',
    promise: 'a hold met limits that the company had: a base limit and at most one temporary limit',
    sql: `select h.id::text from ledger_transfer h where h.kind = 'hold' and not exists (select from credit_limit_change b
        left join credit_limit_change t on ${haveSameEnterpriseSql('t', 'b')} and t.kind = 'temp'
        where ${haveSameEnterpriseSql('b', 'h')} and b.kind = 'base' and h.limit_fen in (b.limit_fen, b.limit_fen + t.limit_fen))`,
  },
  {
    id: 'I-24d',
    promise: 'interest was taken back, and charged again, day by day as its days say, with what caused it',
    sql: `select coalesce(t.enterprise_id, i.enterprise_id) || ' ' || coalesce(t.value_day, i.day) from
        (select enterprise_id, value_day, sum(amount_fen) as fen from ledger_transfer where kind in ('reverseInterest', 'returnInterest') group by 1, 2) t
        full join (select enterprise_id, day, sum(reversed_fen) as fen from statement_interest where reversed_fen > 0 group by 1, 2) i
          on ${haveSameEnterpriseSql('i', 't')} and i.day = t.value_day
        where t.fen is distinct from i.fen
      union all select coalesce(t.enterprise_id, i.enterprise_id) || ' again ' || coalesce(t.value_day, i.day) from
        (select enterprise_id, value_day, sum(amount_fen) as fen from ledger_transfer where kind = 'rechargeInterest' group by 1, 2) t
        full join (select enterprise_id, day, sum(recharged_fen) as fen from statement_interest where recharged_fen > 0 group by 1, 2) i
          on ${haveSameEnterpriseSql('i', 't')} and i.day = t.value_day
        where t.fen is distinct from i.fen
      union all select t.id::text from ledger_transfer t where t.kind in ('reverseInterest', 'returnInterest') and not exists (select from ledger_transfer c
        where ${haveSameEnterpriseSql('c', 't')} and c.document = t.document and c.at = t.at and c.kind not in ('reverseInterest', 'returnInterest'))
        and not exists (select from value_day_correction c where c.line_id = t.document and c.at = t.at)
        and not exists (select from statement_line l where ${haveSameEnterpriseSql('l', 't')} and l.disputed_at = t.at)
        and not exists (select from acceptance_event v where ${haveSameEnterpriseSql('v', 't')} and v.verb = 'accept' and v.at = t.at)`,
  },
  {
    id: 'I-46',
    promise:
      'a waiver goes back together with the interest of its day, and never more of it than was waived or given up; no more interest goes back to a wallet than was paid, or is claimed',
    sql: `select t.id::text from ledger_transfer t left join ledger_transfer r on ${haveSameEnterpriseSql('r', 't')} and r.kind = 'reverseInterest'
          and r.document = t.document and r.seq = t.seq and r.at = t.at
        where t.kind = 'reverseWaiver' and (r.id is null or r.amount_fen < t.amount_fen or t.value_day <> date '2000-01-01' + t.seq)
      union all select s.enterprise_id::text from (select enterprise_id,
          coalesce(sum(amount_fen) filter (where kind = 'reverseWaiver'), 0) as taken, coalesce(sum(amount_fen) filter (where kind = 'waiveInterest'), 0) as waived,
          coalesce(sum(amount_fen) filter (where kind = 'returnInterest'), 0) as returned, coalesce(sum(amount_fen) filter (where kind like 'interestBy%' or kind = 'suspenseToInterest'), 0) as paid,
          coalesce(sum(amount_fen) filter (where kind = 'writeOffInterest'), 0) as written from ledger_transfer group by 1) s
        left join lateral (select coalesce(sum(least(b.interest_fen, greatest(0, b.forgiven_fen - b.principal_fen))), 0) as fen from bad_debt b where ${haveSameEnterpriseSql('b', 's')}) f on true
        where s.taken > s.waived + f.fen or s.returned > s.paid + s.written - f.fen`,
  },
]
