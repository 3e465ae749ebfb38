-- What a company works at and with: projects, equipment, patrols; what its orders are booked to; and who waits for sold-out goods.

-- 项目: a mine or a site. A deleted one keeps its name for the orders that are booked to it.
create table project (
  enterprise_id uuid not null constraint project_enterprise references enterprise,
  id uuid not null,
  name text not null,
  code text not null,
  site text not null,
  manager_id uuid,
  budget_fen bigint constraint project_budget check (budget_fen >= 0),
  budget_span text not null constraint project_budget_span check (budget_span in ('month', 'whole')),
  open boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint project_pk primary key (enterprise_id, id)
);
create unique index project_name on project (enterprise_id, name) where deleted_at is null;
grant select, insert, update on project to mall_app;

create table project_member (
  enterprise_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  constraint project_member_pk primary key (enterprise_id, project_id, user_id),
  constraint project_member_of foreign key (enterprise_id, project_id) references project
);
grant select, insert, delete on project_member to mall_app;

-- 设备.
create table equipment (
  enterprise_id uuid not null constraint equipment_enterprise references enterprise,
  id uuid not null,
  name text not null,
  model text not null,
  serial_no text not null,
  project_id uuid,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint equipment_pk primary key (enterprise_id, id),
  constraint equipment_project foreign key (enterprise_id, project_id) references project
);
grant select, insert, update on equipment to mall_app;

-- What it wears: units a 10,000 hours, which is hundredths of a unit a hundred hours.
create table equipment_wear (
  enterprise_id uuid not null,
  equipment_id uuid not null,
  sku_id uuid not null constraint equipment_wear_sku references sku,
  per_10k_hours int not null constraint equipment_wear_rate check (per_10k_hours between 1 and 999900),
  position int not null,
  constraint equipment_wear_pk primary key (enterprise_id, equipment_id, sku_id),
  constraint equipment_wear_of foreign key (enterprise_id, equipment_id) references equipment
);
grant select, insert, delete on equipment_wear to mall_app;

-- What its hour meter said at the end of a day.
create table equipment_reading (
  enterprise_id uuid not null,
  equipment_id uuid not null,
  day date not null,
  hours int not null constraint equipment_reading_hours check (hours between 0 and 999999),
  user_id uuid not null,
  at timestamptz not null,
  constraint equipment_reading_pk primary key (enterprise_id, equipment_id, day),
  constraint equipment_reading_of foreign key (enterprise_id, equipment_id) references equipment
);
grant select, insert, update on equipment_reading to mall_app;

-- 巡检.
create table patrol (
  enterprise_id uuid not null constraint patrol_enterprise references enterprise,
  id uuid not null,
  project_id uuid,
  route text not null,
  day date not null,
  note text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint patrol_pk primary key (enterprise_id, id),
  constraint patrol_project foreign key (enterprise_id, project_id) references project
);
create index patrol_by_day on patrol (enterprise_id, day desc, id) where deleted_at is null;
grant select, insert, update on patrol to mall_app;

create table patrol_finding (
  enterprise_id uuid not null,
  patrol_id uuid not null,
  id uuid not null,
  position int not null,
  text text not null,
  severity text not null constraint patrol_finding_severity check (severity in ('MINOR', 'MAJOR', 'URGENT')),
  state text not null constraint patrol_finding_state check (state in ('OPEN', 'ORDERED', 'CLOSED')),
  file_id uuid,
  equipment_id uuid,
  sku_id uuid constraint patrol_finding_sku references sku,
  goods_num int constraint patrol_finding_goods_num check (goods_num between 1 and 999999),
  -- Whose cart it waits in.
  cart_user_id uuid,
  order_no text,
  constraint patrol_finding_pk primary key (enterprise_id, id),
  constraint patrol_finding_of foreign key (enterprise_id, patrol_id) references patrol,
  constraint patrol_finding_equipment foreign key (enterprise_id, equipment_id) references equipment,
  constraint patrol_finding_wanted check ((sku_id is null) = (goods_num is null)),
  constraint patrol_finding_ordered check (state <> 'ORDERED' or order_no is not null)
);
create index patrol_finding_by_patrol on patrol_finding (enterprise_id, patrol_id, position);
create index patrol_finding_in_cart on patrol_finding (enterprise_id, cart_user_id) where cart_user_id is not null;
grant select, insert, update on patrol_finding to mall_app;

-- What orders are booked to.
alter table "order"
  add project_id uuid,
  add constraint order_project foreign key (enterprise_id, project_id) references project;
create index order_by_project on "order" (enterprise_id, project_id, created_at desc) where project_id is not null;
create index order_by_booker on "order" (enterprise_id, user_id, created_at desc) where project_id is not null;
alter table order_line
  add equipment_id uuid,
  add constraint order_line_equipment foreign key (enterprise_id, equipment_id) references equipment;
create index order_line_by_equipment on order_line (enterprise_id, equipment_id) where equipment_id is not null;

-- 到货通知: who is to be told once when a SKU can be had again.
create table stock_wait (
  enterprise_id uuid not null constraint stock_wait_enterprise references enterprise,
  user_id uuid not null,
  sku_id uuid not null constraint stock_wait_sku references sku,
  created_at timestamptz not null,
  constraint stock_wait_pk primary key (enterprise_id, user_id, sku_id)
);
create index stock_wait_by_sku on stock_wait (sku_id);
grant select, insert, delete on stock_wait to mall_app;
