-- Verification: every submission is a row of its own and is never overwritten; only its review is filled in.

create table verification_submission (
  enterprise_id uuid not null constraint verification_submission_enterprise references enterprise,
  id uuid not null,
  step text not null constraint verification_submission_step check (step in ('agent', 'enterprise', 'senior')),
  state text not null constraint verification_submission_state check (state in ('HELD', 'WAIT', 'PASS', 'FAIL')),
  user_id uuid not null,
  -- What was submitted, sealed; and the same masked, for showing.
  sealed bytea not null,
  masked jsonb not null,
  company_masked text not null,
  -- Blind indexes of the numbers in it, so that a reviewer is told where else they were used.
  id_hmac bytea,
  code_hmac bytea,
  checks jsonb not null,
  submitted_at timestamptz not null,
  expected_day date not null,
  claimed_by uuid,
  claimed_until timestamptz,
  -- A limit above the bound is approved twice: by whom first, and which.
  first_approver uuid,
  proposed_limit_fen bigint constraint verification_submission_limit check (proposed_limit_fen >= 0),
  reviewed_by uuid,
  reviewed_at timestamptz,
  reasons jsonb,
  opinion text,
  -- A month after a rejection its pictures go.
  papers_let_go_at timestamptz,
  constraint verification_submission_pk primary key (enterprise_id, id)
);
create index verification_submission_by_time on verification_submission (enterprise_id, submitted_at desc);
create index verification_queue on verification_submission (state, submitted_at, id);
create index verification_all on verification_submission (submitted_at, id) where state <> 'HELD';
create index verification_queue_of_step on verification_submission (state, step, submitted_at, id);
create index verification_rejected on verification_submission (reviewed_at) where state = 'FAIL' and papers_let_go_at is null;
create index verification_same_id on verification_submission (id_hmac) where id_hmac is not null;
create index verification_same_code on verification_submission (code_hmac) where code_hmac is not null;
grant select, insert, update on verification_submission to mall_app;

-- A credit code belongs to one verified company in the whole mall: by its HMAC, keyed by its value.
create table credit_code_claim (
  code_hmac bytea constraint credit_code_claim_pk primary key,
  enterprise_id uuid not null,
  claimed_at timestamptz not null
);
grant select, insert, delete on credit_code_claim to mall_app;

-- Consents that the law asks for apart: which text, when, from where. Insert only.
create table consent (
  enterprise_id uuid not null constraint consent_enterprise references enterprise,
  id uuid not null,
  user_id uuid not null,
  kind text not null constraint consent_kind check (kind in ('registration', 'papers')),
  text_version text not null,
  text_hash bytea not null,
  ip text,
  at timestamptz not null,
  constraint consent_pk primary key (enterprise_id, id)
);
grant select, insert on consent to mall_app;

-- Days that the calendar calls otherwise than the week does: holidays, and working days that make up for them. Staff may change them.
create table holiday (
  day date constraint holiday_pk primary key,
  working boolean not null,
  name text not null
);
grant select, insert, update, delete on holiday to mall_app;

-- The code in clear is sealed with its submission; a company's row keeps what may be shown.
alter table enterprise drop column credit_code;
alter table enterprise add column credit_code_masked text;
