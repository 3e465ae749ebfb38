-- The buyer's own numbers of an order, and what a shop asks for bringing one.

-- What the buyer's books call an order: 采购单号 and 成本中心. What orders before had is none.
alter table "order"
  add po_number text not null default '' constraint order_po_number check (length(po_number) <= 40),
  add cost_centre text not null default '' constraint order_cost_centre check (length(cost_centre) <= 40);
create index order_console_po on "order" (po_number) where po_number <> '';

-- What bringing an order costs was settled when it was submitted: this fee, none from a goods total on. It holds for every method of payment.
-- Orders before this were asked for the one rule that there was.
alter table "order"
  add freight_fee_fen bigint not null default 3000 constraint order_freight_fee check (freight_fee_fen >= 0),
  add freight_free_from_fen bigint default 50000 constraint order_freight_free_from check (freight_free_from_fen > 0);
alter table "order" add constraint order_freight_settled check
  (freight_fen = case when goods_fen >= freight_free_from_fen then 0 else freight_fee_fen end);
alter table "order" alter freight_fee_fen drop default, alter freight_free_from_fen drop default;

-- 运费模板: a shop's rows by province. The one at 0 is for everywhere that no other names; a shop without rows asks for the common rule.
create table freight_row (
  shop_id uuid not null constraint freight_row_shop references shop,
  position smallint not null constraint freight_row_position check (position >= 0),
  -- The first two digits of their codes in GB/T 2260.
  provinces text[] not null constraint freight_row_provinces check ((position = 0) = (cardinality(provinces) = 0)),
  delivered boolean not null,
  first_grams int not null constraint freight_row_first_grams check (first_grams > 0),
  first_fen bigint not null constraint freight_row_first check (first_fen >= 0),
  next_grams int not null constraint freight_row_next_grams check (next_grams > 0),
  next_fen bigint not null constraint freight_row_next check (next_fen >= 0),
  free_from_fen bigint constraint freight_row_free_from check (free_from_fen > 0),
  constraint freight_row_pk primary key (shop_id, position)
);
grant select, insert, update, delete on freight_row to mall_app;
