-- What a unit costs from a quantity on, for everybody; below the first of them it is the SKU's own price.
create table sku_tier (
  sku_id uuid not null constraint sku_tier_sku references sku,
  from_quantity int not null constraint sku_tier_from check (from_quantity between 2 and 999999),
  sale_price_fen bigint not null constraint sku_tier_sale_price check (sale_price_fen > 0),
  credit_price_fen bigint constraint sku_tier_credit_price check (credit_price_fen >= sale_price_fen),
  constraint sku_tier_pk primary key (sku_id, from_quantity)
);
grant select, insert, update, delete on sku_tier to mall_app;

-- Prices of some: a contract of one company, or, as the platform's own, the prices of a member level and of all above it.
create table price_list (
  enterprise_id uuid not null constraint price_list_enterprise references enterprise,
  id uuid not null,
  name text not null,
  level int constraint price_list_level check (level between 1 and 4),
  from_day date not null,
  until_day date constraint price_list_days check (until_day >= from_day),
  enabled boolean not null,
  created_by uuid,
  created_at timestamptz not null,
  constraint price_list_pk primary key (enterprise_id, id),
  constraint price_list_holder check ((level is not null) = (enterprise_id = '00000000-0000-4000-8000-000000000001'))
);
create index price_list_by_time on price_list (created_at desc, id);
grant select, insert, update on price_list to mall_app;

create table price_list_item (
  enterprise_id uuid not null,
  list_id uuid not null,
  sku_id uuid not null constraint price_list_item_sku references sku,
  from_quantity int not null constraint price_list_item_from check (from_quantity between 1 and 999999),
  sale_price_fen bigint not null constraint price_list_item_sale_price check (sale_price_fen > 0),
  credit_price_fen bigint constraint price_list_item_credit_price check (credit_price_fen >= sale_price_fen),
  constraint price_list_item_pk primary key (enterprise_id, list_id, sku_id, from_quantity),
  constraint price_list_item_list foreign key (enterprise_id, list_id) references price_list
);
grant select, insert, update, delete on price_list_item to mall_app;

-- Every price that was set, moved or taken back, and by whom. No list: the price of everybody, kept as the platform's own. No price before:
-- it is new; none after: it is gone.
create table price_change (
  enterprise_id uuid not null constraint price_change_enterprise references enterprise,
  id uuid not null,
  list_id uuid,
  sku_id uuid not null constraint price_change_sku references sku,
  from_quantity int not null,
  was_sale_fen bigint,
  was_credit_fen bigint,
  is_sale_fen bigint,
  is_credit_fen bigint,
  staff_id uuid not null,
  -- The file that it came with; null: typed.
  file_name text,
  at timestamptz not null,
  constraint price_change_pk primary key (enterprise_id, id)
);
create index price_change_of_sku on price_change (sku_id, id desc);
create index price_change_of_list on price_change (list_id, id desc) where list_id is not null;
grant select, insert on price_change to mall_app;
