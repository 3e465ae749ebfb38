-- One row a recipient: what happened, in words, with enough facts to show the goods and the amount.
create table message (
  enterprise_id uuid not null constraint message_enterprise references enterprise,
  user_id uuid not null,
  id uuid not null,
  kind text not null constraint message_kind check (kind in ('order', 'system')),
  title text not null,
  content text not null,
  facts jsonb not null,
  at timestamptz not null,
  read_at timestamptz,
  constraint message_pk primary key (enterprise_id, user_id, id)
);
create index message_unread on message (enterprise_id, user_id) where read_at is null;
create index message_by_time on message (enterprise_id, user_id, kind, at desc);
grant select, insert, update, delete on message to mall_app;
