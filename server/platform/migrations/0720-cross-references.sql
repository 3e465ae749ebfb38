-- 竞品型号: the parts of other makers to which our SKUs correspond (decision 580).
create table sku_cross_reference (
  sku_id uuid not null constraint sku_cross_reference_sku references sku,
  -- The display order within the SKU.
  position int not null,
  brand text not null,
  part_number text not null,
  -- Brand and number without case, width and signs, by which it is found: the number alone, or with the brand before or behind it.
  brand_key text not null,
  number_key text not null,
  fit text not null constraint sku_cross_reference_fit check (fit in ('full', 'size', 'ask')),
  note text not null,
  source text not null,
  confirmed_by text not null,
  constraint sku_cross_reference_pk primary key (sku_id, position)
);
create index sku_cross_reference_number on sku_cross_reference (number_key);
create index sku_cross_reference_brand_first on sku_cross_reference ((brand_key || number_key));
create index sku_cross_reference_brand_last on sku_cross_reference ((number_key || brand_key));
grant select, insert, delete on sku_cross_reference to mall_app;
