-- Interest that a company has paid gets invoices of its own (decision 410): an invoice of interest is of no shop, and its lines of no order and no goods.
alter table invoice alter column shop_id drop not null;
alter table invoice_line alter column order_id drop not null, alter column order_no drop not null, alter column sku_id drop not null,
  add constraint invoice_line_subject check ((order_id is null) = (sku_id is null) and (order_id is null) = (order_no is null));
create index invoice_line_interest on invoice_line (enterprise_id) where order_id is null and live;

-- Interest on late payment is a part of the price of the goods (价外费用) and has their rate. A mall that has entries begins with the month after its last one;
-- what was charged before keeps the class that it had. Where finance has set another class than that of financial services, it stays.
update setting set value = value || jsonb_build_object('tax', coalesce(value -> 'tax', '{}') - case when value #>> '{tax,interest,taxCode}' like '306%' then 'interest' else '' end
    || jsonb_build_object('interestBefore', coalesce(value #> '{tax,interest}', '{"taxCode": "3060100000000000000", "taxName": "金融服务"}'),
      'interestFrom', (select to_char(date_trunc('month', max(day)) + interval '1 month', 'YYYY-MM-DD') from journal_day))),
    version = version + 1, updated_at = now(), updated_by = null, changes = null
  where name = 'journal' and exists (select from journal_day);
insert into setting (name, value, updated_at)
  select 'journal', jsonb_build_object('tax', jsonb_build_object('interestBefore', '{"taxCode": "3060100000000000000", "taxName": "金融服务"}'::jsonb,
      'interestFrom', to_char(date_trunc('month', max(day)) + interval '1 month', 'YYYY-MM-DD'))), now()
  from journal_day having max(day) is not null
  on conflict (name) do nothing;
insert into setting_version (name, no, saved_at) select name, version, updated_at from setting where name = 'journal' and value #> '{tax,interestFrom}' is not null;
