-- Few orders wait for an answer to their cancellation: their list and their count read all orders before.
create index order_cancel_asked on "order" (cancel_asked_at, id) where cancel_asked_at is not null;
