-- 坏账准备 (decision 102): what is set aside for what companies owed at the end of a month, by the age bands of that time. One run for each month, insert
-- only. Nobody's tenant: the provision is the platform's.
create table provision_run (
  month text constraint provision_run_pk primary key constraint provision_run_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  id uuid not null constraint provision_run_once unique,
  -- The bands that it was computed with.
  bands jsonb not null,
  -- What companies owed at the end of the month, what of it has to be set aside, what was set aside before, and what was posted for the difference.
  base_fen bigint not null,
  required_fen bigint not null constraint provision_run_required check (required_fen between 0 and base_fen),
  before_fen bigint not null,
  change_fen bigint not null constraint provision_run_change check (change_fen = required_fen - before_fen),
  at timestamptz not null
);
grant select, insert on provision_run to mall_app;

-- One line for each statement of which something was owed then.
create table provision_line (
  enterprise_id uuid not null constraint provision_line_enterprise references enterprise,
  month text not null constraint provision_line_run references provision_run,
  statement_month text not null,
  due_day date not null,
  -- Days after the due day; 0: not due yet.
  late_days int not null constraint provision_line_late check (late_days >= 0),
  unpaid_fen bigint not null constraint provision_line_unpaid check (unpaid_fen > 0),
  -- In hundredths of a percent.
  rate int not null constraint provision_line_rate check (rate between 0 and 10000),
  amount_fen bigint not null constraint provision_line_amount check (amount_fen between 0 and unpaid_fen),
  written_in bigint not null default transaction_number(),
  constraint provision_line_pk primary key (enterprise_id, month, statement_month),
  constraint provision_line_statement foreign key (enterprise_id, statement_month) references statement
);
create index provision_line_of_run on provision_line (month, amount_fen desc, enterprise_id, statement_month);
create index provision_line_written on provision_line using brin (written_in) with (pages_per_range = 16);
grant select, insert on provision_line to mall_app;

do $$ begin
  execute 'create or replace view ledger_seal_row as ' || rtrim(pg_get_viewdef('ledger_seal_row'::regclass), '; ') || $view$
    union all select enterprise_id, 'provision_line', written_in, null, sha256(convert_to(json_build_array(enterprise_id, month, statement_month,
      due_day - date '2000-01-01', late_days, unpaid_fen, rate, amount_fen)::text, 'UTF8')) from provision_line $view$;
end $$;
