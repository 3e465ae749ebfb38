import type pg from 'pg'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'

/** Shares of the orders in percent; the others are paid online. Cancelled orders were never paid. */
const CANCELLED = 10
const ON_CREDIT = 10
/** Every 97th order belongs to one company, so that the largest company grows with the mall. */
const LARGEST_SHARE = 97
/** The ages after which an order is shipped, received and closed. They are below the deadlines of the jobs. */
const SHIPPED_DAYS = 1
const RECEIVED_DAYS = 3
const DONE_DAYS = 33

export interface OrderFill {
  count: number
  /** The person who receives every 97th order. */
  largest: string
  since: Date
  until: Date
}

/**
 * Creates the temporary tables `made` (orders with the ids of everything that belongs to them) and `made_line` (two lines of one unit per
 * order). Orders lie evenly between `since` and `until`.
 */
export async function createPlannedOrderTables(client: pg.Client, { count, largest, since, until }: OrderFill): Promise<void> {
  await client.query(
    `create temp table made as
      with company as (
          select enterprise_id, user_id, case when enterprise_id = $4 then -1 else row_number() over (order by enterprise_id = $4, enterprise_id) - 1 end as place
          from membership where account_type = 1),
        size as (select count(*) - 1 as others from company),
        placed as (
          select g, $2::timestamptz + ($3::timestamptz - $2::timestamptz) * (g::float8 / $1) as at, case when g % ${LARGEST_SHARE} = 0 then -1 else g % others end as place
          from size, generate_series(1, $1::int) g)
      select g as n, uuid_v7(t.at) as order_id, uuid_v7(t.at) as trade_id, uuid_v7(t.at) as payment_id, uuid_v7(t.at) as parcel_id, w.enterprise_id, w.user_id, t.at,
        t.at + interval '5 minutes' as paid_at, t.at + interval '${SHIPPED_DAYS} days' as sent_at, t.at + interval '${RECEIVED_DAYS} days' as received_at,
        t.at + interval '${DONE_DAYS} days' as done_at,
        case when g * 37 % 100 < ${CANCELLED} then null when g * 37 % 100 < ${CANCELLED + ON_CREDIT} then 'credit' else 'online' end as method,
        case when g * 37 % 100 < ${CANCELLED} then 'CANCELLED' when t.at > $3::timestamptz - interval '${SHIPPED_DAYS} days' then 'WAIT_SEND'
          when t.at > $3::timestamptz - interval '${RECEIVED_DAYS} days' then 'SENT'
          when t.at > $3::timestamptz - interval '${DONE_DAYS} days' then 'WAIT_COMMENT' else 'DONE' end as state
      from placed t join company w using (place) order by g`,
    [count, since, until, largest],
  )
  await client.query(`
    create temp table made_line as
      with choice as materialized (select id, goods_id, code, props, sale_price_fen, credit_price_fen, row_number() over (order by id) - 1 as place from sku),
        size as materialized (select count(*) as skus from sku)
      select m.n, line, c.id as sku_id, c.goods_id, c.code, c.props, c.sale_price_fen, c.credit_price_fen,
        case m.method when 'credit' then c.credit_price_fen else c.sale_price_fen end as price_fen
      from made m cross join size cross join generate_series(1, 2) line join choice c on c.place = (m.n * 31 + line * 17) % size.skus`)
  await client.query('create temp table made_sum as select n, sum(price_fen)::bigint as fen from made_line group by n')
  await client.query('analyze made, made_line, made_sum')
}

/** Tables whose indexes are built after `insertPlannedOrders`. */
export const TABLES_FILLED_BY_ORDERS = [
  'order',
  'order_line',
  'payment',
  'payment_allocation',
  'parcel',
  'stock_movement',
  'message',
] as const

const SENT = `state in ('SENT', 'WAIT_COMMENT', 'DONE')`

