-- Staff who keep certain shops see the orders of these alone, newest first.
create index order_console_shop on "order" (shop_id, created_at desc, id);
