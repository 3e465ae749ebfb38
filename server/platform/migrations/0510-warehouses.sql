-- Several warehouses, and what lies in each (decision 380). Everything that is there lies in the main one.
create table warehouse (
  id uuid not null,
  code text not null,
  name text not null,
  address text not null,
  -- The provinces that it serves, the preferred first: of two warehouses that serve one, that goes first which names it earlier.
  provinces text[] not null,
  open boolean not null,
  made_at timestamptz not null,
  constraint warehouse_pk primary key (id),
  constraint warehouse_code unique (code),
  constraint warehouse_name unique (name),
  -- The main one is where goods lie if nobody says otherwise.
  constraint warehouse_main_is_open check (open or id <> '0195d000-0000-7000-8000-000000000001')
);
grant select, insert, update on warehouse to mall_app;
insert into warehouse (id, code, name, address, provinces, open, made_at)
  values ('0195d000-0000-7000-8000-000000000001', 'MAIN', '主仓', '', '{}', true, now());

-- The units in the house. The row of the SKU in sku_stock is locked before it, so that its sum cannot change meanwhile.
create table warehouse_stock (
  sku_id uuid not null constraint warehouse_stock_sku references sku,
  warehouse_id uuid not null constraint warehouse_stock_warehouse references warehouse,
  units int not null constraint warehouse_stock_units check (units >= 0),
  -- Where it lies there. The bin of the main warehouse is that of the SKU, which the release before writes.
  bin text not null default '' constraint warehouse_stock_bin check (length(bin) <= 20),
  constraint warehouse_stock_pk primary key (sku_id, warehouse_id)
);
create index warehouse_stock_of on warehouse_stock (warehouse_id, sku_id);
grant select, insert, update on warehouse_stock to mall_app;
insert into warehouse_stock (sku_id, warehouse_id, units)
  select sku_id, '0195d000-0000-7000-8000-000000000001', available + reserved from sku_stock where available + reserved > 0;

-- Every movement names its warehouse. The rows that are there get the main one, which costs nothing as a default; then a trigger fills it in
-- where the release before, which does not know it, writes a row.
alter table stock_movement
  add column warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001' constraint stock_movement_warehouse references warehouse;
alter table stock_movement alter column warehouse_id drop default;
create index stock_movement_of_warehouse on stock_movement (warehouse_id, sku_id, at desc, id desc);

-- Units that leave are taken from the main warehouse if it has enough, else from the one with the most.
create function choose_warehouse_of_movement() returns trigger language plpgsql as $$
  begin
    select s.warehouse_id into new.warehouse_id from warehouse_stock s where new.quantity < 0 and s.sku_id = new.sku_id
      order by s.warehouse_id = '0195d000-0000-7000-8000-000000000001' and s.units >= -new.quantity desc, s.units desc limit 1;
    new.warehouse_id := coalesce(new.warehouse_id, '0195d000-0000-7000-8000-000000000001');
    return new;
  end $$;
create trigger stock_movement_placed before insert on stock_movement for each row when (new.warehouse_id is null)
  execute function choose_warehouse_of_movement();

create function move_warehouse_stock() returns trigger language plpgsql as $$
  begin
    insert into warehouse_stock (sku_id, warehouse_id, units) select distinct sku_id, warehouse_id, 0 from moved on conflict do nothing;
    update warehouse_stock s set units = s.units + m.units
      from (select sku_id, warehouse_id, sum(quantity)::int as units from moved group by sku_id, warehouse_id) m
      where s.sku_id = m.sku_id and s.warehouse_id = m.warehouse_id and m.units <> 0;
    return null;
  end $$;
create trigger stock_movement_moves after insert on stock_movement referencing new table as moved for each statement
  execute function move_warehouse_stock();

-- A parcel leaves from one warehouse, and a wave is picked in one.
alter table parcel
  add column warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001' constraint parcel_warehouse references warehouse;
alter table wave
  add column warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001' constraint wave_warehouse references warehouse;
-- Where goods of a purchase order came; a receipt that is taken back leaves the warehouse again.
alter table goods_receipt
  add column warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001' constraint goods_receipt_warehouse references warehouse;
