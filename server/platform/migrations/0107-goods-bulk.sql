-- Many goods changed at once: what was tried, what was written, and what goods were before, so that it can be undone.

create table goods_bulk (
  id uuid constraint goods_bulk_pk primary key,
  staff_id uuid not null constraint goods_bulk_staff references staff,
  -- What is changed, as the call sends it.
  change jsonb not null,
  state text not null constraint goods_bulk_state
    check (state in ('trying', 'tried', 'applying', 'done', 'stopped', 'undoing', 'undone')),
  goods_count int not null constraint goods_bulk_goods check (goods_count > 0),
  -- How many goods the current step is through with.
  done_count int not null default 0,
  -- Goods by result.
  counts jsonb not null default '{}',
  -- SHA-256 over everything that the trial would write; null before its end.
  tried_hash bytea,
  -- Who has asked for the current step, and whether he has confirmed large price changes.
  applied_by uuid constraint goods_bulk_applied_by references staff,
  confirmed boolean not null default false,
  created_at timestamptz not null,
  -- When writing has ended or was stopped. It can be undone for a day after that.
  ended_at timestamptz
);
create index goods_bulk_by_time on goods_bulk (created_at desc, id desc);
grant select, insert, update, delete on goods_bulk to mall_app;

create table goods_bulk_row (
  bulk_id uuid not null constraint goods_bulk_row_bulk references goods_bulk on delete cascade,
  row_no int not null constraint goods_bulk_row_no check (row_no > 0),
  -- Without a key: a draft that was never published can be thrown away while it is listed here.
  goods_id uuid not null,
  code text not null default '',
  name text not null default '',
  -- null: not tried yet.
  result text constraint goods_bulk_row_result check (result in ('changed', 'same', 'refused', 'kept')),
  -- Old and new values for people.
  differences jsonb not null default '[]',
  -- Why the goods are not changed, or not restored.
  reason text not null default '',
  -- Prices that must be confirmed; null: none.
  questions jsonb,
  -- SHA-256 of what the goods were in the trial and what they become.
  seen bytea,
  -- The goods are to be written, or to be restored.
  due boolean not null default false,
  applied boolean not null default false,
  undone boolean not null default false,
  -- What the goods were before they were written, and the row version that they had after it.
  before jsonb,
  row_version int,
  constraint goods_bulk_row_pk primary key (bulk_id, row_no)
);
create index goods_bulk_row_untried on goods_bulk_row (bulk_id, row_no) where result is null;
create index goods_bulk_row_due on goods_bulk_row (bulk_id, row_no) where due;
create index goods_bulk_row_by_result on goods_bulk_row (bulk_id, result, row_no);
create index goods_bulk_row_questions on goods_bulk_row (bulk_id, row_no) where questions is not null;
grant select, insert, update, delete on goods_bulk_row to mall_app;
