import { drawdownTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { repaymentSources } from '#contract/money/statements/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Invariant, recordedRateSql } from './invariant.ts'

const monthOf = (at: string) => `to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`
const own = (left: string, right: string) => `${left}.enterprise_id = ${right}.enterprise_id and ${left}.month = ${right}.month`

/** The rest of the line `l` at the end of a day. */
const lineLeft = (day: string) => `greatest(0, l.amount_fen - coalesce((select sum(r.amount_fen + r.wallet_fen) from statement_entry r
  where ${own('r', 'l')} and r.draw_id = l.id and r.value_day <= ${day}), 0))`

/** What of the rest of the line `l` at the end of a day its dispute withholds: the disputed amount without what was granted of it. */
const lineWithheld = (day: string) => `least(coalesce(l.disputed_fen, l.amount_fen) - coalesce(l.granted_fen, 0), ${lineLeft(day)})`

/** The last day of the month `s` without interest. An older system has charged the days until its opening day. */
const lastDayWithoutInterest = (of: string) => `greatest(coalesce(${of}.on_time_day, ${of}.due_day), ${of}.opening_day)`
const bornFrom = lastDayWithoutInterest('s')

/**
 * The due, undisputed principal of the month `s` at the end of a day. It is written again here on purpose: a check must not use the code
 * that it checks.
 */
const principal = (day: string) => `greatest(0, s.total_fen + s.wallet_fen
  - coalesce((select sum(e.amount_fen) from statement_entry e where ${own('e', 's')} and e.kind <> 'refund' and e.value_day <= ${day}), 0)
  - coalesce((select sum(e.wallet_fen) from statement_entry e where ${own('e', 's')} and e.kind = 'adjust' and e.value_day <= ${day}
      and ${day} < (e.at at time zone 'Asia/Shanghai')::date), 0)
  - coalesce((select sum(${lineWithheld(day)}) from statement_line l where ${own('l', 's')} and l.disputed_day <= ${day}
      and (l.dispute in ('OPEN', 'FOR_BUYER') or (l.dispute in ('PARTLY_FOR_BUYER', 'AGAINST_BUYER') and l.deferred_day >= ${day})
        or (l.dispute = 'WITHDRAWN' and ${day} < (l.withdrawn_at at time zone 'Asia/Shanghai')::date))), 0))`

/** The days of the month `s` that have been charged. The table is named again, because a distributed database plans no subqueries about a series alone. */
const chargedDays = `(select ${lastDayWithoutInterest('b')} + n as day from statement b, generate_series(1, b.interest_day - ${lastDayWithoutInterest('b')}) n
  where ${own('b', 's')})`

/** Whether a day of the month `s` is summed with the others; before the cut-over each was rounded alone. */
const summed = (day: string) => `(s.exact_from_day is null or ${day} >= s.exact_from_day)`

/** What a row of interest has posted and was not taken back. */
const net = 'i.amount_fen - i.reversed_fen + i.recharged_fen'

/**
 * How many fen what is posted until a day may be ahead of the sum until it, or behind. Corrections move no fen that is only reached a day earlier
 * or later; a thousand of them at random left 4 at most.
 */
const ASTRAY_FEN_MAX = 5

const kindsOf = (prefix: string, sources: readonly string[]) => sources.map((source) => `'${prefix}${source}'`).join(', ')
/** The kinds of debts that begin without a statement. */
const drawn = drawdownTransferKinds.map((kind) => `'${kind}'`).join(', ')
const sources = keysOf(repaymentSources)
  .filter((source) => source !== 'suspense')
  .map((source) => source.charAt(0).toUpperCase() + source.slice(1))

/** Invariants of statements, their interest and their repayments. */
export const statementInvariants: readonly Invariant[] = [
  {
    id: 'I-11',
    promise: 'every drawdown of a closed month is one line of its statement, which is the sum of its lines less the refunds of that month',
    sql: `select 'draw ' || t.id from ledger_transfer t
        join (select enterprise_id, max(month) as month from statement group by enterprise_id) last on last.enterprise_id = t.enterprise_id
        left join statement_line l on l.enterprise_id = t.enterprise_id and l.id = t.id
        where t.kind in (${drawn}) and case when l.id is null then ${monthOf('t.at')} <= last.month else l.month <> ${monthOf('t.at')} or l.amount_fen <> t.amount_fen end
      union all select 'line ' || l.id from statement_line l
        left join ledger_transfer t on t.enterprise_id = l.enterprise_id and t.id = l.id and t.kind in (${drawn}, 'openStatement')
        left join statement s on ${own('s', 'l')} where t.id is null or s.id is null
      union all select 'opening ' || t.id from ledger_transfer t
        left join statement_line l on l.enterprise_id = t.enterprise_id and l.id = t.id and l.amount_fen = t.amount_fen
        left join statement s on ${own('s', 'l')} and s.id = t.document and s.opening_day is not null
        where t.kind = 'openStatement' and s.id is null
      union all select 'twice ' || id from statement_line group by enterprise_id, id having count(*) > 1
      union all select 'total ' || s.enterprise_id || ' ' || s.month from statement s
        where s.total_fen <> (select coalesce(sum(l.amount_fen), 0) from statement_line l where ${own('l', 's')})
          - (select coalesce(sum(e.amount_fen + e.wallet_fen), 0) from statement_entry e where ${own('e', 's')} and e.kind = 'refund')`,
  },
  {
    id: 'I-11a',
    promise:
      'what refunds and disputes took off a month, and what of it went to a wallet, is in the books as in the entries, document by document',
    sql: `select coalesce(e.document, t.document)::text from
        (select enterprise_id, document, sum(amount_fen) as fen, sum(wallet_fen) as wallet from statement_entry where draw_id is not null group by 1, 2) e
      full join (select t.enterprise_id, t.document, coalesce(sum(t.amount_fen) filter (where t.kind in ('refundToCredit', 'adjust')), 0) as fen,
          coalesce(sum(t.amount_fen) filter (where t.kind = 'refundToWallet'), 0) as wallet from ledger_transfer t
          where t.kind in ('refundToCredit', 'adjust', 'refundToWallet')
            and not exists (select from payment_allocation a where a.enterprise_id = t.enterprise_id and a.order_id = t.document) group by 1, 2) t
        on t.enterprise_id = e.enterprise_id and t.document = e.document
      where (e.fen, e.wallet) is distinct from (t.fen, t.wallet)`,
  },
  {
    id: 'I-11b',
    promise: 'the lines of a statement are those that its hash was made over',
    sql: `select s.enterprise_id || ' ' || s.month from statement s where s.hash <> (
        select sha256(convert_to(coalesce(string_agg(l.id::text || ':' || l.amount_fen, ',' order by l.id), ''), 'UTF8')) from statement_line l where ${own('l', 's')})`,
  },
  {
    id: 'I-11c',
    promise:
      'what has settled a statement is the sum of its entries, less what refunds of its month sent to the wallet, and it is paid when that is all of it; every offset of it stands beside one of its lines',
    sql: `select s.enterprise_id || ' ' || s.month from statement s
      where s.settled_fen <> (select coalesce(sum(e.amount_fen), 0) from statement_entry e where ${own('e', 's')} and e.kind <> 'refund') - s.wallet_fen
        or s.wallet_fen <> (select coalesce(sum(e.wallet_fen), 0) from statement_entry e where ${own('e', 's')} and e.kind = 'refund')
        or (s.state in ('PAID', 'WRITTEN_OFF')) <> (s.settled_fen = s.total_fen) or (s.state = 'PAID') <> (s.paid_at is not null)
      union all select 'offset ' || e.id from statement_entry e join statement s on ${own('s', 'e')}
        left join statement_line l on ${own('l', 'e')} and l.id = e.draw_id where e.draw_id is not null and l.id is null`,
  },
  {
    id: 'I-11d',
    promise:
      'a statement comes to what was repaid, what was taken off, what is disputed and unpaid and what is due, none of it below zero; an overdue one has something due, and what was won in a dispute leaves nothing of what it was about',
    sql: `select s.enterprise_id || ' ' || s.month from statement s
        cross join lateral (select coalesce(sum(e.amount_fen) filter (where e.kind in ('repay', 'bounce', 'undo')), 0) as repaid,
          coalesce(sum(e.amount_fen) filter (where e.kind in ('offset', 'adjust', 'writeOff')), 0) as reduced
          from statement_entry e where ${own('e', 's')}) e
        cross join lateral (select coalesce(sum(${lineWithheld("'infinity'")}) filter (where l.dispute = 'OPEN'), 0) as disputed
          from statement_line l where ${own('l', 's')}) d
        cross join lateral (select s.total_fen + s.wallet_fen - e.repaid - e.reduced as unpaid) u
        where e.repaid < 0 or e.reduced < 0 or u.unpaid < 0 or (s.state in ('PAID', 'WRITTEN_OFF')) <> (u.unpaid = 0)
          or (s.state = 'OVERDUE' and u.unpaid - least(d.disputed, u.unpaid) <= 0)
      union all select 'line ' || l.id from statement_line l join statement s on ${own('s', 'l')}
        where (l.dispute = 'FOR_BUYER' and ${lineWithheld("'infinity'")} <> 0) or (l.dispute is null) <> (l.disputed_day is null)
          or (l.dispute in ('PARTLY_FOR_BUYER', 'AGAINST_BUYER') and l.dispute is not null) <> (l.deferred_day is not null) or l.deferred_day <= s.due_day`,
  },
  {
    id: 'I-11e',
    promise: 'a month whose days have been charged is overdue if, and only if, something of it is due after the last of them',
    sql: `select s.enterprise_id || ' ' || s.month from statement s
      where s.interest_day > ${bornFrom} and s.state in ('CLOSED', 'OVERDUE') and (s.state = 'CLOSED' and ${principal('s.interest_day + 1')} > 0 or s.state = 'OVERDUE' and s.settled_fen = s.total_fen)
        or s.state = 'OVERDUE' and s.interest_day < s.due_day`,
  },
  {
    id: 'I-12',
    promise: 'what a company owes is what its closed months owe and what it drew since and has not repaid',
    sql: `select a.enterprise_id::text from ledger_account a where a.name = 'creditDrawn' and -a.balance_fen <>
        (select coalesce(sum(s.total_fen - s.settled_fen), 0) from statement s where s.enterprise_id = a.enterprise_id)
        + (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t where t.enterprise_id = a.enterprise_id and t.kind in (${drawn})
            and not exists (select 1 from statement_line l where l.enterprise_id = t.enterprise_id and l.month = ${monthOf('t.at')} and l.id = t.id))
        - (select coalesce(sum(e.amount_fen), 0) from statement_entry e where e.enterprise_id = a.enterprise_id
            and not exists (select 1 from statement s where ${own('s', 'e')}))`,
  },
  {
    id: 'I-12b',
    promise: 'every fen of a repayment went to a claim, to interest, to a month or to the wallet, in the books as in its records',
    sql: `select r.id::text from repayment r
      left join lateral (select coalesce(sum(e.amount_fen), 0) as months from statement_entry e
        where e.enterprise_id = r.enterprise_id and e.document = r.id and e.kind = 'repay') e on true
      left join lateral (select coalesce(sum(b.amount_fen), 0) as claims from bad_debt_entry b
        where b.enterprise_id = r.enterprise_id and b.document = r.id and b.kind = 'recover') b on true
      left join lateral (select
          coalesce(sum(t.amount_fen) filter (where t.kind in (${kindsOf('repayBy', sources)}, 'suspenseToCredit')), 0) as months,
          coalesce(sum(t.amount_fen) filter (where t.kind in (${kindsOf('recoverBy', sources)}, 'suspenseToRecovery')), 0) as claims,
          coalesce(sum(t.amount_fen) filter (where t.kind in (${kindsOf('interestBy', sources)}, 'suspenseToInterest')), 0) as interest,
          coalesce(sum(t.amount_fen) filter (where t.kind in (${kindsOf('surplusFrom', sources)}, 'suspenseToWallet')), 0) as surplus
        from ledger_transfer t where t.enterprise_id = r.enterprise_id and t.document = r.id) t on true
      where r.amount_fen <> r.interest_fen + r.surplus_fen + e.months + b.claims
        or (r.interest_fen, r.surplus_fen, e.months, b.claims) is distinct from (t.interest, t.surplus, t.months, t.claims)`,
  },
  {
    id: 'I-12c',
    promise: 'nothing is taken back of a drawdown beyond it, nor repaid of an open month beyond what was drawn in it',
    sql: `select 'draw ' || t.id from ledger_transfer t
        join (select enterprise_id, draw_id, sum(amount_fen + wallet_fen) as fen from statement_entry where draw_id is not null group by enterprise_id, draw_id) b
          on b.enterprise_id = t.enterprise_id and b.draw_id = t.id where b.fen > t.amount_fen
      union all select 'month ' || e.enterprise_id || ' ' || e.month from
        (select enterprise_id, month, sum(amount_fen) as fen from statement_entry group by enterprise_id, month) e
        where e.fen < 0 or e.fen > (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t
          where t.enterprise_id = e.enterprise_id and t.kind in (${drawn}) and ${monthOf('t.at')} = e.month)
          + (select coalesce(sum(l.amount_fen), 0) from statement_line l join ledger_transfer t on t.enterprise_id = l.enterprise_id and t.id = l.id
            where ${own('l', 'e')} and t.kind = 'openStatement')`,
  },
  {
    id: 'I-12d',
    promise:
      'a month has cost its rates of what was unpaid and undisputed at the end of each charged day by value date, the exact sum once rounded half up to the fen, and what is posted until a day follows the sum until it; a day before the cut-over has cost its own, rounded',
    sql: `select s.enterprise_id || ' ' || s.month from statement s cross join lateral (
          select coalesce(sum(d.cost), 0) as exact, coalesce(sum(d.posted), 0) as posted, coalesce(max(abs(d.ahead)), 0) as astray from (
            select d.cost, d.posted, sum(d.posted) over until - div(sum(d.cost) over until + 5000, 10000) as ahead from (
              select d.day, ${principal('d.day')} * coalesce(${recordedRateSql('d.day')}, -1) as cost, coalesce(${net}, 0) as posted
              from ${chargedDays} d left join statement_interest i on ${own('i', 's')} and i.day = d.day where ${summed('d.day')}) d
            window until as (order by d.day)) d) d
        where s.exact_interest <> d.exact or div(s.exact_interest + 5000, 10000) <> d.posted or d.astray > ${ASTRAY_FEN_MAX}
          or s.exact_from_day is null and (s.interest_rates = '[]') <> (s.interest_day <= ${bornFrom})
      union all select s.enterprise_id || ' ' || s.month || ' ' || d.day from statement s cross join lateral ${chargedDays} d
        left join statement_interest i on ${own('i', 's')} and i.day = d.day
        where not ${summed('d.day')} and coalesce(${net}, 0) <> div(${principal('d.day')} * coalesce(i.rate, ${recordedRateSql('d.day')}, -20000) + 5000, 10000)
      union all select i.enterprise_id || ' ' || i.month || ' ' || i.day from statement_interest i
        left join statement s on ${own('s', 'i')} where s.id is null or i.day <= ${bornFrom} or i.day > s.interest_day`,
  },
  {
    id: 'I-12e',
    promise: 'interest is in the books as it was charged and taken back, day by day',
    sql: `select 'charged ' || s.enterprise_id || ' ' || s.month from statement s
        where (select coalesce(sum(i.amount_fen), 0) from statement_interest i where ${own('i', 's')})
          <> (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t where t.enterprise_id = s.enterprise_id and t.kind = 'chargeInterest' and t.document = s.id)
      union all select 'back ' || a.enterprise_id from ledger_account a where a.name = 'interest'
        and (select coalesce(sum(i.reversed_fen), 0) from statement_interest i where i.enterprise_id = a.enterprise_id)
          <> (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t where t.enterprise_id = a.enterprise_id and t.kind in ('reverseInterest', 'returnInterest'))
      union all select 'again ' || a.enterprise_id from ledger_account a where a.name = 'interest'
        and (select coalesce(sum(i.recharged_fen), 0) from statement_interest i where i.enterprise_id = a.enterprise_id)
          <> (select coalesce(sum(t.amount_fen), 0) from ledger_transfer t where t.enterprise_id = a.enterprise_id and t.kind = 'rechargeInterest')`,
  },
  {
    id: 'I-12f',
    acrossCompanies: true,
    promise: 'all months that were closed before the cut-over of interest have the same, and no later one has any',
    sql: `select s.enterprise_id || ' ' || s.month from statement s, (select max(exact_from_day) as day from statement) cut
      where case when s.exact_from_day is null then (s.closed_at at time zone 'Asia/Shanghai')::date < cut.day
        else s.exact_from_day <> cut.day or s.exact_from_day < (s.closed_at at time zone 'Asia/Shanghai')::date end`,
  },
]
