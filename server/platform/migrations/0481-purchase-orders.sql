-- Purchase orders, what arrived of them, and what a SKU costs by moving average (decision 350).
create table purchase_order (
  id uuid not null,
  order_no text not null,
  shop_id uuid not null constraint purchase_order_shop references shop,
  supplier_id uuid not null constraint purchase_order_supplier references supplier,
  state text not null constraint purchase_order_state check (state in ('DRAFT', 'ORDERED', 'RECEIVED', 'CANCELLED')),
  -- The tax in its prices that the mall deducts; 0: none, because the supplier gives no special invoice.
  rate_bp int not null constraint purchase_order_rate check (rate_bp between 0 and 10000),
  expected_day date,
  note text not null,
  total_fen bigint not null constraint purchase_order_total check (total_fen > 0),
  -- Why the rest does not come any more; null: it was not closed short.
  closed_reason text,
  made_by uuid not null constraint purchase_order_maker references staff,
  made_at timestamptz not null,
  state_at timestamptz not null,
  constraint purchase_order_pk primary key (id),
  constraint purchase_order_number unique (order_no),
  constraint purchase_order_closed check (closed_reason is null or state = 'RECEIVED')
);
grant select, insert on purchase_order to mall_app;
grant update (shop_id, supplier_id, state, rate_bp, expected_day, note, total_fen, closed_reason, state_at) on purchase_order to mall_app;
create index purchase_order_latest on purchase_order (made_at desc, id);
create index purchase_order_of_supplier on purchase_order (supplier_id, made_at desc, id);

create table purchase_order_line (
  purchase_order_id uuid not null constraint purchase_order_line_of references purchase_order,
  line_no smallint not null constraint purchase_order_line_no check (line_no between 1 and 200),
  sku_id uuid not null constraint purchase_order_line_sku references sku,
  quantity int not null constraint purchase_order_line_quantity check (quantity between 1 and 999999),
  -- What one unit costs, tax included.
  price_fen bigint not null constraint purchase_order_line_price check (price_fen > 0),
  constraint purchase_order_line_pk primary key (purchase_order_id, line_no),
  constraint purchase_order_line_once unique (purchase_order_id, sku_id)
);
-- The lines of a draft are replaced as a whole.
grant select, insert, delete on purchase_order_line to mall_app;
create index purchase_order_line_by_sku on purchase_order_line (sku_id);

create table goods_receipt (
  id uuid not null,
  purchase_order_id uuid not null constraint goods_receipt_order references purchase_order,
  receipt_no int not null constraint goods_receipt_no check (receipt_no > 0),
  -- The receipt that it takes back; null: goods came.
  reverses uuid constraint goods_receipt_reverses references goods_receipt,
  -- Why more came than was open, or why it is taken back.
  note text not null,
  staff_id uuid not null constraint goods_receipt_staff references staff,
  at timestamptz not null,
  constraint goods_receipt_pk primary key (id),
  constraint goods_receipt_number unique (purchase_order_id, receipt_no),
  constraint goods_receipt_reversed_once unique (reverses)
);
grant select, insert on goods_receipt to mall_app;

create table goods_receipt_line (
  receipt_id uuid not null constraint goods_receipt_line_of references goods_receipt,
  line_no smallint not null,
  -- Below zero where a receipt is taken back.
  quantity int not null constraint goods_receipt_line_quantity check (quantity <> 0),
  constraint goods_receipt_line_pk primary key (receipt_id, line_no)
);
grant select, insert on goods_receipt_line to mall_app;

-- What a SKU costs without tax by moving average, one row a receipt; the last one counts. Costs are in fen for 100 units, so that a fen is not lost at cheap goods.
create table sku_cost (
  sku_id uuid not null constraint sku_cost_sku references sku,
  no int not null constraint sku_cost_no check (no > 0),
  receipt_id uuid not null constraint sku_cost_receipt references goods_receipt,
  at timestamptz not null,
  units int not null constraint sku_cost_units check (units <> 0),
  hundred_fen bigint not null constraint sku_cost_price check (hundred_fen > 0),
  -- The units in the house before it.
  in_house int not null constraint sku_cost_in_house check (in_house >= 0),
  before_fen bigint,
  after_fen bigint,
  constraint sku_cost_pk primary key (sku_id, no),
  constraint sku_cost_once unique (receipt_id, sku_id)
);
grant select, insert on sku_cost to mall_app;
