-- What finance looks after: reconciliation day by day, proofs of the books, limits that two people have to name; and the ways its lists are read.

-- A day's reconciliation: when it was told last, and by how many providers. A reference table of days: it is nobody's tenant.
create table recon_run (
  day date constraint recon_run_pk primary key,
  -- Null while it has not come to an end yet.
  ran_at timestamptz,
  -- Providers whose bill could not be had, with commas between them.
  unavailable text not null default '',
  runs smallint not null default 0,
  -- While somebody is at it; a runner that died leaves it to the next one.
  held_until timestamptz
);
grant select, insert, update on recon_run to mall_app;

-- One movement of which the provider's bill, our rows and the books do not say the same.
create table recon_difference (
  id uuid constraint recon_difference_pk primary key,
  day date not null constraint recon_difference_day references recon_run,
  channel text not null constraint recon_difference_channel check (channel in ('wechat', 'alipay', 'card')),
  kind text not null constraint recon_difference_kind check (kind in ('pay', 'refund')),
  -- The provider's number, and ours.
  reference text not null,
  out_no text not null,
  bill_fen bigint,
  ours_fen bigint,
  books_fen bigint,
  -- What the figures say.
  told text not null,
  state text not null constraint recon_difference_state check (state in ('OPEN', 'EXPLAINED', 'CLOSED', 'GONE')),
  -- What people say: one of a list, and words.
  cause text,
  note text,
  decided_by uuid,
  decided_at timestamptz,
  found_at timestamptz not null,
  gone_at timestamptz,
  constraint recon_difference_once unique (day, channel, kind, reference, out_no),
  constraint recon_difference_said check ((state not in ('EXPLAINED', 'CLOSED')) or (cause is not null and decided_by is not null and decided_at is not null))
);
create index recon_difference_queue on recon_difference (state, day);
grant select, insert, update on recon_difference to mall_app;

-- A proof of the books: every invariant, in one snapshot.
create table proof_run (
  id uuid constraint proof_run_pk primary key,
  -- The night that it was made in; null: somebody asked for it.
  night date,
  asked_by uuid,
  state text not null constraint proof_run_state check (state in ('RUNNING', 'DONE', 'FAILED')),
  started_at timestamptz not null,
  ended_at timestamptz,
  breaches int,
  constraint proof_run_asked check ((night is null) = (asked_by is not null)),
  constraint proof_run_done check ((state = 'DONE') = (breaches is not null))
);
-- One that failed is made again.
create unique index proof_run_night on proof_run (night) where state <> 'FAILED';
create unique index proof_run_one on proof_run (state) where state = 'RUNNING';
create index proof_run_latest on proof_run (started_at desc);
grant select, insert, update on proof_run to mall_app;

create table proof_result (
  run_id uuid not null constraint proof_result_run references proof_run,
  invariant text not null,
  breaches int not null constraint proof_result_breaches check (breaches >= 0),
  duration_ms int not null,
  -- The first few that break it.
  examples text not null default '[]',
  at timestamptz not null,
  constraint proof_result_pk primary key (run_id, invariant)
);
create index proof_result_green on proof_result (invariant, at desc) where breaches = 0;
grant select, insert on proof_result to mall_app;

-- A limit above the bound of one person: named by one, agreed to by another.
create table limit_request (
  enterprise_id uuid not null constraint limit_request_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint limit_request_kind check (kind in ('base', 'temp')),
  limit_fen bigint not null constraint limit_request_limit check (limit_fen > 0),
  temp_end_day date,
  reason text not null,
  state text not null constraint limit_request_state check (state in ('WAIT', 'DONE', 'REFUSED', 'REPLACED')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint limit_request_pk primary key (enterprise_id, id),
  constraint limit_request_of_temp check ((kind = 'temp') = (temp_end_day is not null)),
  constraint limit_request_two_people check (state <> 'DONE' or decided_by <> proposed_by)
);
create unique index limit_request_one on limit_request (enterprise_id, kind) where state = 'WAIT';
create index limit_request_queue on limit_request (state, proposed_at desc);
grant select, insert, update on limit_request to mall_app;

-- Lists of all companies, the latest first.
create index credit_limit_change_latest on credit_limit_change (at desc, id);
create index payment_latest on payment (created_at desc, id);
create index payment_unclear on payment (created_at) where state = 'UNKNOWN' and method = 'online';
create index payment_by_reference on payment (reference) where reference is not null;
create index payment_by_remark on payment (remark_code) where remark_code is not null;
create index refund_latest on refund (created_at desc, id);
create index refund_unsettled on refund (created_at) where state <> 'SETTLED';
create index refund_by_number on refund (refund_no);
-- The books are only added to, so their rows lie in the order of their time: a span of it is found by a map a thousandth of a tree's size.
create index ledger_transfer_time on ledger_transfer using brin (at) with (pages_per_range = 16);
-- What was drawn lately is summed for the days of sales outstanding; the amounts stand in the index.
drop index ledger_transfer_draws;
create index ledger_transfer_draws on ledger_transfer (at) include (amount_fen) where kind = 'draw';
