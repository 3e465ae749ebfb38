-- What is sold, at what price, and how many are left. Reference tables, except what orders change all day.

create table shop (
  id uuid constraint shop_pk primary key,
  name text not null,
  city text not null
);
grant select, insert, update on shop to mall_app;

create table category (
  id int constraint category_pk primary key,
  parent_id int constraint category_parent references category,
  name text not null,
  position int not null,
  constraint category_name unique nulls not distinct (parent_id, name)
);
grant select, insert, update on category to mall_app;

create table goods (
  id uuid constraint goods_pk primary key,
  slug text not null constraint goods_slug unique,
  shop_id uuid not null constraint goods_shop references shop,
  category_id int not null constraint goods_category references category,
  name text not null,
  spec text not null,
  unit text not null,
  parameters jsonb not null,
  description text not null,
  hardness_from double precision,
  hardness_to double precision,
  on_shelf boolean not null,
  position int not null,
  created_at timestamptz not null,
  constraint goods_hardness check (hardness_from <= hardness_to)
);
create index goods_by_category on goods (category_id, position) where on_shelf;
grant select, insert, update on goods to mall_app;

create table sku (
  id uuid constraint sku_pk primary key,
  goods_id uuid not null constraint sku_goods references goods,
  code text not null constraint sku_code unique,
  -- json, not jsonb: properties are shown in the order in which they were given, which jsonb forgets.
  props json not null,
  sale_price_fen bigint not null constraint sku_sale_price check (sale_price_fen >= 0),
  credit_price_fen bigint constraint sku_credit_price check (credit_price_fen >= 0),
  minimum int not null constraint sku_minimum check (minimum between 1 and 999999),
  step int not null constraint sku_step check (step between 1 and 999999),
  weight_grams int not null constraint sku_weight check (weight_grams >= 0),
  on_shelf boolean not null,
  position int not null
);
create index sku_of_goods on sku (goods_id, position);
grant select, insert, update on sku to mall_app;

-- Moves whenever the catalogue's answers change (a price, a shelf, a sold-out flag): the version that caches and ETags go by.
create table catalogue_version (
  one boolean constraint catalogue_version_pk primary key check (one),
  version bigint not null
);
insert into catalogue_version values (true, 1);
grant select, update on catalogue_version to mall_app;

-- Stock in a table of its own that nothing references: an order line's key never shares a lock with the shelf.
create table sku_stock (
  sku_id uuid constraint sku_stock_pk primary key,
  available int not null constraint sku_stock_available check (available >= 0),
  reserved int not null constraint sku_stock_reserved check (reserved >= 0),
  sold bigint not null constraint sku_stock_sold check (sold >= 0)
) with (fillfactor = 50);
grant select, insert, update on sku_stock to mall_app;

-- Why stock came or went other than by orders. on hand = Σ movements − sold.
create table stock_movement (
  sku_id uuid not null,
  id uuid not null,
  kind text not null constraint stock_movement_kind check (kind in ('receipt', 'adjustment')),
  quantity int not null constraint stock_movement_quantity check (quantity <> 0),
  reason text not null,
  staff_id uuid,
  at timestamptz not null,
  constraint stock_movement_pk primary key (sku_id, id)
);
grant select, insert on stock_movement to mall_app;

-- What lists and search read: one row a good, refreshed by jobs and by whoever changes a price or a shelf.
create table goods_search (
  goods_id uuid constraint goods_search_pk primary key,
  category_id int not null,
  parent_category_id int not null,
  words tsvector not null,
  codes text not null,
  lowest_sale_fen bigint not null,
  in_stock boolean not null,
  sales bigint not null,
  hardness_from double precision,
  hardness_to double precision,
  position int not null,
  on_shelf boolean not null
);
create index goods_search_words on goods_search using gin (words);
grant select, insert, update, delete on goods_search to mall_app;

create table cart_line (
  enterprise_id uuid not null constraint cart_line_enterprise references enterprise,
  id uuid not null,
  user_id uuid not null,
  sku_id uuid not null constraint cart_line_sku references sku,
  goods_num int not null constraint cart_line_goods_num check (goods_num between 1 and 999999),
  selected boolean not null,
  created_at timestamptz not null,
  constraint cart_line_pk primary key (enterprise_id, id),
  constraint cart_line_one_per_sku unique (enterprise_id, user_id, sku_id)
);
grant select, insert, update, delete on cart_line to mall_app;
