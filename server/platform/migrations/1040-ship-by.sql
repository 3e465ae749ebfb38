-- 发货时限: the day on which an order is to be shipped follows from when it began to wait (decision 850). Until its first parcel that is the time of its
-- state; a part that is left keeps it here. null: nothing has left, or an older program shipped the part.
alter table "order" add to_ship_since timestamptz;

update "order" set to_ship_since = sold.at
  from (
    select o.enterprise_id, o.id, min(e.at) as at from "order" o
    join order_event e on e.enterprise_id = o.enterprise_id and e.order_id = o.id and e.to_state = 'WAIT_SEND'
    where o.state = 'PART_SENT' group by o.enterprise_id, o.id
  ) as sold
  where sold.enterprise_id = "order".enterprise_id and sold.id = "order".id;

-- What waits longest is due first. The next release drops order_to_ship, which has the time of the state.
create index order_to_ship_since on "order" ((coalesce(to_ship_since, state_at)), id)
  where state in ('WAIT_SEND', 'PART_SENT') and cancel_asked_at is null;