/** Inserts the planned orders with their lines, events, payments and parcels, but without the postings of credit and providers. */
export async function insertPlannedOrders(client: pg.Client): Promise<void> {
  await client.query(
    `insert into trade (enterprise_id, id, user_id, method, created_at) select enterprise_id, trade_id, user_id, coalesce(method, 'online'), at from made order by n`,
  )
  await client.query(`
    insert into "order" (enterprise_id, id, order_no, trade_id, user_id, shop_id, state, price_type, goods_fen, freight_fen, discount_fen, payable_fen, freight_fee_fen,
      remark, words, receiver_name, receiver_mobile, receiver_region, receiver_detail, first_goods, goods_count, state_at, created_at, event_count)
    select enterprise_id, order_id, '1999' || lpad(n::text, 14, '0'), trade_id, user_id, (select id from shop limit 1), state,
      case method when 'credit' then 'credit' else 'sale' end, fen, 0, 0, fen, 0, '', '1999' || lpad(n::text, 14, '0') || e'\\n截齿\\nkt-l' || n % 40,
      '压测', '13700000000', '广东省 深圳市 南山区', '高新南一道', '截齿', 2,
      case state when 'CANCELLED' then paid_at when 'WAIT_SEND' then paid_at when 'SENT' then sent_at when 'WAIT_COMMENT' then received_at else done_at end, at,
      case state when 'CANCELLED' then 2 when 'WAIT_SEND' then 2 when 'SENT' then 3 when 'WAIT_COMMENT' then 4 else 5 end
    from made join made_sum using (n) order by n`)
  await client.query(`
    insert into order_line (enterprise_id, order_id, line_no, sku_id, goods_id, goods_name, unit, sku_code, sku_props, quantity, sale_price_fen,
      credit_price_fen, unit_price_fen, amount_fen, discount_fen, shipped, posted_fen)
    select enterprise_id, order_id, l.line, l.sku_id, l.goods_id, '截齿', '支', l.code, l.props, 1, sale_price_fen, credit_price_fen, price_fen, price_fen, 0,
      (${SENT})::int, case when ${SENT} and method = 'credit' then price_fen else 0 end
    from made join made_line l using (n) order by n`)
  await client.query(`
    insert into order_event (enterprise_id, order_id, at, id, seq, verb, from_state, to_state, actor_kind, actor_id, note)
    select enterprise_id, order_id, e.at, uuid_v7(e.at), seq, verb, from_state, to_state, actor, case actor when 'member' then user_id when 'staff' then s.id end, ''
    from made cross join (select id from staff order by id limit 1) s cross join lateral (values
      (1, 'submit', null, 'WAIT_PAY', 'member', at, true),
      (2, 'cancel', 'WAIT_PAY', 'CANCELLED', 'member', paid_at, state = 'CANCELLED'),
      (2, 'pay', 'WAIT_PAY', 'WAIT_SEND', 'member', paid_at, state <> 'CANCELLED'),
      (3, 'shipRest', 'WAIT_SEND', 'SENT', 'staff', sent_at, ${SENT}),
      (4, 'receive', 'SENT', 'WAIT_COMMENT', 'member', received_at, state in ('WAIT_COMMENT', 'DONE')),
      (5, 'closeComment', 'WAIT_COMMENT', 'DONE', 'clock', done_at, state = 'DONE')
    ) e(seq, verb, from_state, to_state, actor, at, happened) where happened order by n`)
  await client.query(`
    insert into payment (enterprise_id, id, trade_id, method, channel, amount_fen, state, paid_by, paid_at, purpose, title, created_at, reference, value_day)
    select enterprise_id, payment_id, trade_id, method, case method when 'online' then 'wechat' end, fen, 'SETTLED', user_id, paid_at, 'trade', '截齿', at,
      case method when 'online' then 'R' || n end, case method when 'online' then (paid_at at time zone 'Asia/Shanghai')::date end
    from made join made_sum using (n) where method is not null order by n`)
  await client.query(`
    insert into payment_allocation (enterprise_id, payment_id, order_id, amount_fen)
    select enterprise_id, payment_id, order_id, fen from made join made_sum using (n) where method is not null order by n`)
  await client.query(`
    insert into parcel (enterprise_id, id, order_id, parcel_no, carrier, tracking_no, post_fen, sent_by, sent_at, received_at)
    select enterprise_id, parcel_id, order_id, 1, '德邦快递', 'T' || n, case method when 'credit' then fen else 0 end, s.id, sent_at,
      case when state <> 'SENT' then received_at end
    from made join made_sum using (n) cross join (select id from staff order by id limit 1) s where ${SENT} order by n`)
  await client.query(`
    insert into parcel_line (enterprise_id, parcel_id, line_no, quantity, post_fen)
    select enterprise_id, parcel_id, line, 1, case method when 'credit' then price_fen else 0 end from made join made_line using (n) where ${SENT} order by n`)
  await writeStock(client)
}

async function writeStock(client: pg.Client): Promise<void> {
  await client.query(`
    insert into stock_movement (sku_id, id, kind, quantity, reason, at, balance, warehouse_id)
    select l.sku_id, uuid_v7(sent_at), 'shipment', -1, '订单 1999' || lpad(n::text, 14, '0') || ' 包裹 1', sent_at,
      s.available - row_number() over (partition by l.sku_id order by n, line), '${MAIN_WAREHOUSE_ID}'
    from made join made_line l using (n) join sku_stock s on s.sku_id = l.sku_id where ${SENT} order by n`)
  await client.query(`
    update sku_stock s set available = s.available - moved.sent - moved.waiting, reserved = moved.waiting, sold = moved.sent, ordered = true
    from (select sku_id, count(*) filter (where ${SENT}) as sent, count(*) filter (where state = 'WAIT_SEND') as waiting
      from made join made_line using (n) group by sku_id) moved where moved.sku_id = s.sku_id`)
  await client.query(`
    update warehouse_stock w set units = w.units - moved.sent
    from (select sku_id, count(*) as sent from made join made_line using (n) where ${SENT} group by sku_id) moved
    where moved.sku_id = w.sku_id and w.warehouse_id = '${MAIN_WAREHOUSE_ID}'`)
}
