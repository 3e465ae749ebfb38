-- Payments of a method or a channel, newest first: counted and paged without reading the others.
create index payment_by_method on payment (method, channel, created_at desc, id);
-- Orders to ship, those that wait longest first.
create index order_to_ship on "order" (state_at, id) where state in ('WAIT_SEND', 'PART_SENT') and cancel_asked_at is null;
-- Payments that were given up, newest first: a tenth of all, so a count of them would read the others.
create index payment_closed on payment (created_at desc, id) where state = 'CLOSED';
