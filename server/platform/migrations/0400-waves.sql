-- Waves: orders that the warehouse picks together. What is in the house has a place there, and pick lists follow the places.

alter table sku add column bin text not null default '' constraint sku_bin check (length(bin) <= 20);

create table wave (
  id uuid not null,
  wave_no text not null,
  state text not null constraint wave_state check (state in ('OPEN', 'PICKED', 'SHIPPED', 'CLOSED', 'CANCELLED')),
  carrier text not null,
  -- The choice that it was made by, in words.
  about text not null,
  -- Whose orders it holds: staff who keep certain shops see waves of these alone.
  shop_ids uuid[] not null,
  made_by uuid not null constraint wave_maker references staff,
  made_at timestamptz not null,
  state_at timestamptz not null,
  constraint wave_pk primary key (id),
  constraint wave_number unique (wave_no)
);
grant select, insert on wave to mall_app;
grant update (state, state_at) on wave to mall_app;
create index wave_latest on wave (made_at desc, id);
create index wave_of_state on wave (state, made_at desc, id);

create table wave_order (
  enterprise_id uuid not null constraint wave_order_enterprise references enterprise,
  order_id uuid not null,
  wave_id uuid not null constraint wave_order_wave references wave,
  place int not null constraint wave_order_place check (place between 1 and 200),
  -- To be shipped when it came in: another number now is a change since.
  units int not null constraint wave_order_units check (units > 0),
  -- null: it waits. An order that was cancelled waits for nothing, which its own row says.
  outcome text constraint wave_order_outcome check (outcome in ('shipped', 'removed', 'released')),
  packed_by uuid constraint wave_order_packer references staff,
  packed_at timestamptz,
  constraint wave_order_pk primary key (enterprise_id, wave_id, order_id),
  constraint wave_order_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id),
  constraint wave_order_at unique (enterprise_id, wave_id, place),
  constraint wave_order_packed check ((outcome is not distinct from 'shipped') = (packed_by is not null and packed_at is not null))
);
grant select, insert on wave_order to mall_app;
grant update (outcome, packed_by, packed_at) on wave_order to mall_app;
create index wave_order_by_wave on wave_order (wave_id, place);
-- An order is in one open wave at most.
create unique index wave_order_open on wave_order (enterprise_id, order_id) where outcome is null;

-- Who took the last parcel of a company.
create index parcel_latest on parcel (enterprise_id, sent_at desc);
