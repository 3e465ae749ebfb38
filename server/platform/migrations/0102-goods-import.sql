-- Goods from a file: what was uploaded, what a trial says of each row, and what was written.

create table goods_import (
  id uuid constraint goods_import_pk primary key,
  staff_id uuid not null constraint goods_import_staff references staff,
  file_name text not null,
  -- SHA-256 of the uploaded file.
  file_hash bytea not null,
  mode text not null constraint goods_import_mode check (mode in ('both', 'new', 'change')),
  clear_empty boolean not null,
  state text not null constraint goods_import_state check (state in ('trying', 'tried', 'applying', 'done', 'stopped')),
  -- The titles of the columns, as they stand in the file.
  titles jsonb not null,
  row_count int not null constraint goods_import_rows check (row_count > 0),
  -- How many rows the trial, or after it the import, is through with.
  done_count int not null default 0,
  -- Rows by result.
  counts jsonb not null default '{}',
  -- SHA-256 over everything that the trial would write; null before its end.
  tried_hash bytea,
  -- Who has applied it, and whether he has confirmed large price changes.
  applied_by uuid constraint goods_import_applied_by references staff,
  confirmed boolean not null default false,
  -- The uploaded archive with the pictures, in the file store, until they are in the library; null: there is none, or no longer.
  archive_id uuid,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index goods_import_by_time on goods_import (created_at desc, id desc);
grant select, insert, update, delete on goods_import to mall_app;

-- What an archive has beside the sheet, by the names that cells have for it.
create table goods_import_file (
  import_id uuid not null constraint goods_import_file_import references goods_import on delete cascade,
  -- Without folders, in lower case.
  name text not null,
  -- Where it is in the archive.
  path text not null,
  -- It is in the library as one of them; or why it is not.
  picture_id uuid,
  document_id uuid,
  refused text,
  constraint goods_import_file_pk primary key (import_id, name)
);
create index goods_import_file_waiting on goods_import_file (import_id, name)
  where picture_id is null and document_id is null and refused is null;
grant select, insert, update, delete on goods_import_file to mall_app;

create table goods_import_row (
  import_id uuid not null constraint goods_import_row_import references goods_import on delete cascade,
  row_no int not null constraint goods_import_row_no check (row_no > 0),
  -- The first row of the same goods. Goods are tried and written together.
  goods_no int not null,
  -- An earlier row with the same SKU code; null: none.
  same_as int,
  goods_code text not null,
  sku_code text not null,
  -- The cells as they were uploaded, in the order of the titles.
  cells jsonb not null,
  -- null: not tried yet.
  verdict text constraint goods_import_row_verdict check (verdict in ('added', 'changed', 'same', 'skipped', 'refused')),
  -- What is wrong: [{"column": …, "value": …, "reason": …, "suggestion": …}].
  faults jsonb not null default '[]',
  -- Prices that must be confirmed; null: none.
  questions jsonb,
  -- In the first row of its goods: SHA-256 of what the goods were in the trial and what they become.
  seen bytea,
  -- The goods are to be written.
  due boolean not null default false,
  -- The goods were written.
  applied boolean not null default false,
  constraint goods_import_row_pk primary key (import_id, row_no)
);
create index goods_import_row_of_goods on goods_import_row (import_id, goods_no);
create index goods_import_row_untried on goods_import_row (import_id, row_no) where verdict is null;
create index goods_import_row_due on goods_import_row (import_id, row_no) where due;
create index goods_import_row_by_verdict on goods_import_row (import_id, verdict, row_no);
create index goods_import_row_questions on goods_import_row (import_id, row_no) where questions is not null;
grant select, insert, update, delete on goods_import_row to mall_app;
