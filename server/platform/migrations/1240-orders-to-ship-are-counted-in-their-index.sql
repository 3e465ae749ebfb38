-- The first page of staff counts what is to be shipped and what of it is overdue, also of some shops or companies. The index of 1040 has an
-- expression, but not the columns in it, so PostgreSQL read a page of the table for each order that waits: 18,000 pages with two million orders.
drop index order_to_ship_since;
create index order_to_ship_since on "order" ((coalesce(to_ship_since, state_at)), id)
  include (to_ship_since, state_at, shop_id, enterprise_id)
  where state in ('WAIT_SEND', 'PART_SENT') and cancel_asked_at is null;
