import pg from 'pg'

/**
 * Creates orders, so that indexes have a realistic size and plans are made for full tables. The orders are cancelled, because those need
 * neither stock nor money. It uses set-based SQL, and all invariants hold.
 */
export async function prefillOrders(ownerUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`
    create temp table made as
      select uuid_v7() as order_id, uuid_v7() as trade_id, m.enterprise_id, m.user_id, g as n, now() - (g || ' seconds')::interval as at
      from generate_series(1, ${count}) g
      join (select enterprise_id, user_id, row_number() over () - 1 as place, count(*) over () as seats from membership where account_type = 1) m
        on m.place = g % m.seats`)
  await client.query(
    `insert into trade (enterprise_id, id, user_id, method, created_at) select enterprise_id, trade_id, user_id, 'credit', at from made`,
  )
  await client.query(`
    create temp table made_line as
      select made.n, line, s.id, s.goods_id, s.code, s.props
      from made cross join generate_series(1, 3) line
      join (select id, goods_id, code, props, row_number() over () - 1 as place, count(*) over () as skus from sku) s on s.place = (made.n * 3 + line) % s.skus`)
  await client.query(`
    insert into "order" (enterprise_id, id, order_no, trade_id, user_id, shop_id, state, price_type, goods_fen, freight_fen, discount_fen, payable_fen, freight_fee_fen, remark, words,
      receiver_name, receiver_mobile, receiver_region, receiver_detail, first_goods, goods_count, state_at, created_at, event_count)
    select enterprise_id, order_id, '1999' || lpad(n::text, 14, '0'), trade_id, user_id, (select id from shop limit 1), 'CANCELLED', 'credit', 3000, 0, 0, 3000, 0, '', w.words,
      '压测', '13700000000', '广东省 深圳市 南山区', '高新南一道', '截齿', 3, at, at, 2
    from made join (
      select n, '1999' || lpad(n::text, 14, '0') || e'\\n' || lower(string_agg('截齿' || e'\\n' || code, e'\\n')) as words from made_line group by n
    ) w using (n)`)
  await client.query(`
    insert into order_line (enterprise_id, order_id, line_no, sku_id, goods_id, goods_name, unit, sku_code, sku_props, quantity, sale_price_fen,
      credit_price_fen, unit_price_fen, amount_fen, discount_fen)
    select made.enterprise_id, made.order_id, l.line, l.id, l.goods_id, '截齿', '支', l.code, l.props, 1, 1000, 1000, 1000, 1000, 0
    from made join made_line l using (n)`)
  await client.query(`
    insert into order_event (enterprise_id, order_id, at, id, seq, verb, from_state, to_state, actor_kind, actor_id, note)
    select enterprise_id, order_id, at, uuid_v7(), 1, 'submit', null, 'WAIT_PAY', 'member', user_id, '' from made
    union all select enterprise_id, order_id, at, uuid_v7(), 2, 'cancel', 'WAIT_PAY', 'CANCELLED', 'member', user_id, '' from made`)
  await client.query('drop table made, made_line')
  await client.query('vacuum (analyze)')
  await client.end()
}
