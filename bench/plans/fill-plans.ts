import pg from 'pg'
import { withBulkInsertConnection, withoutIndexes } from '#bench/fill-session.ts'

/** Indexes are left out while rows are written, and built once afterwards. */
const FILLED = ['trade', 'order', 'payment', 'payment_allocation'] as const

/** As many open orders and payments as a mall of this size has; most are finished. */
const STATE = `case
  when g % 100 < 80 then 'DONE' when g % 100 < 90 then 'CANCELLED' when g % 100 < 95 then 'WAIT_COMMENT' when g % 100 < 98 then 'SENT'
  when g % 1000 < 985 then 'WAIT_SEND' when g % 1000 < 988 then 'PART_SENT' when g % 1000 < 997 then 'WAIT_PAY' else 'WAIT_APPROVAL' end`

/**
 * Writes orders in every state, with their trades and payments, only for query plans: they have no lines and no events, and invariants do
 * not hold. The second shop has a thousandth of them. `superUrl` is a superuser's connection to the mall's database.
 */
export async function insertOrdersForQueryPlans(superUrl: string, count: number): Promise<void> {
  await withBulkInsertConnection(superUrl, async (client) => {
    await withoutIndexes(client, FILLED, () => writeRows(client, count))
    for (const table of FILLED) await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`)
  })
}

async function writeRows(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `create temp table made as
      select uuid_v7() as order_id, uuid_v7() as trade_id, uuid_v7() as payment_id, m.enterprise_id, m.user_id, g,
        now() - (($1 - g) * 15 || ' seconds')::interval as at, ${STATE} as state,
        (select id from shop order by created_at offset case when g % 997 = 0 then 1 else 0 end limit 1) as shop_id,
        (array['credit', 'credit', 'credit', 'credit', 'wallet', 'online', 'online', 'transfer'])[1 + g / 3 % 8] as method
      from generate_series(1, $1::int) g
      join (select enterprise_id, user_id, row_number() over () - 1 as place, count(*) over () as seats from membership where account_type = 1) m
        on m.place = g % m.seats`,
    [count],
  )
  await client.query(
    `insert into trade (enterprise_id, id, user_id, method, created_at) select enterprise_id, trade_id, user_id, method, at from made`,
  )
  await client.query(`
    insert into "order" (enterprise_id, id, order_no, trade_id, user_id, shop_id, state, price_type, goods_fen, freight_fen, discount_fen, payable_fen, freight_fee_fen,
      remark, words, po_number, project_id, receiver_name, receiver_mobile, receiver_region, receiver_detail, first_goods, goods_count, cancel_asked_at, state_at, created_at, event_count)
    select enterprise_id, order_id, '1999' || lpad(g::text, 14, '0'), trade_id, user_id, shop_id, state, case method when 'credit' then 'credit' else 'sale' end, 3000, 0, 0, 3000, 0,
      '', '1999' || lpad(g::text, 14, '0') || e'\\n截齿\\nKT-L' || g % 2000, case when g % 5 = 0 then 'PO' || g else '' end,
      case when g % 4 = 0 then (select p.id from project p where p.enterprise_id = made.enterprise_id limit 1) end,
      '压测', '13700000000', '广东省 深圳市 南山区', '高新南一道', '截齿', 3, case when g % 2000 = 981 then at end, at + interval '1 hour', at, 2
    from made`)
  await client.query(`
    insert into payment (enterprise_id, id, trade_id, method, channel, amount_fen, state, paid_by, paid_at, purpose, title, created_at, reference, remark_code, next_query_at)
    select enterprise_id, payment_id, case when g % 50 = 7 then null else trade_id end, method, case when method = 'online' then 'wechat' end, 3000,
      case when state = 'CANCELLED' then 'CLOSED' when state <> 'WAIT_PAY' then 'SETTLED' when method = 'online' and g % 4 = 0 then 'UNKNOWN' else 'PENDING' end,
      user_id, case when state not in ('CANCELLED', 'WAIT_PAY') then at end, case when g % 50 = 7 then 'topUp' else 'trade' end, '截齿', at,
      case when method in ('online', 'transfer') then 'R' || g end, case when method = 'transfer' then 'M' || g end,
      case when state = 'WAIT_PAY' and method = 'online' then at end
    from made where state <> 'WAIT_APPROVAL' and not (state = 'WAIT_PAY' and method in ('credit', 'wallet'))`)
  await client.query(`
    insert into payment_allocation (enterprise_id, payment_id, order_id, amount_fen, refunded_fen)
    select enterprise_id, payment_id, order_id, 3000, 0 from made where state not in ('WAIT_APPROVAL', 'WAIT_PAY', 'CANCELLED')`)
  await client.query('drop table made')
}
