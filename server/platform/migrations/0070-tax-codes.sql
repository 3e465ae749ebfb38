-- 税收分类编码 of what is sold: a category has one for its goods, a good may have its own; what applied stands on the invoice's line.
-- The code and its short name come together or not at all.
alter table category
  add tax_code text constraint category_tax_code check (tax_code ~ '^[0-9]{19}$'),
  add tax_name text constraint category_tax_name check (tax_name <> ''),
  add constraint category_tax_class check ((tax_code is null) = (tax_name is null));
alter table goods
  add tax_code text constraint goods_tax_code check (tax_code ~ '^[0-9]{19}$'),
  add tax_name text constraint goods_tax_name check (tax_name <> ''),
  add constraint goods_tax_class check ((tax_code is null) = (tax_name is null));

-- Whose class a line bears: its own good's, or of freight that of the good that the order was mostly for. A line without a code was asked
-- for when the good had none, or before codes were kept: what was made out then said none, and nobody makes one up for it afterwards.
alter table invoice_line
  add sku_id uuid constraint invoice_line_sku references sku,
  add tax_code text constraint invoice_line_tax_code check (tax_code ~ '^[0-9]{19}$'),
  add tax_name text constraint invoice_line_tax_name check (tax_name <> ''),
  add constraint invoice_line_tax_class check ((tax_code is null) = (tax_name is null));
update invoice_line i set sku_id = (
  select l.sku_id from order_line l
  where l.enterprise_id = i.enterprise_id and l.order_id = i.order_id and i.order_line_no in (0, l.line_no)
  order by l.amount_fen desc, l.line_no limit 1);
alter table invoice_line alter sku_id set not null;
create index invoice_line_uncoded on invoice_line (enterprise_id, invoice_id) where tax_code is null and live;
