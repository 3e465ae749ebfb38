-- 客户物料编码: what a company calls a SKU. One a SKU; one may stand for several, where its own numbers are coarser than ours.
create table material_code (
  enterprise_id uuid not null constraint material_code_enterprise references enterprise,
  sku_id uuid not null constraint material_code_sku references sku,
  code text not null,
  -- Without case, width and the signs that numbers are written with or without: what it is found by.
  code_key text not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  constraint material_code_pk primary key (enterprise_id, sku_id)
);
create index material_code_by_key on material_code (enterprise_id, code_key);
create index material_code_by_time on material_code (enterprise_id, updated_at desc, sku_id);
grant select, insert, update, delete on material_code to mall_app;

-- Our own numbers as people write them, without case, blanks and hyphens.
create index sku_by_bare_code on sku (regexp_replace(lower(code), '[^a-z0-9]', '', 'g'));
