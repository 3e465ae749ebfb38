-- Orders that hold credit, the oldest first. No other order has a row: one enters when it is paid and leaves when all of it is shipped.
create index order_held on "order" (created_at, id) where state in ('WAIT_SEND', 'PART_SENT') and price_type = 'credit' and payable_fen > 0;
-- A person orders for one company, or for few: without knowing it the planner takes a person's orders of a company for far fewer than they are.
create statistics order_people (dependencies) on enterprise_id, user_id from "order";
