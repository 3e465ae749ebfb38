-- Who makes out an invoice is kept with its issue before the provider is called: a shop's tax party may change between two tries, and between an
-- invoice and its red letter. Null: not called yet, or before this migration; then today's party is named.
alter table invoice_issue
  add column seller_name text,
  add column seller_tax_no text,
  add constraint invoice_issue_seller check ((seller_name is null) = (seller_tax_no is null));
