-- 电子面单 (decision 470): numbers that the printing service of a carrier gives, one for each parcel. The id is our order number at the service.
create table waybill (
  enterprise_id uuid not null constraint waybill_enterprise references enterprise,
  id uuid not null,
  order_id uuid not null,
  -- The parcel of the order that the number is for: the next one when it was asked for.
  parcel_no int not null constraint waybill_parcel_no check (parcel_no between 1 and 9999),
  -- The warehouse that it is sent from, whose address is on the label.
  warehouse_id uuid not null constraint waybill_warehouse references warehouse,
  carrier text not null,
  state text not null constraint waybill_state check (state in ('ASKED', 'REFUSED', 'TAKEN', 'RETURNING', 'RETURNED', 'ABANDONED')),
  tracking_no text not null default '',
  -- The carrier's own number of the order, which it wants back with the waybill; '' if it has none.
  carrier_order_no text not null default '',
  -- 大头笔 and the place where the parcels are sorted, as printed on the label.
  route text not null default '',
  sorting_place text not null default '',
  reason text not null default '',
  -- Until when a call to take or to cancel may still be under way: nobody else calls before, and an answer only counts for its own claim.
  claimed_until timestamptz,
  asked_by uuid not null constraint waybill_asker references staff,
  asked_at timestamptz not null,
  state_at timestamptz not null,
  constraint waybill_pk primary key (enterprise_id, id),
  constraint waybill_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id),
  -- One that was given up has a number if it was given up while it was being cancelled.
  constraint waybill_numbered check (state = 'ABANDONED' or (state in ('TAKEN', 'RETURNING', 'RETURNED')) = (tracking_no <> ''))
);
grant select, insert, update on waybill to mall_app;
-- A parcel has one number at a time. That a number is for one parcel of any company is checked when it is recorded, under a lock.
create unique index waybill_live on waybill (enterprise_id, order_id, parcel_no) where state not in ('RETURNED', 'ABANDONED');
create index waybill_of_order on waybill (enterprise_id, order_id);
create index waybill_number on waybill (tracking_no) where tracking_no <> '';
create index waybill_latest on waybill (asked_at desc, id desc);
