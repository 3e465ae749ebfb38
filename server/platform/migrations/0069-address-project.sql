-- 收货地址 of a project's site: a company with several sites keeps a book of them for each.
alter table address
  add project_id uuid,
  add constraint address_project foreign key (enterprise_id, project_id) references project;
create index address_by_project on address (enterprise_id, project_id) where project_id is not null;
