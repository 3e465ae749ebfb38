-- Receipts of goods without a purchase order, by file or typed, which can be taken back on their day (decision 630).
create table stock_receipt (
  id uuid not null,
  receipt_no text not null,
  -- The shops of its goods.
  shop_ids uuid[] not null,
  -- '' if it was typed by hand.
  file_name text not null,
  file_hash bytea,
  -- What was typed with it, or why it takes another one back.
  note text not null,
  -- The receipt that it takes back; null: goods came.
  reverses uuid constraint stock_receipt_reverses references stock_receipt,
  -- When it was taken back; null: it stands.
  reversed_at timestamptz,
  made_by uuid not null constraint stock_receipt_maker references staff,
  made_at timestamptz not null,
  constraint stock_receipt_pk primary key (id),
  constraint stock_receipt_number unique (receipt_no),
  constraint stock_receipt_reversed_once unique (reverses),
  constraint stock_receipt_counter check (reverses is null or (reversed_at is null and file_hash is null)),
  constraint stock_receipt_hash check (file_hash is null or octet_length(file_hash) = 32)
);
grant select, insert on stock_receipt to mall_app;
grant update (reversed_at) on stock_receipt to mall_app;
create index stock_receipt_latest on stock_receipt (made_at desc, id);
-- A file comes in once, unless its receipt was taken back.
create unique index stock_receipt_file on stock_receipt (file_hash) where reversed_at is null;

create table stock_receipt_line (
  stock_receipt_id uuid not null constraint stock_receipt_line_of references stock_receipt,
  line_no smallint not null constraint stock_receipt_line_no check (line_no between 1 and 2000),
  sku_id uuid not null constraint stock_receipt_line_sku references sku,
  warehouse_id uuid not null constraint stock_receipt_line_warehouse references warehouse,
  -- Where it was put; '' if the line does not say so.
  bin text not null constraint stock_receipt_line_bin check (length(bin) <= 20),
  -- Below zero where a receipt is taken back.
  quantity int not null constraint stock_receipt_line_quantity check (quantity <> 0),
  -- What 100 units cost without tax; null: they came at the average cost.
  hundred_fen bigint constraint stock_receipt_line_cost check (hundred_fen > 0),
  constraint stock_receipt_line_pk primary key (stock_receipt_id, line_no)
);
grant select, insert on stock_receipt_line to mall_app;
create index stock_receipt_line_by_sku on stock_receipt_line (sku_id);

-- A step of the average cost is of a receipt of a purchase order or of one of these.
alter table sku_cost alter column receipt_id drop not null;
alter table sku_cost add column stock_receipt_id uuid constraint sku_cost_stock_receipt references stock_receipt;
alter table sku_cost add constraint sku_cost_of check (num_nonnulls(receipt_id, stock_receipt_id) = 1);
alter table sku_cost add constraint sku_cost_once_of_stock_receipt unique (stock_receipt_id, sku_id);

-- The receipt that a movement belongs to.
alter table stock_movement add column stock_receipt_id uuid constraint stock_movement_stock_receipt references stock_receipt;
create index stock_movement_of_receipt on stock_movement (stock_receipt_id) where stock_receipt_id is not null;
