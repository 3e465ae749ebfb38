-- 缺货: the spans of days in which none of a SKU was available (decision 860). null: it still is out. Spans of a SKU do not share a day.
create table stock_out (
  sku_id uuid not null constraint stock_out_sku references sku,
  first_day date not null,
  last_day date constraint stock_out_days check (last_day >= first_day),
  constraint stock_out_pk primary key (sku_id, first_day)
);
create unique index stock_out_open on stock_out (sku_id) where last_day is null;
create index stock_out_ended on stock_out (last_day);
grant select, insert, update on stock_out to mall_app;

-- What was out before is not known: what is out now begins today.
insert into stock_out (sku_id, first_day)
  select sku_id, (now() at time zone 'Asia/Shanghai')::date from sku_stock s
  where available = 0 and exists (select from stock_movement m where m.sku_id = s.sku_id);
