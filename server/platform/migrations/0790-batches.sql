-- Batches with best-before days (decision 650). The row of the SKU in sku_stock guards them, as it guards what lies in the warehouses.
alter table sku_stock add column batched boolean not null default false;

create table stock_batch (
  id uuid not null,
  sku_id uuid not null constraint stock_batch_sku references sku,
  -- '' is the batch without a name: what was there before the SKU had batches, and what came in without saying of which it is.
  batch_no text not null constraint stock_batch_no check (length(batch_no) <= 30),
  made_on date,
  best_before date,
  constraint stock_batch_pk primary key (id),
  constraint stock_batch_number unique (sku_id, batch_no),
  constraint stock_batch_days check ((batch_no = '') = (best_before is null) and (made_on is null or coalesce(made_on <= best_before, false)))
);
create index stock_batch_by_end on stock_batch (best_before, id);
-- A mistyped day can be mended; the number cannot.
grant select, insert, update (best_before, made_on) on stock_batch to mall_app;

-- The units of a batch in a warehouse. Together they are what lies there of the SKU.
create table batch_stock (
  sku_id uuid not null constraint batch_stock_sku references sku,
  warehouse_id uuid not null constraint batch_stock_warehouse references warehouse,
  batch_id uuid not null constraint batch_stock_batch references stock_batch,
  units int not null constraint batch_stock_units check (units >= 0),
  constraint batch_stock_pk primary key (sku_id, warehouse_id, batch_id)
);
create index batch_stock_of_batch on batch_stock (batch_id);
grant select, insert, update on batch_stock to mall_app;

alter table stock_movement
  -- The batch that it must be of; null: the batches are chosen by the trigger.
  add column batch_id uuid constraint stock_movement_batch references stock_batch,
  -- The parcel that left with it, or that it came back from, by both parts of its key.
  add column parcel_enterprise_id uuid,
  add column parcel_id uuid;

-- What a movement has moved of each batch.
create table batch_movement (
  sku_id uuid not null,
  movement_id uuid not null,
  batch_id uuid not null constraint batch_movement_batch references stock_batch,
  quantity int not null constraint batch_movement_quantity check (quantity <> 0),
  parcel_enterprise_id uuid,
  parcel_id uuid,
  constraint batch_movement_pk primary key (sku_id, movement_id, batch_id),
  constraint batch_movement_movement foreign key (sku_id, movement_id) references stock_movement (sku_id, id)
);
create index batch_movement_of_batch on batch_movement (batch_id, movement_id desc);
create index batch_movement_of_parcel on batch_movement (parcel_id) where parcel_id is not null;
grant select, insert on batch_movement to mall_app;

-- Which batch a line brought in, so that the counter receipt takes the same one back.
alter table stock_receipt_line add column batch_id uuid constraint stock_receipt_line_batch references stock_batch;
alter table goods_receipt_line add column batch_id uuid constraint goods_receipt_line_batch references stock_batch;

-- Moves the batches of the movements of one statement. What leaves without a name leaves by its best-before day, the nearest first; a shipment
-- never takes what is past it, a transfer takes that last, and what is thrown away or missing is that before all others. What comes by a transfer is of the batches that left, other units without a name
-- are of the batch without one. The rows of the SKUs are locked, so nothing of them moves meanwhile.
create function move_batch_stock() returns trigger language plpgsql as $$
  declare
    m record;
    b record;
    today date;
    rest int;
    part int;
  begin
    for m in
      select v.id, v.sku_id, v.warehouse_id, v.kind, v.quantity, v.at, v.batch_id, v.parcel_enterprise_id, v.parcel_id from moved v
        join sku_stock s on s.sku_id = v.sku_id where s.batched and v.quantity <> 0
        order by v.batch_id is null, case when v.quantity < 0 then 1 when v.kind = 'transfer' then 2 else 0 end, v.id
    loop
      today := (m.at at time zone 'Asia/Shanghai')::date;
      rest := abs(m.quantity);
      for b in
        select c.batch_id, c.units from (
          select m.batch_id as batch_id, rest::bigint as units where m.batch_id is not null
          union all
          select n.id, rest from stock_batch n
            where m.batch_id is null and m.quantity > 0 and m.kind <> 'transfer' and n.sku_id = m.sku_id and n.batch_no = ''
          union all
          select x.batch_id, -sum(x.quantity) from batch_movement x join moved v on v.sku_id = x.sku_id and v.id = x.movement_id
            where m.batch_id is null and m.quantity > 0 and m.kind = 'transfer' and v.sku_id = m.sku_id and v.kind = 'transfer'
            group by x.batch_id having sum(x.quantity) < 0
          union all
          select l.batch_id, l.units from batch_stock l
            where m.batch_id is null and m.quantity < 0 and l.sku_id = m.sku_id and l.warehouse_id = m.warehouse_id and l.units > 0
        ) c join stock_batch n on n.id = c.batch_id and n.sku_id = m.sku_id
        where m.kind <> 'shipment' or n.best_before is null or n.best_before >= today
        order by m.kind in ('adjustment', 'scrap', 'count') and coalesce(n.best_before < today, false) desc,
          m.kind = 'transfer' and coalesce(n.best_before < today, false), n.best_before nulls first, n.batch_no
      loop
        exit when rest = 0;
        part := least(rest, b.units);
        insert into batch_stock (sku_id, warehouse_id, batch_id, units) values (m.sku_id, m.warehouse_id, b.batch_id, 0) on conflict do nothing;
        update batch_stock l set units = l.units + sign(m.quantity)::int * part
          where l.sku_id = m.sku_id and l.warehouse_id = m.warehouse_id and l.batch_id = b.batch_id;
        insert into batch_movement (sku_id, movement_id, batch_id, quantity, parcel_enterprise_id, parcel_id)
          values (m.sku_id, m.id, b.batch_id, sign(m.quantity)::int * part, m.parcel_enterprise_id, m.parcel_id);
        rest := rest - part;
      end loop;
      if rest > 0 then
        raise exception 'SKU % has too few units of batches in warehouse %', m.sku_id, m.warehouse_id using errcode = 'check_violation', constraint = 'batch_stock_units';
      end if;
    end loop;
    return null;
  end $$;
create trigger stock_movement_moves_batches after insert on stock_movement referencing new table as moved for each statement
  execute function move_batch_stock();
