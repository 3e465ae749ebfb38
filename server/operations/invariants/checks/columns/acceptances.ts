import { ACCEPTANCE_COVER_DAYS_AFTER_MATURITY } from '#contract/money/statements/acceptance-lifecycle.ts'
import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

const dayOf = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`
const eventOf = (alias: string, verbs: string) =>
  `left join acceptance_event ${alias} on ${haveSameEnterpriseSql(alias, 'b')} and ${alias}.bill_id = b.id and ${alias}.verb in (${verbs})`
/**
 * A bill with its events: that it was taken, that its cover has lapsed, that it was paid (honoured or bought), that it bounced, and that the bank which had bought it took
 * its money back.
 */
const story = `acceptance_bill b ${eventOf('taken', `'accept'`)} ${eventOf('lapsed', `'lapse'`)} ${eventOf('paid', `'honour', 'discount'`)} ${eventOf('bounced', `'bounce'`)}
  ${eventOf('back', `'recourse'`)}`
/** The bank took its money back when the bill bounced, before two people were asked for. */
const recoursedAtOnce = `exists (select from ledger_transfer t where ${haveSameEnterpriseSql('t', 'b')} and t.kind = 'acceptanceRecourse' and t.document = b.id and t.at = bounced.at)`
/** What the discount of a bill may cost by the word of one person. */
const discountCost = `least(div(b.amount_fen * 1000 + 5000, 10000), case when b.quoted_rate_bp is not null
  then div(b.amount_fen::numeric * b.quoted_rate_bp * (b.maturity_day - paid.value_day) + 3599999, 3600000) end)`
const endDay = `b.maturity_day + ${ACCEPTANCE_COVER_DAYS_AFTER_MATURITY + 1}`

/**
 * What of a transfer follows from an event, and what is there. A bill that was honoured before events were kept has none. What a bank takes back follows from two people's word;
 * of a bill that bounced before these were asked for, from its bounce.
 */
const posted = `select v.enterprise_id, v.bill_id as document, side.kind, side.fen, v.at, v.value_day from acceptance_event v
    left join acceptance_event d on ${haveSameEnterpriseSql('d', 'v')} and d.bill_id = v.bill_id and d.verb = 'discount'
    left join acceptance_event r on ${haveSameEnterpriseSql('r', 'v')} and r.bill_id = v.bill_id and r.verb = 'recourse'
    left join acceptance_bill b on ${haveSameEnterpriseSql('b', 'v')} and b.id = v.bill_id
    cross join lateral (values (case when v.allocation_id is null then 'honourAcceptance' else 'collectAcceptance' end, v.received_fen), ('acceptanceFee', v.fee_fen),
      ('acceptanceDiscount', v.discount_fen), ('acceptanceRecourse', case when v.verb = 'recourse' or v.verb = 'bounce' and d.id is not null and r.id is null and b.state = 'BOUNCED' then v.amount_fen else 0 end)) side(kind, fen)
    where side.fen > 0`
const inBooks = `select t.enterprise_id, t.document, t.kind, t.amount_fen, t.at, t.value_day from ledger_transfer t
    where t.kind in ('collectAcceptance', 'acceptanceFee', 'acceptanceDiscount', 'acceptanceRecourse')
      or t.kind = 'honourAcceptance' and exists (select from acceptance_event v where ${haveSameEnterpriseSql('v', 't')} and v.bill_id = t.document and v.verb = 'honour')`

/** What each bill has covered when it was taken, and all entries that follow from it. */
const covered = `select e.enterprise_id, e.document, e.month, e.amount_fen as fen, taken.value_day as first, taken.at as taken_at, paid.value_day as paid_day,
    paid.at as paid_at, bounced.at as bounced_at, ${endDay} as ends
  from ${story} join statement_entry e on ${haveSameEnterpriseSql('e', 'b')} and e.document = b.id and e.kind = 'cover'
  where e.amount_fen > 0 and e.at = taken.at and e.value_day = taken.value_day`
const coverDue = `select c.enterprise_id, c.document, c.month, side.fen, side.day, side.at from (${covered}) c
  cross join lateral (values (c.fen, c.first, c.taken_at), (-c.fen, c.ends, c.taken_at),
    (-c.fen, case when c.paid_day < c.ends then c.paid_day end, c.paid_at), (c.fen, case when c.paid_day < c.ends then c.ends end, c.paid_at),
    (-c.fen, case when c.first < least(c.ends, c.paid_day) then c.first end, c.bounced_at),
    (c.fen, case when c.first < least(c.ends, c.paid_day) then least(c.ends, c.paid_day) end, c.bounced_at)) side(fen, day, at)
  where side.day is not null and side.at is not null`
const coverThere = `select enterprise_id, document, month, amount_fen, value_day, at from statement_entry where kind = 'cover'`

/** Invariants of acceptance bills: their state, money, covers and limits from both ends. */
export const acceptanceInvariants: readonly Invariant[] = [
  {
    id: 'I-44',
    promise:
      'the state of a bill follows from what happened to it: taken, honoured from its maturity on or bought before, bounced; each once, with its day, time and person; what the bank that had bought it takes back; what one person said a discount cost is no more than was agreed; what it frees of the limit is taken back, at the latest when its cover ends',
    sql: `select b.id::text from ${story}
      where b.covers <> (taken.id is not null) or taken.id is null and paid.id is null and bounced.id is null and b.state = 'DISCOUNTED'
        or coalesce(taken.id, paid.id, bounced.id) is not null and b.state <> case when bounced.id is not null then case when paid.verb = 'discount' and back.id is null and not ${recoursedAtOnce} then 'RECOURSE' else 'BOUNCED' end
          when paid.verb = 'honour' then 'HONOURED' when paid.verb = 'discount' then 'DISCOUNTED' else 'ACCEPTED' end
        or bounced.id is not null and paid.verb = 'honour' or paid.at < b.decided_at or bounced.at < greatest(b.decided_at, paid.at)
        or (taken.at, taken.staff_id, taken.value_day) <> (b.decided_at, b.decided_by, ${dayOf('b.decided_at')})
        or case when paid.verb = 'honour' then paid.at else bounced.at end is distinct from b.ended_at and coalesce(paid.id, bounced.id) is not null
        or back.id is not null and (bounced.id is null or paid.verb is distinct from 'discount' or back.at < bounced.at or back.value_day < paid.value_day or back.value_day > ${dayOf('back.at')}
          or back.freed_fen <> 0 or back.covered_fen <> 0)
        or paid.verb = 'discount' and paid.request_id is null and paid.fee_fen + paid.discount_fen > ${discountCost}
        or bounced.value_day <> ${dayOf('bounced.at')} or paid.value_day > ${dayOf('paid.at')} or paid.value_day < ${dayOf('b.decided_at')}
        or paid.id is not null and (paid.verb = 'honour') <> (paid.value_day >= b.maturity_day)
        or taken.freed_fen not in (0, taken.covered_fen) or taken.covered_fen > b.amount_fen or paid.covered_fen <> 0 or bounced.covered_fen <> 0
        or lapsed.covered_fen <> 0 or lapsed.value_day <> ${endDay} or ${dayOf('lapsed.at')} < ${endDay} or lapsed.at > coalesce(paid.at, bounced.at) or lapsed.id is not null and taken.id is null
        or lapsed.freed_fen <> -taken.freed_fen or paid.freed_fen <> case when lapsed.id is null then -coalesce(taken.freed_fen, 0) else 0 end
        or bounced.freed_fen <> case when coalesce(paid.id, lapsed.id) is null then -coalesce(taken.freed_fen, 0) else 0 end
        or b.state = 'ACCEPTED' and taken.covered_fen > 0 and lapsed.id is null and ${endDay} < (select max(day) from journal_day)
      union all select v.id::text from acceptance_event v join acceptance_bill b on ${haveSameEnterpriseSql('b', 'v')} and b.id = v.bill_id
        where v.amount_fen <> b.amount_fen or v.acceptor_kind <> b.acceptor_kind
      union all select b.id::text from ${story} group by b.enterprise_id, b.id having count(*) > 1
      union all select a.enterprise_id::text from credit_account a
        where a.freed_fen <> (select coalesce(sum(v.freed_fen), 0) from acceptance_event v where ${haveSameEnterpriseSql('v', 'a')})`,
  },
  {
    id: 'I-44b',
    promise:
      'what a bank paid for a bill, kept of it and took back is in the books if, and only if, it happened, with its amounts, day and time',
    sql: `select 'missing ' || document from (${posted} except all ${inBooks}) d
      union all select 'unfounded ' || document from (${inBooks} except all ${posted}) d`,
  },
  {
    id: 'I-44c',
    promise:
      'what a bill covers stands in its months under the days from which and until which it counts; what was paid ends it, and a bounce undoes it together with the repayment, from their own days on',
    sql: `select 'missing ' || document from (${coverDue} except all ${coverThere}) d
      union all select 'unfounded ' || document from (${coverThere} except all ${coverDue}) d
      union all select b.id::text from ${story} left join (select enterprise_id, document, sum(fen) as fen from (${covered}) c group by 1, 2) c
        on ${haveSameEnterpriseSql('c', 'b')} and c.document = b.id where taken.id is not null and taken.covered_fen <> coalesce(c.fen, 0)
      union all select e.id::text from statement_entry e left join repayment r on ${haveSameEnterpriseSql('r', 'e')} and r.id = e.document
        left join acceptance_bill b on ${haveSameEnterpriseSql('b', 'e')} and b.id = e.document
        where e.kind = 'bounce' and e.value_day is distinct from case when b.covers then r.value_day else ${dayOf('e.at')} end`,
  },
  {
    id: 'I-44d',
    promise:
      'money for a bill is a part of a line that the file of the bank contains, of its day and amount, used for it once; or two people have said so, with its day, its cost and a reason',
    sql: `select coalesce(v.id, a.id)::text from (select * from acceptance_event where allocation_id is not null) v
        full join (select a.*, l.day, l.source from bank_allocation a left join bank_line l on l.id = a.line_id where a.kind = 'acceptance') a
          on ${haveSameEnterpriseSql('a', 'v')} and a.id = v.allocation_id
        left join acceptance_bill b on ${haveSameEnterpriseSql('b', 'v')} and b.id = v.bill_id
        where (v.bill_id, v.received_fen, v.at, v.value_day, v.staff_id, 'statement', '承兑汇票 ' || b.bill_no)
          is distinct from (a.acceptance_id, a.amount_fen, a.at, a.day, a.made_by, a.source, a.title)
      union all select coalesce(v.id, r.id)::text from (select * from acceptance_event where request_id is not null) v
        full join (select * from acceptance_request where state = 'DONE') r on ${haveSameEnterpriseSql('r', 'v')} and r.id = v.request_id
        where (v.bill_id, v.value_day, v.fee_fen, v.discount_fen, v.at, v.staff_id, v.verb) is distinct from (r.bill_id, r.value_day, r.fee_fen, r.discount_fen, r.decided_at, r.decided_by, r.kind)
      union all select r.id::text from acceptance_request r join acceptance_event v on ${haveSameEnterpriseSql('v', 'r')} and v.request_id = r.id
        left join bank_allocation a on ${haveSameEnterpriseSql('a', 'v')} and a.id = v.allocation_id where a.line_id is distinct from r.line_id
      union all select r.id::text from acceptance_request r where r.state = 'DONE' and r.decided_by = r.proposed_by or r.decided_at < r.proposed_at
        or r.value_day > ${dayOf('r.proposed_at')} or (r.state = 'WAIT') <> (r.decided_by is null) or (r.decided_by is null) <> (r.decided_at is null)`,
  },
]
