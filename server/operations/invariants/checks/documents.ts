import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { isTakenBack } from './columns/payments.ts'
import { haveSameEnterpriseSql, type Invariant, recordedRateSql } from './invariant.ts'

const dayOf = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`
const undecided = `'WAIT'`
/** States of a bill that has repaid something, and its final states. */
const taken = keysOf(acceptanceBillLifecycle.states)
  .filter((state) => state !== 'WAIT' && state !== 'REJECTED')
  .map((state) => `'${state}'`)
  .join(', ')
const bounced = `'BOUNCED', 'RECOURSE'`
const ended = `${bounced}, 'HONOURED'`
/** When a bank has paid a bill or bought it; null: it has not, or that was before events were kept. */
const paidOf = (bill: string) =>
  `(select max(v.at) from acceptance_event v where ${haveSameEnterpriseSql('v', bill)} and v.bill_id = ${bill}.id and v.verb in ('honour', 'discount'))`
/** The source of a repayment for a kind of transfer. */
const sourceOf = (kind: string) => `case when ${kind} like '%ByWallet' then 'wallet' when ${kind} like '%Bank' then 'bank'
  when ${kind} like '%Gateway' then 'gateway' when ${kind} like '%Acceptance' then 'acceptance' else 'suspense' end`
const repaying = `(t.kind like 'repayBy%' or t.kind like 'interestBy%' or t.kind like 'recoverBy%' or t.kind like 'surplusFrom%'
  or t.kind in ('suspenseToCredit', 'suspenseToInterest', 'suspenseToRecovery'))`
/** Kinds whose value date is the day of posting. */
const valuedAtOnce = ['payByWallet', 'hold', 'void', 'postHeld', 'draw', 'bounceRepay', 'bounceInterest', 'bounceRecovery']
  .concat(['undoTopUp', 'undoPayment', 'undoRepay', 'undoInterest', 'undoSurplus', 'undoClaim'])
  .concat(['waiveInterest', 'writeOffProvided', 'writeOff', 'writeOffInterest', 'adjust', 'refundToCredit', 'refundToWallet'])
  .map((kind) => `'${kind}'`)
  .join(', ')

/**
 * How far what was recharged of a day without a charge may be below its cost, in 1/10,000 fen: the sum rounds before the day and after it, and
 * what is posted until a neighbour may be a fen ahead.
 */
const RECHARGED_SHORT_MAX = 30_000

/** Invariants between the ledger and its documents, in both directions, with their days and times. */
export const ledgerDocumentInvariants: readonly Invariant[] = [
  {
    id: 'I-22',
    promise:
      'a waiver or a write-off is in the books if, and only if, its request was approved: its amounts, its month and its time; two people are two',
    sql: `select coalesce(r.id, t.document)::text from (select * from finance_request where state = 'DONE' and kind <> 'forgive') r
        full join (select enterprise_id, document, case kind when 'waiveInterest' then kind else 'writeOff' end as kind, sum(amount_fen) filter (where kind <> 'writeOffInterest') as fen,
            coalesce(sum(amount_fen) filter (where kind = 'writeOffInterest'), 0) as interest, min(at) as at, max(at) as last
          from ledger_transfer where kind in ('waiveInterest', 'writeOffProvided', 'writeOff', 'writeOffInterest') group by 1, 2, 3) t on ${haveSameEnterpriseSql('t', 'r')} and t.document = r.id and t.kind = r.kind
        where (r.amount_fen, coalesce(r.interest_fen, 0), r.decided_at, r.decided_at) is distinct from (t.fen, t.interest, t.at, t.last)
      union all select coalesce(r.id, e.document)::text from (select * from finance_request where state = 'DONE' and kind = 'writeOff') r
        full join (select * from statement_entry where kind = 'writeOff') e on ${haveSameEnterpriseSql('e', 'r')} and e.document = r.id
        where (r.amount_fen, r.month) is distinct from (e.amount_fen, e.month)
      union all select id::text from finance_request where (state = ${undecided}) <> (decided_at is null) or (state = ${undecided}) <> (decided_by is null)
        or decided_at < proposed_at`,
  },
  {
    id: 'I-22b',
    promise:
      'a bill has repaid its amount if, and only if, a bank paid or bought it, or it was taken before bills covered; it was owed again if, and only if, it bounced after that, and the bank brought it if, and only if, it was honoured',
    sql: `select coalesce(b.id, r.id)::text from (select * from acceptance_bill b where state in (${taken}) and (not covers or ${paidOf('b')} is not null)) b
        full join (select * from repayment where source = 'acceptance') r on ${haveSameEnterpriseSql('r', 'b')} and r.id = b.id
        where (b.amount_fen, case when b.covers then ${paidOf('b')} else b.decided_at end, case when b.state in (${bounced}) then b.ended_at end)
          is distinct from (r.amount_fen, r.at, r.bounced_at)
      union all select coalesce(b.id, t.document)::text from (select * from acceptance_bill b where state = 'HONOURED' and ${paidOf('b')} is null) b
        full join (select * from ledger_transfer t where kind = 'honourAcceptance' and not exists (select from acceptance_event v
          where ${haveSameEnterpriseSql('v', 't')} and v.bill_id = t.document and v.verb = 'honour')) t on ${haveSameEnterpriseSql('t', 'b')} and t.document = b.id
        where (b.amount_fen, b.ended_at, ${dayOf('b.ended_at')}) is distinct from (t.amount_fen, t.at, t.value_day)
      union all select coalesce(b.id, t.document)::text from (select * from acceptance_bill b where state in (${bounced}) and (not covers or ${paidOf('b')} is not null)) b
        full join (select enterprise_id, document, sum(amount_fen) as fen, min(at) as at from ledger_transfer
          where kind in ('bounceRepay', 'bounceInterest', 'bounceRecovery') group by 1, 2) t on ${haveSameEnterpriseSql('t', 'b')} and t.document = b.id
        where (b.amount_fen, b.ended_at) is distinct from (t.fen, t.at)
      union all select id::text from acceptance_bill where (state = ${undecided}) <> (decided_at is null) or (state in (${ended})) <> (ended_at is not null)
        or decided_at < submitted_at or ended_at < decided_at or maturity_day < ${dayOf('submitted_at')}`,
  },
  {
    id: 'I-22c',
    promise: 'every transfer of a repayment has it behind it, with its source, its value day and its time; so have its entries',
    sql: `select t.id::text from ledger_transfer t left join repayment r on ${haveSameEnterpriseSql('r', 't')} and r.id = t.document
        where ${repaying} and (r.id is null or r.source <> ${sourceOf('t.kind')} or r.value_day <> t.value_day or r.at <> t.at)
      union all select e.id::text from statement_entry e left join repayment r on ${haveSameEnterpriseSql('r', 'e')} and r.id = e.document
        where e.kind in ('repay', 'bounce', 'undo') and (r.id is null or e.at is distinct from case e.kind when 'repay' then r.at when 'undo' then r.undone_at else r.bounced_at end
          or e.kind = 'repay' and e.value_day <> r.value_day)
      union all select r.id::text from repayment r where r.value_day > ${dayOf('r.at')} or r.bounced_at < r.at or r.undone_at < r.at or r.undone_at is not null and r.source <> 'bank' or r.source = 'wallet' and r.value_day <> ${dayOf('r.at')}`,
  },
  {
    id: 'I-22d',
    promise:
      'the limits of a company are those that were last set; a hold met those of its moment; a limit that two people agreed to was set, once',
    sql: `with last as (select distinct enterprise_id, kind, limit_fen, temp_end_day from (select c.*, rank() over (partition by enterprise_id, kind order by at desc) as place
          from credit_limit_change c) c where place = 1)
      select a.enterprise_id::text from credit_account a
        where not exists (select from last l where ${haveSameEnterpriseSql('l', 'a')} and l.kind = 'base' and l.limit_fen = a.base_limit_fen)
          or case when exists (select from last l where ${haveSameEnterpriseSql('l', 'a')} and l.kind = 'temp')
            then not exists (select from last l where ${haveSameEnterpriseSql('l', 'a')} and l.kind = 'temp' and l.limit_fen = a.temp_limit_fen and l.temp_end_day is not distinct from a.temp_end_day)
            else a.temp_limit_fen <> 0 end
          or a.opened_at <> (select min(c.at) from credit_limit_change c where ${haveSameEnterpriseSql('c', 'a')} and c.kind = 'base')
      union all select c.id::text from credit_limit_change c left join credit_account a on ${haveSameEnterpriseSql('a', 'c')} where a.enterprise_id is null and c.kind <> 'group'
      union all select r.id::text from limit_request r where r.state = 'DONE' and not exists (select from credit_limit_change c
        where ${haveSameEnterpriseSql('c', 'r')} and c.kind = r.kind and c.limit_fen = r.limit_fen and c.at = r.decided_at)
      union all select r.id::text from limit_request r where (r.state = ${undecided}) <> (r.decided_at is null) or r.decided_at < r.proposed_at`,
  },
  {
    id: 'I-22e',
    promise:
      'interest is posted day by day as it was charged, each day once; each was its rate of its principal to less than a fen, or rounded before the cut-over, and the rate is that of the company since it was set',
    sql: `select coalesce(i.month || ' ' || i.day, t.id::text) from
        (select i.*, s.id from statement_interest i join statement s on ${haveSameEnterpriseSql('s', 'i')} and s.month = i.month where i.amount_fen > 0) i
        full join (select * from ledger_transfer where kind = 'chargeInterest') t
          on ${haveSameEnterpriseSql('t', 'i')} and t.document = i.id and t.seq = i.day - date '2000-01-01'
        where i.amount_fen is distinct from t.amount_fen or t.value_day is distinct from i.day
      union all select i.month || ' ' || i.day from statement_interest i join statement s on ${haveSameEnterpriseSql('s', 'i')} and s.month = i.month
        where case when i.day < s.exact_from_day then i.amount_fen <> div(i.principal_fen * i.rate + 5000, 10000)
              and not (i.amount_fen = 0 and i.recharged_fen >= div(i.principal_fen * i.rate + 5000, 10000))
            when i.amount_fen > 0 then abs(i.amount_fen * 10000 - i.principal_fen * i.rate) >= 10000
            else i.recharged_fen = 0 or i.principal_fen * i.rate - i.recharged_fen * 10000 >= ${RECHARGED_SHORT_MAX} end
          or (s.exact_from_day is null or i.day >= s.exact_from_day) and i.rate is distinct from ${recordedRateSql('i.day')}
      union all select i.month || ' ' || i.day from statement_interest i join repayment_terms r on ${haveSameEnterpriseSql('r', 'i')}
        where r.daily_rate is not null and i.rate <> r.daily_rate and ${dayOf('r.changed_at')} <= i.day
      union all select s.month || ' ' || c.day from statement s join repayment_terms r on ${haveSameEnterpriseSql('r', 's')} cross join lateral (
          select (e ->> 'day')::date as day, (e ->> 'rate')::int as rate from jsonb_array_elements(s.interest_rates) e) c
        where r.daily_rate is not null and c.rate <> r.daily_rate and ${dayOf('r.changed_at')} <= c.day
      union all select s.month || ' ' || s.interest_day from statement s join repayment_terms r on ${haveSameEnterpriseSql('r', 's')}
        where r.daily_rate is not null and ${dayOf('r.changed_at')} <= s.interest_day and r.daily_rate <> ${recordedRateSql("date 'infinity'")}
      union all select t.id::text from ledger_transfer t where t.kind in ('reverseInterest', 'returnInterest') and t.value_day <> date '2000-01-01' + t.seq`,
  },
  {
    id: 'I-22f',
    promise:
      'days and times agree: what needs no bank is valued on the day of its posting, an entry is as old as its transfer, a month is due on the 10th after its close, or on time until the next working day, and was paid when it was settled',
    sql: `select t.id::text from ledger_transfer t where t.kind in (${valuedAtOnce}) and t.value_day <> ${dayOf('t.at')}
      union all select e.id::text from statement_entry e where e.kind not in ('redate', 'cover') and not exists (select from ledger_transfer t where ${haveSameEnterpriseSql('t', 'e')} and t.document = e.document and t.at = e.at)
      union all select e.id::text from statement_entry e left join ledger_transfer d on ${haveSameEnterpriseSql('d', 'e')} and d.id = e.draw_id
        where e.draw_id is not null and d.id is null or e.kind = 'adjust' and e.value_day <> ${dayOf('d.at')}
          or e.kind in ('refund', 'offset', 'writeOff') and e.value_day <> ${dayOf('e.at')}
      union all select s.enterprise_id || ' ' || s.month from statement s
        where s.opening_day is null and (s.due_day <> (to_date(s.month, 'YYYY-MM') + interval '1 month')::date + 9
            or ${dayOf('s.closed_at')} < (to_date(s.month, 'YYYY-MM') + interval '1 month')::date)
          or s.opening_day is not null and s.opening_day <> ${dayOf('s.closed_at')} - 1
          or coalesce(s.on_time_day not between s.due_day and s.due_day + 20, true) or s.opening_day is not null and s.on_time_day <> s.due_day
          or s.paid_at <> s.closed_at and not exists (select from statement_entry e where ${haveSameEnterpriseSql('e', 's')} and e.month = s.month and e.at = s.paid_at)
            and not exists (select from bad_debt b join bad_debt_entry e on ${haveSameEnterpriseSql('e', 'b')} and e.bad_debt_id = b.id
              where ${haveSameEnterpriseSql('b', 's')} and b.month = s.month and e.at = s.paid_at)
          or (s.confirmed_at is null) <> (s.confirmed_by is null) or s.confirmed_at < s.closed_at`,
  },
  {
    id: 'I-22g',
    acrossCompanies: true,
    promise:
      'a value day is that of the line of the bank or of the provider behind it, in the books of the bank as in those of the company',
    sql: `with suspense as materialized (select kind, document, value_day, at from ledger_transfer
          where enterprise_id = '${PLATFORM_ENTERPRISE_ID}' and kind in ('bankToSuspense', 'suspenseToBank', 'undoClaim'))
      select l.id::text from bank_line l join suspense t on t.document = l.id and t.kind = 'bankToSuspense'
        left join value_day_correction c on c.line_id = l.id
        where t.value_day <> coalesce(c.from_day, l.day) or t.at <> l.at
      union all select a.id::text from bank_allocation a join bank_line l on l.id = a.line_id
        left join value_day_correction c on c.line_id = l.id
        left join suspense t on t.document = a.id and t.kind = 'suspenseToBank'
        left join payment p on ${haveSameEnterpriseSql('p', 'a')} and p.id = a.payment_id
        left join repayment r on ${haveSameEnterpriseSql('r', 'a')} and r.id = a.payment_id
        where t.value_day is null or not (t.value_day = l.day and a.at >= coalesce(c.at, a.at) or t.value_day = coalesce(c.from_day, l.day) and a.at <= coalesce(c.at, a.at))
          or t.at is distinct from a.at or p.value_day <> t.value_day or r.value_day <> least(t.value_day, ${dayOf('r.at')})
      union all select a.id::text from bank_allocation a left join suspense t on t.document = a.id and t.kind = 'undoClaim' where a.undone_at is distinct from t.at
      union all select g.reference from gateway_receipt g join payment p on ${haveSameEnterpriseSql('p', 'g')} and p.id = g.payment_id
        left join repayment r on ${haveSameEnterpriseSql('r', 'p')} and r.id = p.id
        where g.outcome = 'settled' and (p.value_day <> g.value_day or r.value_day <> least(g.value_day, ${dayOf('r.at')}))
      union all select t.id::text from ledger_transfer t join payment p on ${haveSameEnterpriseSql('p', 't')} and p.id = t.document
        where t.kind in ('topUpByBank', 'topUpByGateway') and t.value_day <> p.value_day`,
  },
  {
    id: 'I-22h',
    promise:
      'what was paid for an order and what went back to a wallet has the order, the month or the run behind it; a settled refund is in the books',
    sql: `select t.id::text from ledger_transfer t where t.kind in ('payByWallet', 'payByGateway', 'payByBank', 'suspenseToSales')
        and not exists (select from payment_allocation a where ${haveSameEnterpriseSql('a', 't')} and a.order_id = t.document) and ${isTakenBack('t')} is false
      union all select t.id::text from ledger_transfer t where t.kind in ('topUpByBank', 'topUpByGateway')
        and not exists (select from payment p where ${haveSameEnterpriseSql('p', 't')} and p.id = t.document and p.purpose = 'topUp' and p.state in ('SETTLED', 'UNDONE') and p.amount_fen = t.amount_fen)
      union all select r.id::text from refund r where r.way = 'credit' and r.source = 'sales' and r.amount_fen is distinct from
        (select sum(t.amount_fen) from ledger_transfer t where ${haveSameEnterpriseSql('t', 'r')} and t.document = r.id and t.kind in ('refundToCredit', 'refundToWallet'))`,
  },
]
