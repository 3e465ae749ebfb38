-- 订单标签: staff give orders the tags that they give to companies (decision 830). Buyers see nothing of it.
create table tagged_order (
  enterprise_id uuid not null,
  order_id uuid not null,
  -- A deleted tag is taken from all orders, also by a server of before that only knows companies with it.
  tag_id uuid not null constraint tagged_order_tag references enterprise_tag on delete cascade,
  tagged_by uuid not null,
  at timestamptz not null,
  constraint tagged_order_pk primary key (enterprise_id, order_id, tag_id),
  constraint tagged_order_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id)
);
grant select, insert, delete on tagged_order to mall_app;
create index tagged_order_by_tag on tagged_order (tag_id, enterprise_id, order_id);
