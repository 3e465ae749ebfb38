-- Roles of the mall's own (decision 480): lists of permission codes with a name. Nobody loses a row here: a role ends.
create table custom_role (
  id uuid constraint custom_role_pk primary key,
  name text not null,
  description text not null,
  -- The codes of contract/platform/core/staff-permissions.ts, joined by commas.
  codes text not null,
  created_by uuid not null constraint custom_role_created_by references staff,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index custom_role_name on custom_role (name) where ended_at is null;
-- Who has which.
create table staff_custom_role (
  staff_id uuid not null constraint staff_custom_role_staff references staff,
  role_id uuid not null constraint staff_custom_role_role references custom_role,
  constraint staff_custom_role_pk primary key (staff_id, role_id)
);
create index staff_custom_role_of_role on staff_custom_role (role_id);
-- All codes of a person's own roles. It lies in the row that every call of his reads and every write of his locks.
alter table staff add column custom_codes text not null default '';
grant select, insert, update on custom_role to mall_app;
grant select, insert, delete on staff_custom_role to mall_app;
