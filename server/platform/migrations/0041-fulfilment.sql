-- Fulfilment: every unit that comes or goes is a movement, parcels say how they travel and where they are, and are received one by one.

-- What leaves with a parcel is a movement too, so that the movements of a SKU add up to what is in the house at any moment.
alter table stock_movement drop constraint stock_movement_kind, drop constraint stock_movement_quantity,
  add constraint stock_movement_kind check (kind in ('receipt', 'adjustment', 'count', 'return', 'scrap', 'shipment')),
  -- A count that finds what the books say is worth knowing.
  add constraint stock_movement_quantity check (quantity <> 0 or kind = 'count'),
  -- In the house after it, promised or not.
  add column balance int constraint stock_movement_balance check (balance >= 0);
insert into stock_movement (sku_id, id, kind, quantity, reason, staff_id, at)
select l.sku_id, gen_random_uuid(), 'shipment', -sum(c.quantity), '订单 ' || o.order_no || ' 包裹 ' || p.parcel_no, p.sent_by, p.sent_at
from parcel_line c
join parcel p on p.enterprise_id = c.enterprise_id and p.id = c.parcel_id
join "order" o on o.enterprise_id = p.enterprise_id and o.id = p.order_id
join order_line l on l.enterprise_id = p.enterprise_id and l.order_id = p.order_id and l.line_no = c.line_no
group by l.sku_id, o.order_no, p.enterprise_id, p.id, p.parcel_no, p.sent_by, p.sent_at;
update stock_movement m set balance = greatest(s.balance, 0)
from (select sku_id, id, sum(quantity) over (partition by sku_id order by at, id) as balance from stock_movement) s
where s.sku_id = m.sku_id and s.id = m.id;
alter table stock_movement alter column balance set not null;
create index stock_movement_latest on stock_movement (sku_id, at desc, id desc);

-- Sheets of receipts that were brought in: the same file counts once.
create table receipt_import (
  id uuid not null,
  file_hash bytea not null,
  file_name text not null,
  added int not null,
  refused int not null,
  units int not null,
  staff_id uuid not null,
  at timestamptz not null,
  constraint receipt_import_pk primary key (id),
  constraint receipt_import_file unique (file_hash)
);
grant select, insert on receipt_import to mall_app;

alter table parcel
  add column kind text not null default 'courier' constraint parcel_kind check (kind in ('courier', 'tanker')),
  -- Of our own tanker: who drives what, and what the weighbridge and the meter said.
  add column driver text,
  add column plate text,
  add column driver_mobile text,
  add column weigh_note_no text,
  add column net_kg int,
  add column litres int,
  add constraint parcel_tanker check ((kind = 'tanker') = (driver is not null and plate is not null and driver_mobile is not null
    and weigh_note_no is not null and net_kg > 0 and litres > 0) and (kind = 'courier' or tracking_no = '')),
  add column received_at timestamptz,
  -- What its carrier says of it: null while nobody has said anything.
  add column track_state text constraint parcel_track_state check (track_state in
    ('collected', 'onTheWay', 'customs', 'delivering', 'signed', 'problem', 'returning')),
  -- When the carrier was asked last, how often in vain since it said something, and when it is to be asked again; null: not any more.
  add column track_asked_at timestamptz,
  add column track_misses smallint not null default 0,
  add column track_due timestamptz;
grant update on parcel to mall_app;
create index parcel_track_due on parcel (track_due) where track_due is not null;

create table parcel_track (
  enterprise_id uuid not null constraint parcel_track_enterprise references enterprise,
  parcel_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  place text not null,
  text text not null,
  source text not null constraint parcel_track_source check (source in ('carrier', 'staff')),
  staff_id uuid,
  noted_at timestamptz not null,
  constraint parcel_track_pk primary key (enterprise_id, parcel_id, id),
  constraint parcel_track_parcel foreign key (enterprise_id, parcel_id) references parcel (enterprise_id, id),
  constraint parcel_track_staff check ((source = 'staff') = (staff_id is not null))
);
grant select, insert, delete on parcel_track to mall_app;

-- Pictures of the receipt that was signed for a parcel, brought by the buyer or by staff.
create table parcel_receipt (
  enterprise_id uuid not null constraint parcel_receipt_enterprise references enterprise,
  parcel_id uuid not null,
  file_id uuid not null,
  actor_kind text not null constraint parcel_receipt_actor check (actor_kind in ('member', 'staff')),
  actor_id uuid not null,
  at timestamptz not null,
  constraint parcel_receipt_pk primary key (enterprise_id, parcel_id, file_id),
  constraint parcel_receipt_parcel foreign key (enterprise_id, parcel_id) references parcel (enterprise_id, id),
  constraint parcel_receipt_file foreign key (enterprise_id, file_id) references file (enterprise_id, id)
);
grant select, insert on parcel_receipt to mall_app;
