-- Staff who keep certain shops see the invoices of these alone, newest first.
create index invoice_console_shop on invoice (shop_id, created_at desc, id);
