-- Companies of an older system: what was uploaded, what a trial says of it, who agreed, and what was moved in.

create table moving_in (
  id uuid constraint moving_in_pk primary key,
  staff_id uuid not null constraint moving_in_staff references staff,
  file_name text not null,
  -- SHA-256 of the uploaded file.
  file_hash bytea not null,
  state text not null constraint moving_in_state
    check (state in ('trying', 'tried', 'submitted', 'applying', 'stopped', 'done', 'cancelled')),
  company_count int not null constraint moving_in_companies check (company_count > 0),
  -- How many companies the trial, or after it the move, is through with.
  done_count int not null default 0,
  -- Companies by result.
  counts jsonb not null default '{}',
  -- What the trial would move in.
  totals jsonb,
  -- The control sums of the older system, as a person has typed them or as they came in the file.
  sums jsonb,
  -- What the books say of the moved companies, after the move.
  moved jsonb,
  -- SHA-256 over everything that the trial would move in; null before its end.
  tried_hash bytea,
  submitted_by uuid constraint moving_in_submitted_by references staff,
  submitted_at timestamptz,
  approved_by uuid constraint moving_in_approved_by references staff,
  approved_at timestamptz,
  -- Why it was cancelled.
  note text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint moving_in_two_people check (approved_by <> submitted_by),
  constraint moving_in_submission check ((submitted_by is null) = (submitted_at is null)),
  constraint moving_in_approval check ((approved_by is null) = (approved_at is null))
);
create index moving_in_by_time on moving_in (created_at desc, id desc);
grant select, insert, update, delete on moving_in to mall_app;

create table moving_in_company (
  moving_in_id uuid not null constraint moving_in_company_run references moving_in on delete cascade,
  -- The order of the companies in the file.
  no int not null constraint moving_in_company_no check (no > 0),
  -- The id that the company gets.
  id uuid not null,
  code text not null,
  name text not null,
  -- The rows of the file about this company, sealed, because they have mobile numbers; null: erased a month after the upload.
  sealed bytea,
  -- null: not tried yet.
  verdict text constraint moving_in_company_verdict check (verdict in ('ready', 'refused')),
  -- What is wrong: [{"sheet": …, "row": …, "column": …, "value": …, "reason": …}].
  faults jsonb not null default '[]',
  -- SHA-256 of what the trial would move in.
  seen bytea,
  -- It is to be moved in.
  due boolean not null default false,
  moved_at timestamptz,
  wallet_fen bigint not null default 0 constraint moving_in_company_wallet check (wallet_fen >= 0),
  statements_fen bigint not null default 0 constraint moving_in_company_statements check (statements_fen >= 0),
  drawdowns_fen bigint not null default 0 constraint moving_in_company_drawdowns check (drawdowns_fen >= 0),
  interest_fen bigint not null default 0 constraint moving_in_company_interest check (interest_fen >= 0),
  limits_fen bigint not null default 0 constraint moving_in_company_limits check (limits_fen >= 0),
  constraint moving_in_company_pk primary key (moving_in_id, no),
  constraint moving_in_company_id unique (id)
);
create index moving_in_company_untried on moving_in_company (moving_in_id, no) where verdict is null;
create index moving_in_company_due on moving_in_company (moving_in_id, no) where due;
create index moving_in_company_by_verdict on moving_in_company (moving_in_id, verdict, no);
grant select, insert, update, delete on moving_in_company to mall_app;

-- A statement that was moved in bears interest only from the day after this one: the older system has charged the days before. null: one of our own.
alter table statement add column opening_day date;

-- Drawdowns that were moved in without a statement get one with our own.
drop index ledger_transfer_draws;
create index ledger_transfer_draws on ledger_transfer (at) include (amount_fen) where kind in ('draw', 'openDraw');
