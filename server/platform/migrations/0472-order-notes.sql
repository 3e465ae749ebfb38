-- What staff note about an order (decision 340). Buyers see nothing of it.
create table order_note (
  enterprise_id uuid not null constraint order_note_enterprise references enterprise,
  order_id uuid not null,
  id uuid not null,
  text text not null constraint order_note_text check (length(text) between 1 and 1000),
  staff_id uuid not null,
  at timestamptz not null,
  constraint order_note_pk primary key (enterprise_id, id),
  constraint order_note_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id)
);
-- Deleted only together with what else staff keep about a company that has closed.
grant select, insert, delete on order_note to mall_app;
create index order_note_latest on order_note (enterprise_id, order_id, at desc, id desc);
