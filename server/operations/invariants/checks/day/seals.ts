import { type Invariant, NIGHTS_PER_TURN } from '#server/operations/invariants/checks/invariant.ts'

/** The running hash of each table of a company before each of its days, and how many rows it was over. */
const sealed = `select s.*, lag(hash) over w as hash_before, lag(total, 1, 0::bigint) over w as total_before from ledger_seal s
  window w as (partition by enterprise_id, table_name order by day)`

/** Compares seals with the rows of their days. `rows` selects the columns of the view with the day of each, `seals` those of the same days. */
const compare = (rows: string, seals: string) => `with sealed as (${sealed}), seals as (${seals}),
    there as (select enterprise_id, table_name, day, count(*) as rows, array_agg(hash order by written_in, hash) as hashes from (${rows}) r group by 1, 2, 3)
  select concat_ws(' ', coalesce(s.enterprise_id, t.enterprise_id), coalesce(s.table_name, t.table_name), to_char(coalesce(s.day, t.day), 'YYYY-MM-DD')) ||
    ': ' || coalesce(t.rows, 0) || '/' || coalesce(s.rows, 0)
  from seals s full join there t on t.enterprise_id = s.enterprise_id and t.table_name = s.table_name and t.day = s.day
  where s.hash is distinct from ledger_seal_fold(coalesce(s.hash_before, ''), t.hashes) order by coalesce(s.day, t.day), 1`

/** All days in one pass over all rows. */
const allRows = `select r.enterprise_id, r.table_name, r.written_in, r.hash, d.days[width_bucket(r.written_in, d.firsts)] as day from ledger_seal_row r,
  (select array_agg(day order by day) as days, array_agg(first order by day) as firsts, max(until) as until from ledger_seal_day) d where r.written_in < d.until`

/** The last three days, and of those before each in its turn: an index finds their rows. */
const someDays = `select d.* from ledger_seal_day d, (select max(day) as last from ledger_seal_day) l
  where d.day > l.last - 3 or (l.last - d.day) % ${NIGHTS_PER_TURN} = (l.last - date '2000-01-01') % ${NIGHTS_PER_TURN}`
const someRows = `select r.enterprise_id, r.table_name, r.written_in, r.hash, d.day from (${someDays}) d
  cross join lateral (select * from ledger_seal_row s where s.written_in >= d.first and s.written_in < d.until) r`

/** Invariants of the seals: rows of money and of the audit log are as they were when they were sealed, whatever else fits. */
export const ledgerSealInvariants: readonly Invariant[] = [
  {
    id: 'I-30',
    promise:
      'a sealed row of money or of the audit log is there as it was written, and none was added to those of its day: the running hashes of its company are the same',
    sql: compare(allRows, 'select * from sealed'),
    nightly: compare(someRows, `select s.* from sealed s where s.day in (select day from (${someDays}) d)`),
  },
  {
    id: 'I-30b',
    acrossCompanies: true,
    promise:
      'no seal is missing: each goes on from the one before it, a day has as many rows as its seals, and begins where the day before ended',
    sql: `select enterprise_id || ' ' || table_name || ' ' || day from (${sealed}) s where total <> total_before + rows
      union all select 'day ' || coalesce(d.day, s.day) from ledger_seal_day d full join (select day, sum(rows) as rows from ledger_seal group by day) s on s.day = d.day
        where d.rows is distinct from coalesce(s.rows, 0)
      union all select 'day ' || day from (select *, lag(until, 1, 0::bigint) over (order by day) as ended from ledger_seal_day) d where first <> ended`,
  },
  {
    id: 'I-30c',
    acrossCompanies: true,
    promise: 'the root of a day is that of its seals and of the day before',
    sql: `select 'day ' || d.day from (select *, lag(root) over (order by day) as root_before, lead(day) over (order by day) as next from ledger_seal_day) d
      left join (select day, string_agg(concat_ws(' ', enterprise_id, table_name, total, encode(hash, 'hex')), ',' order by enterprise_id, table_name collate "C") as seals
        from ledger_seal group by day) s on s.day = d.day
      where d.root is distinct from case when d.next is not null then sha256(coalesce(d.root_before, '') || convert_to(coalesce(s.seals, ''), 'UTF8')) end`,
  },
]
