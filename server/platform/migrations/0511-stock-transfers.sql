-- Goods that go from one warehouse to another (decision 380). Between the two they lie in a place of their own, which is never open.
insert into warehouse (id, code, name, address, provinces, open, made_at)
  values ('0195d000-0000-7000-8000-000000000002', 'TRANSIT', '在途', '', '{}', false, now());

-- One kind more; a transfer has two movements, which change nothing in sum.
alter table stock_movement drop constraint stock_movement_kind;
alter table stock_movement add constraint stock_movement_kind
  check (kind in ('receipt', 'adjustment', 'count', 'return', 'scrap', 'shipment', 'transfer'));

create table stock_transfer (
  id uuid not null,
  transfer_no text not null,
  -- The shops of its goods.
  shop_ids uuid[] not null,
  from_id uuid not null constraint stock_transfer_from references warehouse,
  to_id uuid not null constraint stock_transfer_to references warehouse,
  state text not null constraint stock_transfer_state check (state in ('DRAFT', 'SENT', 'RECEIVED', 'CANCELLED')),
  note text not null,
  -- What became of the units that did not come; null: all came.
  closed_reason text,
  made_by uuid not null constraint stock_transfer_maker references staff,
  made_at timestamptz not null,
  state_at timestamptz not null,
  sent_at timestamptz,
  constraint stock_transfer_pk primary key (id),
  constraint stock_transfer_number unique (transfer_no),
  constraint stock_transfer_apart check (from_id <> to_id),
  constraint stock_transfer_left check ((sent_at is not null) = (state in ('SENT', 'RECEIVED')))
);
grant select, insert on stock_transfer to mall_app;
grant update (shop_ids, from_id, to_id, state, note, closed_reason, state_at, sent_at) on stock_transfer to mall_app;
create index stock_transfer_latest on stock_transfer (made_at desc, id);

create table stock_transfer_line (
  stock_transfer_id uuid not null constraint stock_transfer_line_of references stock_transfer,
  line_no smallint not null constraint stock_transfer_line_no check (line_no between 1 and 200),
  sku_id uuid not null constraint stock_transfer_line_sku references sku,
  quantity int not null constraint stock_transfer_line_quantity check (quantity between 1 and 999999),
  received int not null default 0,
  -- The units that do not come any more: they went back or are lost.
  missing int not null default 0,
  constraint stock_transfer_line_pk primary key (stock_transfer_id, line_no),
  constraint stock_transfer_line_once unique (stock_transfer_id, sku_id),
  constraint stock_transfer_line_sum check (received >= 0 and missing >= 0 and received + missing <= quantity)
);
-- The lines of a draft are replaced as a whole.
grant select, insert, delete on stock_transfer_line to mall_app;
grant update (received, missing) on stock_transfer_line to mall_app;
create index stock_transfer_line_by_sku on stock_transfer_line (sku_id);
