-- Pictures and documents of goods, which staff bring. Their bytes are in the file store under the ids of their rows: a row is there before its bytes
-- ('storing') and after them ('deleting'), so nothing lies in the store that no row names.

create table catalog_picture (
  id uuid constraint catalog_picture_pk primary key,
  state text not null constraint catalog_picture_state check (state in ('storing', 'kept', 'deleting')),
  -- What the picture shows, for those who do not see it.
  alt text not null,
  -- Of the picture that was brought. It is served in fixed sizes.
  width int not null,
  height int not null,
  -- All sizes and formats lie in the store as one file. Name of each part, where it begins, and how long it is.
  parts jsonb not null,
  bytes int not null,
  -- SHA-256 of what was brought: the same picture is kept once. And of what is in the store.
  content_hash bytea not null,
  stored_hash bytea not null,
  -- Null: it came with the demo.
  staff_id uuid constraint catalog_picture_staff references staff,
  -- When it was brought last.
  created_at timestamptz not null,
  -- When it was first used. It then stays for ever, because orders and older versions of goods show it. Unused ones are deleted after a day.
  used_at timestamptz,
  constraint catalog_picture_size check (width > 0 and height > 0 and bytes > 0)
);
create unique index catalog_picture_once on catalog_picture (content_hash) where state = 'kept';
create index catalog_picture_by_time on catalog_picture (created_at desc, id desc) where state = 'kept';
create index catalog_picture_unused on catalog_picture (created_at desc, id desc) where used_at is null;
grant select, insert, update, delete on catalog_picture to mall_app;

create table catalog_document (
  id uuid constraint catalog_document_pk primary key,
  state text not null constraint catalog_document_state check (state in ('storing', 'kept', 'deleting')),
  name text not null,
  kind text not null constraint catalog_document_kind check (kind in ('certificate', 'test', 'drawing', 'msds', 'other')),
  valid_until date,
  bytes int not null constraint catalog_document_bytes check (bytes > 0),
  content_hash bytea not null,
  staff_id uuid constraint catalog_document_staff references staff,
  created_at timestamptz not null,
  used_at timestamptz
);
-- The same file can be known under two names, or again with a later day.
create unique index catalog_document_once on catalog_document (content_hash, kind, name, valid_until) nulls not distinct where state = 'kept';
create index catalog_document_by_time on catalog_document (created_at desc, id desc) where state = 'kept';
create index catalog_document_unused on catalog_document (created_at desc, id desc) where used_at is null;
grant select, insert, update, delete on catalog_document to mall_app;

-- Pictures in their order: [{"id": …, "alt": …, "drawing": true where it is the dimension drawing}]. Documents: their ids.
alter table goods
  add pictures jsonb not null default '[]'
    constraint goods_pictures check (case jsonb_typeof(pictures) when 'array' then jsonb_array_length(pictures) <= 12 else false end),
  add documents jsonb not null default '[]'
    constraint goods_documents check (case jsonb_typeof(documents) when 'array' then jsonb_array_length(documents) <= 20 else false end);

-- The picture that the goods had when they were ordered. Until now it was a folder of the screens, which is gone.
alter table order_line add picture uuid;
alter table order_line drop goods_slug;
