-- What staff keep about a company: notes, tags and follow-ups (decision 340). Buyers see nothing of it.

create table enterprise_note (
  enterprise_id uuid not null constraint enterprise_note_enterprise references enterprise,
  id uuid not null,
  text text not null constraint enterprise_note_text check (length(text) between 1 and 1000),
  staff_id uuid not null,
  at timestamptz not null,
  constraint enterprise_note_pk primary key (enterprise_id, id)
);
-- Deleted only together with what else is kept about a company that has closed.
grant select, insert, delete on enterprise_note to mall_app;
create index enterprise_note_latest on enterprise_note (enterprise_id, at desc, id desc);

-- The tags that staff may give.
create table enterprise_tag (
  id uuid not null,
  name text not null constraint enterprise_tag_length check (length(name) between 1 and 12),
  created_at timestamptz not null,
  constraint enterprise_tag_pk primary key (id),
  constraint enterprise_tag_name unique (name)
);
grant select, insert, delete on enterprise_tag to mall_app;
grant update (name) on enterprise_tag to mall_app;

create table tagged_enterprise (
  enterprise_id uuid not null constraint tagged_enterprise_enterprise references enterprise,
  tag_id uuid not null constraint tagged_enterprise_tag references enterprise_tag,
  tagged_by uuid not null,
  at timestamptz not null,
  constraint tagged_enterprise_pk primary key (enterprise_id, tag_id)
);
grant select, insert, delete on tagged_enterprise to mall_app;
create index tagged_enterprise_by_tag on tagged_enterprise (tag_id, enterprise_id);

create table follow_up (
  enterprise_id uuid not null constraint follow_up_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint follow_up_kind check (kind in ('phone', 'visit', 'wechat', 'other')),
  text text not null constraint follow_up_text check (length(text) between 1 and 1000),
  staff_id uuid not null,
  at timestamptz not null,
  -- When somebody is to talk to the company again; null: nothing is left to do.
  next_day date,
  done_by uuid,
  done_at timestamptz,
  constraint follow_up_pk primary key (enterprise_id, id),
  constraint follow_up_done check ((done_by is null) = (done_at is null) and (done_at is null or next_day is not null))
);
grant select, insert, delete on follow_up to mall_app;
grant update (next_day, done_by, done_at) on follow_up to mall_app;
create index follow_up_latest on follow_up (enterprise_id, at desc, id desc);
create index follow_up_all on follow_up (at desc, id);
create index follow_up_open on follow_up (next_day, id) where next_day is not null and done_at is null;
create index follow_up_closed on follow_up (done_at desc, id) where done_at is not null;
