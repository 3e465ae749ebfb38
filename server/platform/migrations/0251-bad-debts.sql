-- 账销案存 (decision 102). A write-off takes the amount off the receivable and keeps the claim: one row for each write-off, off the balance sheet, until
-- it is recovered or two people forgive it. It has the id of its request.
create table bad_debt (
  enterprise_id uuid not null constraint bad_debt_enterprise references enterprise,
  id uuid not null,
  month text not null,
  principal_fen bigint not null constraint bad_debt_principal check (principal_fen > 0),
  interest_fen bigint not null constraint bad_debt_interest check (interest_fen >= 0),
  -- The part of the principal that the provision bore. The rest was a loss at once.
  provided_fen bigint not null constraint bad_debt_provided check (provided_fen between 0 and principal_fen),
  -- Of the statement. The claim ages from it.
  due_day date not null,
  recovered_fen bigint not null default 0,
  forgiven_fen bigint not null default 0,
  written_off_at timestamptz not null,
  written_in bigint not null default transaction_number(),
  constraint bad_debt_pk primary key (enterprise_id, id),
  constraint bad_debt_statement foreign key (enterprise_id, month) references statement,
  constraint bad_debt_request foreign key (enterprise_id, id) references finance_request,
  constraint bad_debt_left check (recovered_fen >= 0 and forgiven_fen >= 0 and recovered_fen + forgiven_fen <= principal_fen + interest_fen)
);
create index bad_debt_of_month on bad_debt (enterprise_id, month);
create index bad_debt_open on bad_debt (enterprise_id, month) where recovered_fen + forgiven_fen < principal_fen + interest_fen;
create index bad_debt_by_time on bad_debt (written_off_at desc, id);
create index bad_debt_written on bad_debt using brin (written_in) with (pages_per_range = 16);
grant select, insert on bad_debt to mall_app;
grant update (recovered_fen, forgiven_fen) on bad_debt to mall_app;

-- What happened to a claim. recover: money of the repayment `document`. bounce: it was a bill that bounced. forgive: the request `document`.
-- before: a write-off before this rule, which is not claimed any more. Insert only.
create table bad_debt_entry (
  enterprise_id uuid not null constraint bad_debt_entry_enterprise references enterprise,
  id uuid not null,
  bad_debt_id uuid not null,
  kind text not null constraint bad_debt_entry_kind check (kind in ('recover', 'bounce', 'forgive', 'before')),
  amount_fen bigint not null,
  document uuid not null,
  value_day date not null,
  at timestamptz not null,
  written_in bigint not null default transaction_number(),
  constraint bad_debt_entry_pk primary key (enterprise_id, id),
  constraint bad_debt_entry_once unique (enterprise_id, document, bad_debt_id, kind),
  constraint bad_debt_entry_debt foreign key (enterprise_id, bad_debt_id) references bad_debt,
  constraint bad_debt_entry_sign check (case when kind = 'bounce' then amount_fen < 0 else amount_fen > 0 end)
);
create index bad_debt_entry_of_debt on bad_debt_entry (enterprise_id, bad_debt_id, at);
create index bad_debt_entry_written on bad_debt_entry using brin (written_in) with (pages_per_range = 16);
grant select, insert on bad_debt_entry to mall_app;

-- A write-off can take unpaid interest along. Null: a request before this rule. A third kind forgives a claim.
alter table finance_request
  drop constraint finance_request_kind,
  drop constraint finance_request_of_month,
  add column interest_fen bigint,
  add column bad_debt_id uuid;
alter table finance_request
  add constraint finance_request_kind check (kind in ('waiveInterest', 'writeOff', 'forgive')),
  add constraint finance_request_of_month check ((kind = 'waiveInterest') = (month is null)),
  add constraint finance_request_interest check (interest_fen >= 0 and (kind = 'writeOff' or interest_fen is null)),
  add constraint finance_request_of_debt check ((kind = 'forgive') = (bad_debt_id is not null));

-- A month of which nothing is owed, but a claim is kept.
alter table statement drop constraint statement_state;
alter table statement add constraint statement_state check (state in ('CLOSED', 'OVERDUE', 'PAID', 'WRITTEN_OFF'));

-- The rule counts from this migration on. What was written off before was told to the companies as settled, and stays so.
insert into bad_debt (enterprise_id, id, month, principal_fen, interest_fen, provided_fen, due_day, forgiven_fen, written_off_at)
select r.enterprise_id, r.id, r.month, r.amount_fen, 0, 0, s.due_day, r.amount_fen, r.decided_at
from finance_request r join statement s on s.enterprise_id = r.enterprise_id and s.month = r.month
where r.kind = 'writeOff' and r.state = 'DONE';
insert into bad_debt_entry (enterprise_id, id, bad_debt_id, kind, amount_fen, document, value_day, at)
select enterprise_id, gen_random_uuid(), id, 'before', principal_fen, id, (written_off_at at time zone 'Asia/Shanghai')::date, written_off_at from bad_debt;

-- Claims are sealed like all rows of money. The view is extended as it is, whatever it has by now.
do $$ begin
  execute 'create or replace view ledger_seal_row as ' || rtrim(pg_get_viewdef('ledger_seal_row'::regclass), '; ') || $view$
    union all select enterprise_id, 'bad_debt', written_in, written_off_at, sha256(convert_to(json_build_array(enterprise_id, id, month, principal_fen, interest_fen,
      provided_fen, due_day - date '2000-01-01', extract(epoch from written_off_at))::text, 'UTF8')) from bad_debt
    union all select enterprise_id, 'bad_debt_entry', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, bad_debt_id, kind, amount_fen, document,
      value_day - date '2000-01-01', extract(epoch from at))::text, 'UTF8')) from bad_debt_entry $view$;
end $$;
