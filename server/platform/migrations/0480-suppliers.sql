-- Suppliers, and what they ask for a SKU (decision 350). A price never changes: a new row replaces it from its day on.
create table supplier (
  id uuid not null,
  name text not null,
  -- '' if it is not known.
  credit_code text not null,
  contact_name text not null,
  contact_phone text not null,
  payment_terms text not null,
  lead_days int not null constraint supplier_lead_days check (lead_days between 0 and 365),
  active boolean not null,
  created_at timestamptz not null,
  constraint supplier_pk primary key (id),
  constraint supplier_name unique (name)
);
grant select, insert on supplier to mall_app;
grant update (name, credit_code, contact_name, contact_phone, payment_terms, lead_days, active) on supplier to mall_app;

create table supplier_price (
  id uuid not null,
  supplier_id uuid not null constraint supplier_price_supplier references supplier,
  sku_id uuid not null constraint supplier_price_sku references sku,
  -- What one unit costs, tax included.
  price_fen bigint not null constraint supplier_price_price check (price_fen > 0),
  lead_days int not null constraint supplier_price_lead_days check (lead_days between 0 and 365),
  minimum int not null constraint supplier_price_minimum check (minimum between 1 and 999999),
  valid_from date not null,
  staff_id uuid not null constraint supplier_price_staff references staff,
  at timestamptz not null,
  constraint supplier_price_pk primary key (id)
);
grant select, insert on supplier_price to mall_app;
create index supplier_price_of on supplier_price (supplier_id, sku_id, valid_from desc, at desc);
create index supplier_price_by_sku on supplier_price (sku_id);
