-- What the house tells everybody, and who wants which messages by SMS.

-- 公告: one row for all who read it, from a day to a day, both included.
create table announcement (
  id uuid constraint announcement_pk primary key,
  title text not null,
  text text not null,
  day_from date not null,
  day_to date,
  -- When the first can read it: the first day's beginning, or the moment of writing where that is later.
  starts_at timestamptz not null,
  ends_at timestamptz,
  pinned boolean not null,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  constraint announcement_days check (day_to >= day_from)
);
create index announcement_shown on announcement (starts_at desc, id) where withdrawn_at is null;
create index announcement_by_time on announcement (created_at desc, id);
grant select, insert, update on announcement to mall_app;

-- Who has read an announcement in which seat, and who wants to see it no more.
create table announcement_read (
  enterprise_id uuid not null constraint announcement_read_enterprise references enterprise,
  user_id uuid not null,
  announcement_id uuid not null constraint announcement_read_of references announcement,
  read_at timestamptz not null,
  hidden_at timestamptz,
  constraint announcement_read_pk primary key (enterprise_id, user_id, announcement_id)
);
grant select, insert, update on announcement_read to mall_app;

-- 短信提醒: what a person has chosen in a seat; what he has not chosen follows from the seat.
create table alert_choice (
  enterprise_id uuid not null constraint alert_choice_enterprise references enterprise,
  user_id uuid not null,
  kind text not null constraint alert_choice_kind check (kind in ('due', 'approval', 'order', 'review')),
  by_sms boolean not null,
  constraint alert_choice_pk primary key (enterprise_id, user_id, kind)
);
grant select, insert, update on alert_choice to mall_app;

-- What went out by SMS: once, and not too often.
create table alert_sent (
  enterprise_id uuid not null constraint alert_sent_enterprise references enterprise,
  user_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  constraint alert_sent_pk primary key (enterprise_id, user_id, id)
);
create index alert_sent_by_time on alert_sent (enterprise_id, user_id, at);
create index alert_sent_old on alert_sent (at);
grant select, insert, delete on alert_sent to mall_app;
