-- What the house says: articles of the help centre, agreements, banners; and what people ask it.

create table help_category (
  id uuid constraint help_category_pk primary key,
  name text not null constraint help_category_name unique,
  note text not null,
  position int not null
);
grant select, insert, update, delete on help_category to mall_app;

-- An article, or an agreement by its categoryId. What readers see is the published version; a draft is staff's alone.
create table article (
  id text constraint article_pk primary key,
  agreement_id smallint constraint article_agreement unique,
  help_category_id uuid constraint article_help_category references help_category,
  published_no int,
  draft jsonb,
  -- Counts every change, so that nobody writes over what another has written meanwhile.
  rev int not null,
  position int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid,
  constraint article_kind check ((agreement_id is null) <> (help_category_id is null))
);
create index article_by_category on article (help_category_id, position, id);
grant select, insert, update, delete on article to mall_app;

-- Never changes: what somebody agreed to can be read for ever.
create table article_version (
  article_id text not null constraint article_version_of references article,
  no int not null,
  title text not null,
  summary text not null,
  -- Words that people look for and that the text does not use.
  keywords text not null,
  text text not null,
  -- Of an agreement: the version that its text names.
  label text,
  hash bytea not null,
  note text not null,
  published_at timestamptz not null,
  -- Null: it came with the program.
  published_by uuid,
  constraint article_version_pk primary key (article_id, no),
  constraint article_version_label unique (article_id, label)
);
grant select, insert on article_version to mall_app;
alter table article add constraint article_published foreign key (id, published_no) references article_version (article_id, no);

-- Shown on the first page from a day to a day, both included.
create table banner (
  id uuid constraint banner_pk primary key,
  title text not null,
  note text not null,
  target text not null,
  tone text not null constraint banner_tone check (tone in ('pine', 'steel', 'copper')),
  day_from date not null,
  day_to date,
  shown boolean not null,
  position int not null,
  picture_id uuid,
  created_at timestamptz not null,
  constraint banner_days check (day_to >= day_from)
);
grant select, insert, update, delete on banner to mall_app;

create table banner_picture (
  id uuid constraint banner_picture_pk primary key,
  banner_id uuid not null constraint banner_picture_of references banner on delete cascade,
  type text not null,
  bytes bytea not null
);
create index banner_picture_banner on banner_picture (banner_id);
grant select, insert, delete on banner_picture to mall_app;

-- 留言: what a guest or a member asks of support. Of a member the answer goes out as a message, a guest is called back.
create table inquiry (
  id uuid constraint inquiry_pk primary key,
  enterprise_id uuid constraint inquiry_enterprise references enterprise,
  user_id uuid,
  name text not null,
  mobile_sealed bytea not null,
  mobile_masked text not null,
  topic text not null constraint inquiry_topic check (topic in ('goods', 'order', 'credit', 'invoice', 'afterSale', 'account', 'other')),
  text text not null,
  state text not null constraint inquiry_state check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  state_at timestamptz not null,
  answer text,
  answered_by uuid,
  -- Whose address it came from, as a keyed digest: for the limit alone.
  source bytea not null,
  at timestamptz not null,
  constraint inquiry_member check ((enterprise_id is null) = (user_id is null)),
  constraint inquiry_answered check (state <> 'ANSWERED' or answer is not null)
);
create index inquiry_by_time on inquiry (at desc, id);
create index inquiry_waiting on inquiry (state, at, id);
create index inquiry_own on inquiry (enterprise_id, user_id, at desc);
create index inquiry_source on inquiry (source, at);
grant select, insert, update on inquiry to mall_app;
