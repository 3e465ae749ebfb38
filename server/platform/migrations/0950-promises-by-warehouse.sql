-- When goods arrive depends on the warehouse that they leave from (decision 810).

-- The units of a SKU outside the main warehouse, by the id of the warehouse; those in transit too. Who reads the stock reads them with it. Most
-- SKUs lie in the main warehouse alone: theirs is empty, and no movement there writes it.
alter table sku_stock add elsewhere jsonb not null default '{}';
update sku_stock set elsewhere = lying.units
  from (
    select sku_id, jsonb_object_agg(warehouse_id, units) as units from warehouse_stock
    where warehouse_id <> '0195d000-0000-7000-8000-000000000001' and units > 0 group by sku_id
  ) as lying
  where lying.sku_id = sku_stock.sku_id;

create or replace function move_warehouse_stock() returns trigger language plpgsql as $$
  begin
    insert into warehouse_stock (sku_id, warehouse_id, units) select distinct sku_id, warehouse_id, 0 from moved on conflict do nothing;
    update warehouse_stock s set units = s.units + m.units
      from (select sku_id, warehouse_id, sum(quantity)::int as units from moved group by sku_id, warehouse_id) m
      where s.sku_id = m.sku_id and s.warehouse_id = m.warehouse_id and m.units <> 0;
    if exists (select from moved where warehouse_id <> '0195d000-0000-7000-8000-000000000001') then
      update sku_stock s set elsewhere = there.units
        from (select distinct sku_id from moved where warehouse_id <> '0195d000-0000-7000-8000-000000000001') m
        cross join lateral (
          select coalesce(jsonb_object_agg(w.warehouse_id, w.units), '{}') as units from warehouse_stock w
          where w.sku_id = m.sku_id and w.warehouse_id <> '0195d000-0000-7000-8000-000000000001' and w.units > 0
        ) there
        where s.sku_id = m.sku_id;
    end if;
    return null;
  end $$;

-- How many days a warehouse takes: a list, the latest first, so that a change moves no promise of an order that is paid. Empty: as the mall says.
alter table warehouse add delivery_terms jsonb not null default '[]';

-- The warehouses that the promised day was computed from when the order was submitted; null: the main one alone.
alter table "order" add promised_from uuid[];
