-- Two SKUs whose codes differ by their case alone would be one SKU to people. So the key by which codes are compared is unique, and not the
-- code as it was typed. Codes are stored without spaces at their ends.
alter table sku add code_key text not null generated always as (lower(code)) stored;
-- Looked at after the statement, so that two SKUs can exchange their codes.
alter table sku
  drop constraint sku_code,
  add constraint sku_code unique (code_key) deferrable;
