-- Groups of companies (集团): a parent, its members, and one limit that they share (decision 570).

-- A limit of a group waits for a second person, and is kept in the history, as other limits are. Its company is the parent.
alter table limit_request drop constraint limit_request_kind;
alter table limit_request add constraint limit_request_kind check (kind in ('base', 'temp', 'group'));
alter table credit_limit_change drop constraint credit_limit_change_kind;
alter table credit_limit_change add constraint credit_limit_change_kind check (kind in ('base', 'temp', 'group'));

-- The group of a parent. Everything that is decided about a group is decided under the lock of this row.
create table company_group (
  enterprise_id uuid constraint company_group_pk primary key constraint company_group_parent references enterprise,
  name text not null constraint company_group_name check (length(name) between 1 and 50),
  limit_fen bigint not null constraint company_group_limit check (limit_fen >= 0),
  -- How often its limit or a share was changed: who edits them has seen this one.
  row_version int not null default 0,
  created_at timestamptz not null,
  -- When it was dissolved. Its parent may have a new one later, in the same row.
  ended_at timestamptz
);
grant select, insert, update on company_group to mall_app;
create index company_group_latest on company_group (created_at desc, enterprise_id);

-- The members of a group, the parent among them, as rows of the parent: one tenant has the group and all shares of its limit.
create table company_group_member (
  enterprise_id uuid not null constraint company_group_member_group references company_group,
  member_id uuid not null,
  -- The share (份额) of the group's limit. It is the base limit of the member.
  share_fen bigint not null default 0 constraint company_group_member_share check (share_fen >= 0),
  invited_at timestamptz not null,
  -- When the member accepted, and when it left, declined, or was not invited any more.
  joined_at timestamptz,
  left_at timestamptz,
  constraint company_group_member_pk primary key (enterprise_id, member_id),
  constraint company_group_member_shares check (share_fen = 0 or (joined_at is not null and left_at is null))
);
grant select, insert, update on company_group_member to mall_app;

-- The same for the member, as a row of its own: the groups that it is invited to, and the one that it belongs to.
create table company_group_link (
  enterprise_id uuid not null constraint company_group_link_enterprise references enterprise,
  parent_id uuid not null,
  joined_at timestamptz,
  constraint company_group_link_pk primary key (enterprise_id, parent_id)
);
grant select, insert, update, delete on company_group_link to mall_app;
create unique index company_group_link_one on company_group_link (enterprise_id) where joined_at is not null;
