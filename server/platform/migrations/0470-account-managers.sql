-- Account managers (客户经理): each company has one member of staff at most who looks after it (decision 340).

create table account_manager (
  enterprise_id uuid not null constraint account_manager_enterprise references enterprise,
  -- null: nobody any more.
  staff_id uuid,
  since timestamptz not null,
  constraint account_manager_pk primary key (enterprise_id)
);
grant select, insert, delete on account_manager to mall_app;
grant update (staff_id, since) on account_manager to mall_app;
create index account_manager_by_staff on account_manager (staff_id, enterprise_id);

-- Who had a company from when on. A row ends with the next one.
create table account_manager_change (
  enterprise_id uuid not null constraint account_manager_change_enterprise references enterprise,
  id uuid not null,
  staff_id uuid,
  changed_by uuid not null,
  at timestamptz not null,
  constraint account_manager_change_pk primary key (enterprise_id, id)
);
grant select, insert, delete on account_manager_change to mall_app;
create index account_manager_change_latest on account_manager_change (enterprise_id, at desc, id desc);
