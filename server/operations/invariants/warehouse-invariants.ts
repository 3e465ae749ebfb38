import { MAIN_WAREHOUSE_ID, TRANSIT_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { Invariant } from './checks/invariant.ts'

/** Invariants of what lies in the warehouses. */
export const warehouseInvariants: readonly Invariant[] = [
  {
    id: 'I-54',
    promise: 'what lies in the warehouses of a SKU is its stock: the units that are on the shelf or promised',
    sql: `select coalesce(s.sku_id, w.sku_id)::text from sku_stock s
      full join (select sku_id, sum(units) as units from warehouse_stock group by sku_id) w on w.sku_id = s.sku_id
      where coalesce(w.units, 0) <> coalesce(s.available + s.reserved, 0)`,
  },
  {
    id: 'I-54b',
    promise: 'what lies in a warehouse came there and did not leave it',
    sql: `select coalesce(w.sku_id, m.sku_id)::text || ' ' || coalesce(w.warehouse_id, m.warehouse_id) from warehouse_stock w
      full join (select sku_id, warehouse_id, sum(quantity) as units from stock_movement group by sku_id, warehouse_id) m
        on m.sku_id = w.sku_id and m.warehouse_id = w.warehouse_id
      where coalesce(w.units, 0) <> coalesce(m.units, 0)`,
  },
  {
    id: 'I-54c',
    promise: 'what lies of the batches of a SKU in a warehouse is what lies there of the SKU; goods without batches have none',
    sql: `select coalesce(w.sku_id, b.sku_id)::text || ' ' || coalesce(w.warehouse_id, b.warehouse_id)
      from (select w.sku_id, w.warehouse_id, case when s.batched then w.units else 0 end as units from warehouse_stock w
        join sku_stock s on s.sku_id = w.sku_id) w
      full join (select sku_id, warehouse_id, sum(units) as units from batch_stock group by sku_id, warehouse_id) b
        on b.sku_id = w.sku_id and b.warehouse_id = w.warehouse_id
      where coalesce(w.units, 0) <> coalesce(b.units, 0)
      union all
      select b.batch_id::text from batch_stock b join stock_batch n on n.id = b.batch_id where n.sku_id <> b.sku_id`,
  },
  {
    id: 'I-54d',
    promise: 'the batches of a movement are of its SKU and come to its units, and are the one that it names',
    sql: `select b.movement_id::text from batch_movement b join stock_batch n on n.id = b.batch_id
        join stock_movement m on m.sku_id = b.sku_id and m.id = b.movement_id
      group by b.sku_id, b.movement_id, m.quantity, m.batch_id, m.parcel_id
      having sum(b.quantity) <> m.quantity or bool_or(n.sku_id <> b.sku_id) or bool_or(b.batch_id <> m.batch_id)
        or bool_or(b.parcel_id is distinct from m.parcel_id)`,
  },
  {
    id: 'I-54e',
    promise: 'a SKU names the units of each other warehouse than the main one',
    sql: `select s.sku_id::text from sku_stock s
      left join (select sku_id, jsonb_object_agg(warehouse_id, units) as units from warehouse_stock
        where warehouse_id <> '${MAIN_WAREHOUSE_ID}' and units > 0 group by sku_id) w on w.sku_id = s.sku_id
      where s.elsewhere <> coalesce(w.units, '{}')`,
  },
  {
    id: 'I-54f',
    promise: 'a SKU is recorded as out of stock exactly while none of it is available, and its stock-outs share no day',
    sql: `select s.sku_id::text from sku_stock s
      where (s.available = 0 and exists (select from stock_movement m where m.sku_id = s.sku_id))
        <> exists (select from stock_out o where o.sku_id = s.sku_id and o.last_day is null)
      union all
      select sku_id::text from (select sku_id, first_day, lag(coalesce(last_day, 'infinity')) over (partition by sku_id order by first_day) as ended
        from stock_out) o where first_day <= ended`,
  },
  {
    id: 'I-55',
    promise: 'what is in transit is what was sent by transfers and has not come',
    sql: `select coalesce(w.sku_id, t.sku_id)::text from (select sku_id, units from warehouse_stock where warehouse_id = '${TRANSIT_WAREHOUSE_ID}') w
      full join (select l.sku_id, sum(l.quantity - l.received - l.missing) as units from stock_transfer t
        join stock_transfer_line l on l.stock_transfer_id = t.id where t.state in ('SENT', 'RECEIVED') group by l.sku_id) t on t.sku_id = w.sku_id
      where coalesce(w.units, 0) <> coalesce(t.units, 0)`,
  },
  {
    id: 'I-55b',
    promise: 'the state of a transfer follows from what of it came and what is missing',
    sql: `select t.transfer_no from stock_transfer t left join stock_transfer_line l on l.stock_transfer_id = t.id
      group by t.id, t.transfer_no, t.state, t.closed_reason
      having count(l.line_no) = 0 or (t.state in ('DRAFT', 'CANCELLED') and sum(l.received + l.missing) > 0)
        or (t.state = 'SENT') <> (t.state in ('SENT', 'RECEIVED') and sum(l.received + l.missing) < sum(l.quantity))
        or (t.closed_reason is not null) <> (sum(l.missing) > 0)`,
  },
  {
    id: 'I-56',
    promise:
      'a posted sheet has moved of each SKU what was counted against the books, once, in its warehouse; another sheet has moved nothing',
    sql: `select coalesce(l.count_no, m.stock_count_id::text) || ' ' || coalesce(l.sku_id, m.sku_id)
      from (select c.id, c.count_no, c.warehouse_id, l.sku_id, l.counted - l.counted_booked as difference from stock_count c
        join stock_count_line l on l.stock_count_id = c.id where c.state = 'APPROVED' and l.counted is not null) l
      full join (select stock_count_id, sku_id, count(*) as n, sum(quantity) as units, min(warehouse_id::text) as place, min(kind) as kind
        from stock_movement where stock_count_id is not null group by stock_count_id, sku_id) m on m.stock_count_id = l.id and m.sku_id = l.sku_id
      where l.id is null or m.stock_count_id is null or m.n <> 1 or m.units <> l.difference or m.place <> l.warehouse_id::text or m.kind <> 'count'`,
  },
  {
    id: 'I-56b',
    promise: 'whoever has posted a sheet has not counted for it, and only posted lines say what moved since they were typed',
    sql: `select c.count_no from stock_count c left join stock_count_line l on l.stock_count_id = c.id
      group by c.id, c.count_no, c.state, c.approved_by, c.submitted_by
      having count(l.line_no) = 0 or c.approved_by = c.submitted_by or bool_or(l.counted_by = c.approved_by)
        or count(l.moved) <> case c.state when 'APPROVED' then count(l.counted) else 0 end`,
  },
  {
    id: 'I-56c',
    promise: 'a receipt has moved of each SKU and warehouse what its lines say, and a counter receipt takes back all of one receipt',
    sql: `with line as (select r.id, r.receipt_no, r.reverses, r.reversed_at, l.sku_id, l.warehouse_id, sum(l.quantity) as units, max(l.hundred_fen) as cost
        from stock_receipt r left join stock_receipt_line l on l.stock_receipt_id = r.id group by r.id, l.sku_id, l.warehouse_id),
      moved as (select stock_receipt_id, sku_id, warehouse_id, sum(quantity) as units, bool_and(kind = 'receipt') as kind
        from stock_movement where stock_receipt_id is not null group by stock_receipt_id, sku_id, warehouse_id)
      select coalesce(l.receipt_no, m.stock_receipt_id::text) || ' ' || coalesce(l.sku_id, m.sku_id)::text from line l
        full join moved m on m.stock_receipt_id = l.id and m.sku_id = l.sku_id and m.warehouse_id = l.warehouse_id
        where l.id is null or m.units is distinct from l.units or not m.kind
      union all
      select c.receipt_no from line c left join line o on o.id = c.reverses and o.sku_id = c.sku_id and o.warehouse_id = c.warehouse_id
        where c.reverses is not null
          and (o.id is null or o.reverses is not null or o.reversed_at is null or c.units <> -o.units or c.cost is distinct from o.cost)
      union all
      select o.receipt_no from line o left join line c on c.reverses = o.id and c.sku_id = o.sku_id and c.warehouse_id = o.warehouse_id
        where o.reversed_at is not null and c.id is null`,
  },
]
