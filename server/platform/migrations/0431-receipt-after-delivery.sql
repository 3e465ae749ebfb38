-- When a shipped order is received automatically because its carriers have delivered everything. null: the deadline of the lifecycle applies.
alter table "order" add receive_by timestamptz;
create index order_receive_by on "order" (receive_by) where receive_by is not null;

-- Orders on their way: the earlier of the old day and seven days after the carrier's last word, but nobody gets less than three days' notice.
update "order" set receive_by = cut_over.due
from (
  select o.enterprise_id, o.id, greatest(max(coalesce(t.noted_at, p.sent_at)) + interval '7 days', now() + interval '3 days') as due
  from "order" as o
  join parcel as p on p.enterprise_id = o.enterprise_id and p.order_id = o.id
  left join lateral (
    select max(noted_at) as noted_at from parcel_track as track
    where track.enterprise_id = p.enterprise_id and track.parcel_id = p.id and track.source = 'carrier'
  ) as t on true
  where o.state = 'SENT' and o.after_sale_since is null
  group by o.enterprise_id, o.id
  having bool_and(p.received_at is not null or p.track_state is not distinct from 'signed')
) as cut_over
where "order".enterprise_id = cut_over.enterprise_id and "order".id = cut_over.id and cut_over.due < "order".state_at + interval '15 days';
