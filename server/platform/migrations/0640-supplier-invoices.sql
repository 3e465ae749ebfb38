-- Invoices of suppliers, compared line by line with what was ordered and what came (decision 530).
-- What invoices name of an order line. It is moved under the lock of the order, as receipts are, so it never exceeds what came.
alter table purchase_order_line
  add column invoiced int not null default 0 constraint purchase_order_line_invoiced check (invoiced >= 0),
  add column invoiced_fen bigint not null default 0 constraint purchase_order_line_invoiced_fen check (invoiced_fen >= 0);
grant update (invoiced, invoiced_fen) on purchase_order_line to mall_app;

create table supplier_invoice (
  id uuid not null,
  supplier_id uuid not null constraint supplier_invoice_supplier references supplier,
  -- The shops of its purchase orders.
  shop_ids uuid[] not null,
  -- '' for an electronic invoice.
  invoice_code text not null constraint supplier_invoice_code check (length(invoice_code) <= 12),
  invoice_number text not null constraint supplier_invoice_number check (length(invoice_number) <= 20),
  invoiced_on date not null,
  state text not null constraint supplier_invoice_state check (state in ('DIFFERENT', 'RETURNED', 'MATCHED', 'ACCEPTED', 'VOID')),
  net_fen bigint not null constraint supplier_invoice_net check (net_fen > 0),
  tax_fen bigint not null constraint supplier_invoice_tax check (tax_fen >= 0),
  total_fen bigint not null,
  -- The share by which its prices might differ when it was last matched.
  tolerance_bp int not null constraint supplier_invoice_tolerance check (tolerance_bp between 0 and 10000),
  -- Whether its units count as invoiced. Not as long as more are on it than came.
  holds_units boolean not null,
  note text not null,
  made_by uuid not null constraint supplier_invoice_maker references staff,
  made_at timestamptz not null,
  -- Who typed it last: he made or corrected it.
  typed_by uuid not null constraint supplier_invoice_typist references staff,
  state_at timestamptz not null,
  -- Who accepted it or sent it back, and why. Empty again once it is corrected.
  decided_by uuid constraint supplier_invoice_decider references staff,
  decided_at timestamptz,
  reason text not null default '',
  -- Who voided it, and why.
  voided_by uuid constraint supplier_invoice_voider references staff,
  voided_at timestamptz,
  void_reason text not null default '',
  constraint supplier_invoice_pk primary key (id),
  constraint supplier_invoice_sum check (total_fen = net_fen + tax_fen),
  constraint supplier_invoice_decision check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (reason = '')),
  constraint supplier_invoice_voiding check ((state = 'VOID') = (voided_by is not null) and (voided_by is null) = (voided_at is null) and (voided_by is null) = (void_reason = '')),
  constraint supplier_invoice_two_people check (state <> 'ACCEPTED' or (decided_by is not null and decided_by <> made_by and decided_by <> typed_by)),
  constraint supplier_invoice_holding check (case when state in ('MATCHED', 'ACCEPTED') then holds_units when state = 'DIFFERENT' then true else not holds_units end)
);
grant select, insert on supplier_invoice to mall_app;
grant update (shop_ids, invoice_code, invoice_number, invoiced_on, state, net_fen, tax_fen, total_fen, tolerance_bp, holds_units, note, typed_by, state_at, decided_by, decided_at, reason, voided_by, voided_at, void_reason)
  on supplier_invoice to mall_app;
-- The same paper once; one that was voided may be typed again. A number of 20 digits is given once in the country, one of 8 once per code.
create unique index supplier_invoice_once on supplier_invoice (invoice_number) where state <> 'VOID' and length(invoice_number) = 20;
create unique index supplier_invoice_paper_once on supplier_invoice (invoice_number, invoice_code, supplier_id) where state <> 'VOID' and length(invoice_number) = 8;
create index supplier_invoice_by_number on supplier_invoice (invoice_number);
create index supplier_invoice_latest on supplier_invoice (made_at desc, id);
create index supplier_invoice_of_supplier on supplier_invoice (supplier_id, made_at desc, id);

create table supplier_invoice_line (
  supplier_invoice_id uuid not null constraint supplier_invoice_line_of references supplier_invoice,
  line_no smallint not null constraint supplier_invoice_line_no check (line_no between 1 and 200),
  purchase_order_id uuid not null,
  order_line_no smallint not null,
  quantity int not null constraint supplier_invoice_line_quantity check (quantity between 1 and 999999),
  -- What one unit costs, tax included, and the tax in it.
  price_fen bigint not null constraint supplier_invoice_line_price check (price_fen > 0),
  rate_bp int not null constraint supplier_invoice_line_rate check (rate_bp between 0 and 10000),
  net_fen bigint not null constraint supplier_invoice_line_net check (net_fen > 0),
  tax_fen bigint not null constraint supplier_invoice_line_tax check (tax_fen >= 0),
  -- What its units cost as ordered: with tax, and without, as the moving average was computed.
  ordered_fen bigint not null constraint supplier_invoice_line_ordered check (ordered_fen > 0),
  ordered_net_fen bigint not null constraint supplier_invoice_line_ordered_net check (ordered_net_fen > 0),
  ordered_rate_bp int not null,
  -- The units beyond what was ordered and beyond what came, when it was last matched.
  over_ordered int not null constraint supplier_invoice_line_over_ordered check (over_ordered >= 0),
  over_received int not null constraint supplier_invoice_line_over_received check (over_received >= 0),
  constraint supplier_invoice_line_pk primary key (supplier_invoice_id, line_no),
  constraint supplier_invoice_line_once unique (supplier_invoice_id, purchase_order_id, order_line_no),
  constraint supplier_invoice_line_order foreign key (purchase_order_id, order_line_no) references purchase_order_line
);
-- The lines of a returned invoice are replaced as a whole.
grant select, insert, delete on supplier_invoice_line to mall_app;
grant update (over_ordered, over_received) on supplier_invoice_line to mall_app;
create index supplier_invoice_line_of_order on supplier_invoice_line (purchase_order_id, order_line_no);
