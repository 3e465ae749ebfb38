-- What an account manager is to reach in a month (decision 660). How often each was edited is in row_edit. Nobody's tenant: the platform's own figures.
create table sales_target (
  staff_id uuid not null constraint sales_target_staff references staff,
  month text not null constraint sales_target_month check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  sales_fen bigint not null constraint sales_target_sales check (sales_fen >= 0),
  new_companies integer not null constraint sales_target_companies check (new_companies >= 0),
  set_by uuid not null,
  set_at timestamptz not null,
  constraint sales_target_pk primary key (month, staff_id)
);
grant select, insert, update on sales_target to mall_app;
create index sales_target_of_staff on sales_target (staff_id, month);

-- The companies that a member of staff has ever had are found by him.
create index account_manager_change_of_staff on account_manager_change (staff_id, enterprise_id) where staff_id is not null;
