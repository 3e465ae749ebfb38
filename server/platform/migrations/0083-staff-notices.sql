-- Messages to the platform's own people, each to one of them. They are nobody's tenant.
create table staff_notice (
  id uuid constraint staff_notice_pk primary key,
  staff_id uuid not null constraint staff_notice_staff references staff,
  title text not null,
  content text not null,
  -- Of the console, where it is dealt with.
  screen text not null,
  -- What is told once only, whoever tells it how often.
  once text,
  at timestamptz not null,
  read_at timestamptz
);
create unique index staff_notice_once on staff_notice (staff_id, once) where once is not null;
create index staff_notice_latest on staff_notice (staff_id, id desc);
create index staff_notice_unread on staff_notice (staff_id) where read_at is null;
grant select, insert, update, delete on staff_notice to mall_app;
