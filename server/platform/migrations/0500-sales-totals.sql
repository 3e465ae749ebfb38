-- Totals of what was sold (decision 370). Nobody's tenant: these are the platform's own figures, in which a company is what a row is about.
-- A job makes the rows of a day from its orders; no call of an order pays for them.

-- Which days have their totals, and as of when. `closed`: the day is over and all of its transactions were committed, so its rows stay.
create table sales_day (
  day date constraint sales_day_pk primary key,
  made_at timestamptz not null,
  closed boolean not null,
  -- What was drawn on credit on the day, and what all companies owed at its end.
  drawn_fen bigint not null,
  owed_fen bigint not null
);
grant select, insert, update on sales_day to mall_app;

-- The sums of a day, and of a month all of whose days are closed, by one property of the orders at a time. 'all' has the key ''.
create table sales_total (
  dimension text not null constraint sales_total_dimension check (dimension in ('all', 'sku', 'enterprise', 'province', 'payment')),
  span text not null constraint sales_total_span check (span in ('day', 'month')),
  day date not null,
  key text collate "C" not null,
  shop_id uuid not null constraint sales_total_shop references shop,
  orders integer not null constraint sales_total_orders check (orders >= 0),
  units bigint not null,
  sold_fen bigint not null constraint sales_total_sold check (sold_fen >= 0),
  back_units bigint not null,
  back_fen bigint not null constraint sales_total_back check (back_fen >= 0),
  constraint sales_total_pk primary key (dimension, span, day, key, shop_id),
  constraint sales_total_of_all check ((dimension = 'all') = (key = '')),
  constraint sales_total_of_month check (span = 'day' or extract(day from day) = 1)
);
grant select, insert, delete on sales_total to mall_app;

-- The first and the last day on which a company bought of a shop, or a SKU was sold.
create table sales_span (
  dimension text not null constraint sales_span_dimension check (dimension in ('sku', 'enterprise')),
  key uuid not null,
  shop_id uuid not null constraint sales_span_shop references shop,
  first_day date not null,
  last_day date not null,
  constraint sales_span_pk primary key (dimension, key, shop_id),
  constraint sales_span_order check (first_day <= last_day)
);
grant select, insert, update on sales_span to mall_app;

-- Refunds of a day are found by their day.
create index after_sale_refunded on after_sale (state_at) where state = 'REFUNDED';
