-- What one of the platform's own people keeps of the console's lists. They are nobody's tenant.
create table staff_saved_view (
  id uuid constraint staff_saved_view_pk primary key,
  staff_id uuid not null constraint staff_saved_view_staff references staff,
  -- The path of the list's screen in the console: '/orders'.
  list text not null,
  name text not null constraint staff_saved_view_name check (name <> ''),
  -- The filters as the address has them: names and texts.
  search jsonb not null,
  -- From the left. Deleting leaves gaps.
  position int not null
);
create unique index staff_saved_view_own on staff_saved_view (staff_id, list, name);
grant select, insert, update, delete on staff_saved_view to mall_app;
-- A list without a row shows all of its columns.
create table staff_list_columns (
  staff_id uuid not null constraint staff_list_columns_staff references staff,
  list text not null,
  -- The titles of the columns that are not shown.
  hidden text[] not null constraint staff_list_columns_hidden check (cardinality(hidden) > 0),
  constraint staff_list_columns_pk primary key (staff_id, list)
);
grant select, insert, update, delete on staff_list_columns to mall_app;
