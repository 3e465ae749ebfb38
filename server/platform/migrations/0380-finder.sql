-- 全局查找: staff find a record by its number alone, without its company, and people and companies by a part of their names.

create index order_by_number on "order" (order_no);
create index after_sale_by_number on after_sale (after_sale_no);
create index after_sale_waybill on after_sale (tracking_no) where tracking_no <> '';
create index invoice_by_number on invoice (invoice_no);

create index enterprise_by_name_part on enterprise using gin (text_parts(name));
create index app_user_by_name_part on app_user using gin (text_parts(user_name));
create index app_user_last_digits on app_user (right(mobile_masked, 4));
create index membership_by_name_part on membership using gin (text_parts(name));

create index bank_line_payer on bank_line (payer_name, day desc) where voided_at is null;
create index sku_by_barcode on sku (barcode) where barcode <> '';
create index sku_by_manufacturer_no on sku (lower(manufacturer_no)) where manufacturer_no <> '';
