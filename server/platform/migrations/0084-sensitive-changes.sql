-- What one administrator asks for and another one approves, or that takes effect a day later unless somebody stops it (docs/decisions/0023).
create table sensitive_change (
  id uuid constraint sensitive_change_pk primary key,
  kind text not null,
  -- What is changed, so that one change of a kind waits for it at a time.
  subject_id text not null,
  -- The same as people read it.
  subject text not null,
  -- Fields with old and new value, as people read them.
  changes jsonb not null,
  -- What is done when it takes effect. Of passwords the hash.
  payload jsonb not null,
  reason text,
  state text not null constraint sensitive_change_state check (state in ('PENDING', 'APPLIED', 'REJECTED', 'WITHDRAWN')),
  asked_by uuid not null constraint sensitive_change_asker references staff,
  asked_at timestamptz not null,
  takes_effect_at timestamptz not null,
  -- Null: the clock.
  decided_by uuid constraint sensitive_change_decider references staff,
  decided_at timestamptz,
  note text,
  constraint sensitive_change_decided check ((state = 'PENDING') = (decided_at is null)),
  constraint sensitive_change_two_people check (state <> 'APPLIED' or decided_by is null or decided_by <> asked_by),
  constraint sensitive_change_in_time check (state <> 'APPLIED' or decided_by is not null or decided_at >= takes_effect_at)
);
create unique index sensitive_change_pending on sensitive_change (kind, subject_id) where state = 'PENDING';
create index sensitive_change_due on sensitive_change (takes_effect_at) where state = 'PENDING';
create index sensitive_change_latest on sensitive_change (asked_at desc, id);
grant select, insert, update on sensitive_change to mall_app;

-- How often a group of settings, or a level's benefits, were saved, by whom, and what changed then: who has seen an older state overwrites nothing.
alter table setting add column version int not null default 1 constraint setting_version check (version > 0);
alter table setting add column updated_by uuid constraint setting_updated_by references staff;
alter table setting add column changes jsonb;
alter table level_benefit add column version int not null default 1 constraint level_benefit_version check (version > 0);
alter table level_benefit add column changed_by uuid constraint level_benefit_changed_by references staff;
