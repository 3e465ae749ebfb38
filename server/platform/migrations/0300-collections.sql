-- 催收 (decision 160): what staff do about the overdue statements of a company, from the first reminder to its counsel.
create sequence collection_letter_sequence;
grant usage on sequence collection_letter_sequence to mall_app;

-- One task for a company as long as it has an overdue statement.
create table collection_task (
  enterprise_id uuid not null constraint collection_task_enterprise references enterprise,
  id uuid not null,
  state text not null constraint collection_task_state check (state in ('OPEN', 'PROMISED', 'BROKEN', 'COUNSEL', 'CLOSED')),
  -- Who works on it; null: nobody yet.
  owner_id uuid,
  -- The first due day of what is overdue, and how much it is, as the job has found them last. A closed task keeps its last ones.
  due_day date not null,
  overdue_fen bigint not null constraint collection_task_overdue check (overdue_fen >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint collection_task_pk primary key (enterprise_id, id),
  constraint collection_task_closed check ((state = 'CLOSED') = (closed_at is not null))
);
create unique index collection_task_open on collection_task (enterprise_id) where state <> 'CLOSED';
create index collection_task_queue on collection_task (due_day, id) where state <> 'CLOSED';
create index collection_task_owner on collection_task (owner_id, due_day, id) where state <> 'CLOSED';
create index collection_task_done on collection_task (closed_at desc, id) where state = 'CLOSED';
grant select, insert on collection_task to mall_app;
grant update (state, owner_id, due_day, overdue_fen, closed_at) on collection_task to mall_app;

-- 承诺还款: an amount until a day. Money that came after it was made, and counts from that day or before, decides whether it was kept.
create table collection_promise (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  amount_fen bigint not null constraint collection_promise_amount check (amount_fen > 0),
  day date not null,
  note text not null,
  state text not null constraint collection_promise_state check (state in ('WAIT', 'KEPT', 'BROKEN', 'WITHDRAWN')),
  received_fen bigint not null default 0 constraint collection_promise_received check (received_fen >= 0),
  -- Who had the task when it was made, or who made it: the report counts it for him.
  owner_id uuid not null,
  made_by uuid not null,
  made_at timestamptz not null,
  -- By the job, or by the person who has withdrawn it.
  decided_by uuid,
  decided_at timestamptz,
  constraint collection_promise_pk primary key (enterprise_id, id),
  constraint collection_promise_task foreign key (enterprise_id, task_id) references collection_task (enterprise_id, id),
  constraint collection_promise_measured check (case state when 'KEPT' then received_fen >= amount_fen when 'BROKEN' then received_fen < amount_fen else true end),
  constraint collection_promise_decided check ((state = 'WAIT') = (decided_at is null) and (state = 'WITHDRAWN') = (decided_by is not null))
);
create unique index collection_promise_waiting on collection_promise (enterprise_id, task_id) where state = 'WAIT';
create index collection_promise_by_task on collection_promise (enterprise_id, task_id, made_at desc);
create index collection_promise_by_day on collection_promise (day, owner_id);
grant select, insert on collection_promise to mall_app;
grant update (state, received_fen, decided_by, decided_at) on collection_promise to mall_app;

-- 催收函件. Its content does not change once it has gone out: what was owed, by whom, until when.
create table collection_letter (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  kind text not null constraint collection_letter_kind check (kind in ('remind', 'demand', 'lawyer')),
  letter_no text not null,
  -- The version of its wording.
  text_version text not null,
  content_sealed bytea not null,
  hash bytea not null,
  total_fen bigint not null constraint collection_letter_total check (total_fen > 0),
  reply_day date not null,
  issued_by uuid not null,
  issued_at timestamptz not null,
  constraint collection_letter_pk primary key (enterprise_id, id),
  constraint collection_letter_no unique (enterprise_id, letter_no),
  constraint collection_letter_task foreign key (enterprise_id, task_id) references collection_task (enterprise_id, id)
);
create index collection_letter_by_task on collection_letter (enterprise_id, task_id, issued_at desc);
create index collection_letter_by_time on collection_letter (enterprise_id, issued_at desc, id);
grant select, insert on collection_letter to mall_app;
grant update (content_sealed) on collection_letter to mall_app;

-- 移交律师: who has it since which day, with the paper of the mandate. The bytes are in the file store under the id.
create table collection_handover (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  firm text not null,
  counsel text not null,
  day date not null,
  note text not null,
  file_name text not null,
  file_bytes integer not null,
  file_hash bytea not null,
  -- When its bytes were complete in the store.
  stored_at timestamptz,
  made_by uuid not null,
  made_at timestamptz not null,
  constraint collection_handover_pk primary key (enterprise_id, id),
  constraint collection_handover_task foreign key (enterprise_id, task_id) references collection_task (enterprise_id, id)
);
create index collection_handover_by_task on collection_handover (enterprise_id, task_id, made_at desc);
grant select, insert on collection_handover to mall_app;
grant update (stored_at) on collection_handover to mall_app;

-- What has happened to a task, for people. Insert only.
create table collection_entry (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  kind text not null,
  note text not null,
  -- Null: the job.
  staff_id uuid,
  at timestamptz not null,
  constraint collection_entry_pk primary key (enterprise_id, id),
  constraint collection_entry_task foreign key (enterprise_id, task_id) references collection_task (enterprise_id, id)
);
create index collection_entry_by_task on collection_entry (enterprise_id, task_id, at desc, id desc);
grant select, insert on collection_entry to mall_app;

-- 停单名单: one person proposes, another one decides. What counts now stands on the credit account, which every hold locks anyway.
create table order_stop_request (
  enterprise_id uuid not null constraint order_stop_request_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint order_stop_request_kind check (kind in ('put', 'lift')),
  scope text constraint order_stop_request_scope check (scope in ('credit', 'all')),
  contact text,
  reason text not null,
  state text not null constraint order_stop_request_state check (state in ('WAIT', 'DONE', 'REFUSED')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint order_stop_request_pk primary key (enterprise_id, id),
  constraint order_stop_request_put check ((kind = 'put') = (scope is not null) and (kind = 'put') = (contact is not null)),
  constraint order_stop_request_decided check ((state = 'WAIT') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint order_stop_request_two check (state <> 'DONE' or decided_by <> proposed_by)
);
create unique index order_stop_request_waiting on order_stop_request (enterprise_id) where state = 'WAIT';
create index order_stop_request_queue on order_stop_request (state, proposed_at desc, id);
grant select, insert on order_stop_request to mall_app;
grant update (state, decided_by, decided_at) on order_stop_request to mall_app;

alter table credit_account
  add column stop_scope text constraint credit_account_stop_scope check (stop_scope in ('credit', 'all')),
  add column stop_reason text,
  add column stop_contact text;
alter table credit_account
  add constraint credit_account_stop check ((stop_scope is null) = (stop_reason is null) and (stop_scope is null) = (stop_contact is null));
