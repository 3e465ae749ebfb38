-- The orders that procurement systems have sent (cXML OrderRequest), so that one that is sent again is not placed again (decision 550).
create table punch_out_order (
  enterprise_id uuid not null constraint punch_out_order_enterprise references enterprise,
  -- The buyer's own number of the order, and the message that brought it.
  order_id text not null,
  payload_id text not null,
  -- The digest of what was ordered: the same number with other lines is another order, and refused.
  content_hash bytea not null,
  trade_id uuid not null,
  created_at timestamptz not null,
  constraint punch_out_order_pk primary key (enterprise_id, order_id),
  constraint punch_out_order_trade foreign key (enterprise_id, trade_id) references trade
);
grant select, insert on punch_out_order to mall_app;
