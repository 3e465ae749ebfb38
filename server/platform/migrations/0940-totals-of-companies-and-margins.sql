-- What was sold to a company in all shops together, of a day and of a month (decision 800): the sums of its rows in sales_total. Most reports ask for all shops,
-- and read a quarter of the rows here. Nobody's tenant: the platform's own figures, in which a company is what a row is about.
create table sales_company_total (
  span text not null constraint sales_company_total_span check (span in ('day', 'month')),
  day date not null,
  key uuid not null,
  orders integer not null,
  units bigint not null,
  sold_fen bigint not null,
  back_units bigint not null,
  back_fen bigint not null,
  constraint sales_company_total_pk primary key (span, day, key)
);
grant select, insert, delete on sales_company_total to mall_app;

-- Which days of the journal have the totals of what goods earned, and of which making of the day: a month of the journal can be made anew, and its days
-- can have revenue then that they had not before.
create table margin_day (
  day date constraint margin_day_pk primary key,
  made_at timestamptz not null,
  journal_made_at timestamptz not null
);
grant select, insert, update on margin_day to mall_app;

-- What a SKU earned in a shop on a day, and in the days of a month that are there. What nobody knew a cost of stands apart. `…_rows`: how many movements
-- the figures are of, because figures of 0 can be of some that come to nothing.
create table margin_total (
  span text not null constraint margin_total_span check (span in ('day', 'month')),
  day date not null,
  sku_id uuid not null constraint margin_total_sku references sku,
  shop_id uuid not null constraint margin_total_shop references shop,
  known_rows integer not null,
  units bigint not null,
  revenue_fen bigint not null,
  cost_fen bigint not null,
  unknown_rows integer not null,
  unknown_units bigint not null,
  unknown_revenue_fen bigint not null,
  constraint margin_total_pk primary key (span, day, sku_id, shop_id),
  constraint margin_total_of_month check (span = 'day' or extract(day from day) = 1),
  constraint margin_total_known check (known_rows > 0 or (units, revenue_fen, cost_fen) = (0, 0, 0)),
  constraint margin_total_unknown check (unknown_rows > 0 or (unknown_units, unknown_revenue_fen) = (0, 0))
);
grant select, insert, delete on margin_total to mall_app;
