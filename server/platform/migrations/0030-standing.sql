-- What a company buys again and again, what a person likes, and what a company calls things itself.

-- 常购清单: several a company.
create table standing_list (
  enterprise_id uuid not null constraint standing_list_enterprise references enterprise,
  id uuid not null,
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint standing_list_pk primary key (enterprise_id, id),
  constraint standing_list_name unique (enterprise_id, name)
);
grant select, insert, update, delete on standing_list to mall_app;

create table standing_line (
  enterprise_id uuid not null,
  list_id uuid not null,
  sku_id uuid not null constraint standing_line_sku references sku,
  goods_num int not null constraint standing_line_goods_num check (goods_num between 1 and 999999),
  note text not null,
  position int not null,
  constraint standing_line_pk primary key (enterprise_id, list_id, sku_id),
  constraint standing_line_list foreign key (enterprise_id, list_id) references standing_list on delete cascade
);
grant select, insert, update, delete on standing_line to mall_app;

-- 收藏: a person's, in a company.
create table favourite (
  enterprise_id uuid not null constraint favourite_enterprise references enterprise,
  user_id uuid not null,
  goods_id uuid not null constraint favourite_goods references goods,
  created_at timestamptz not null,
  constraint favourite_pk primary key (enterprise_id, user_id, goods_id)
);
create index favourite_by_time on favourite (enterprise_id, user_id, created_at desc, goods_id);
grant select, insert, delete on favourite to mall_app;
