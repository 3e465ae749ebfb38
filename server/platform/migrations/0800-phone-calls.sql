-- The calls that staff had with a company (decision 660). Buyers see nothing of them.
create table phone_call (
  enterprise_id uuid not null constraint phone_call_enterprise references enterprise,
  id uuid not null,
  direction text not null constraint phone_call_direction check (direction in ('out', 'in')),
  -- Whom staff talked to: a person of the company, or a name that was typed.
  contact_user_id uuid,
  contact_name text constraint phone_call_name check (length(contact_name) between 1 and 30),
  at timestamptz not null,
  outcome text not null constraint phone_call_outcome check (outcome in ('reached', 'noAnswer', 'refused', 'wrongNumber')),
  minutes integer not null constraint phone_call_minutes check (minutes between 0 and 600),
  note text not null constraint phone_call_note check (length(note) between 1 and 1000),
  staff_id uuid not null,
  recorded_at timestamptz not null,
  -- The follow-up that was agreed in the call.
  follow_up_id uuid,
  withdrawn_at timestamptz,
  constraint phone_call_pk primary key (enterprise_id, id),
  constraint phone_call_follow_up foreign key (enterprise_id, follow_up_id) references follow_up,
  constraint phone_call_contact check ((contact_user_id is null) <> (contact_name is null)),
  constraint phone_call_talked check ((outcome = 'reached') = (minutes > 0)),
  constraint phone_call_time check (at <= recorded_at)
);
-- Deleted only together with what else is kept about a company that has closed.
grant select, insert, delete on phone_call to mall_app;
-- The contact of a closed account is replaced by a name that says so.
grant update (contact_user_id, contact_name, withdrawn_at) on phone_call to mall_app;
create index phone_call_latest on phone_call (enterprise_id, at desc, id desc);
create index phone_call_all on phone_call (at desc, id desc);
create index phone_call_of_staff on phone_call (staff_id, at desc, id desc);
create index phone_call_by_follow_up on phone_call (enterprise_id, follow_up_id) where follow_up_id is not null;
