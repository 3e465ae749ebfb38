import { type Invariant, NIGHTS_PER_TURN } from '#server/operations/invariants/checks/invariant.ts'

/** The condition on a day `d` of the journal that a night compares: the last three, and of those before each in its turn. */
export const JOURNAL_DAYS_OF_NIGHT = `(d.day > (select max(day) from journal_day) - 3 or (d.day - date '2000-01-01') % ${NIGHTS_PER_TURN} =
  ((select max(day) from journal_day) - date '2000-01-01') % ${NIGHTS_PER_TURN})`

/** Compares the lines of some days with their transfers, by company, kind, account of the ledger and side. `days` is a condition on `d.day`. */
const compare = (days: string) => `with d as (select day, transfers from journal_day d where ${days}),
    moved as (select d.day, t.enterprise_id, t.kind, t.from_account, t.to_account, sum(t.amount_fen) as fen, count(*) as transfers from d
      join ledger_transfer t on t.at >= d.day::timestamp at time zone 'Asia/Shanghai' and t.at < (d.day + 1)::timestamp at time zone 'Asia/Shanghai'
      group by 1, 2, 3, 4, 5),
    due as (select m.day, m.enterprise_id, m.kind, side.account, side.debit, sum(m.fen) as fen from moved m
      cross join lateral (values (m.from_account, true), (m.to_account, false)) side(account, debit) group by 1, 2, 3, 4, 5),
    made as (select l.day, l.enterprise_id, replace(e.rule, 'returnToBank', 'suspenseToBank') as kind, l.ledger_account as account, l.debit_fen <> 0 as debit,
        sum(l.debit_fen + l.credit_fen) as fen
      from d join journal_line l on l.day = d.day join journal_entry e on e.month = l.month and e.word = l.word and e.no = l.no where e.rule <> 'recognise' group by 1, 2, 3, 4, 5)
  select concat_ws(' ', coalesce(x.day, m.day), coalesce(x.enterprise_id, m.enterprise_id), coalesce(x.kind, m.kind), coalesce(x.account, m.account)) ||
      ': ' || coalesce(m.fen, 0) || '/' || coalesce(x.fen, 0)
    from due x full join made m on m.day = x.day and m.enterprise_id = x.enterprise_id and m.kind = x.kind and m.account = x.account and m.debit = x.debit
    where x.fen is distinct from m.fen
  union all select 'day ' || d.day || ': ' || d.transfers || '/' || coalesce(sum(m.transfers), 0) from d left join moved m on m.day = d.day
    group by d.day, d.transfers having d.transfers <> coalesce(sum(m.transfers), 0)`

/** Invariants of the journal of accountants. */
export const journalInvariants: readonly Invariant[] = [
  {
    id: 'I-33',
    promise: 'the journal entries of a day are its transfers, company by company, kind by kind and account by account',
    sql: compare('true'),
    nightly: compare(JOURNAL_DAYS_OF_NIGHT),
  },
  {
    id: 'I-33b',
    promise: 'a journal entry debits what it credits, in the accounts that the rules of its day say, and in its own month',
    sql: `select concat_ws(' ', e.month, e.word, e.no) from journal_entry e left join journal_line l on l.month = e.month and l.word = e.word and l.no = e.no
        group by e.month, e.word, e.no having coalesce(sum(l.debit_fen), 0) <> coalesce(sum(l.credit_fen), 0) or count(l.no) < 2
      union all select concat_ws(' ', e.month, e.word, e.no) from journal_entry e join journal_line l on l.month = e.month and l.word = e.word and l.no = e.no join journal_day d on d.day = e.day
        where l.day <> e.day or e.month <> d.month or l.account is distinct from case l.part when 'held' then d.rules -> 'recognise' ->> 'debit'
            when 'heldTax' then d.rules -> 'recogniseTax' ->> 'debit' when 'earnedTax' then d.rules -> 'recogniseTax' ->> 'credit'
            else d.rules -> e.rule ->> case when l.debit_fen <> 0 then 'debit' else 'credit' end end`,
  },
  {
    id: 'I-33c',
    acrossCompanies: true,
    promise:
      'journal entries are numbered within their month without a gap, in the order of their days, and no day is missing from the journal',
    sql: `select concat_ws(' ', month, word, no) from (select month, word, no, day, row_number() over w as place, lag(day) over w as before from journal_entry
          window w as (partition by month, word order by no)) n where no <> place or day < before
      union all select 'day ' || day from (select day, lag(day) over (order by day) as before from journal_day) d where day <> before + 1
      union all select 'day ' || first.day from (select min((at at time zone 'Asia/Shanghai')::date) as day from ledger_transfer) first,
        (select min(day) as day from journal_day) made where made.day <> first.day`,
  },
  {
    id: 'I-33d',
    promise:
      'a closed month of the journal has the entries with which it was closed, after the months before it; two people opened what is open again',
    sql: `select m.month from journal_month m where m.state <> 'OPEN' and (m.hash <> journal_month_hash(m.month)
          or m.entries <> (select count(*) from journal_entry e where e.month = m.month)
          or m.debit_fen <> (select coalesce(sum(debit_fen), 0) from journal_line l where l.month = m.month))
      union all select d.month from (select distinct month from journal_day) d left join journal_month m on m.month = d.month
        where coalesce(m.state, 'OPEN') = 'OPEN' and d.month < (select max(month) from journal_month where state <> 'OPEN')
      union all select month from journal_month where state = 'OPEN' and (decided_by = asked_by or decided_by is null)`,
  },
]
