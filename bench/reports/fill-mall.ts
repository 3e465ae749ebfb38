import type pg from 'pg'

const SHOPS = 5
const CATEGORIES = 24
const COUPON_TEMPLATES = 40
const ACCOUNT_MANAGERS = 10
const SUPPLIERS = 20
const RECEIPTS_OF_SKU = 12

/** Writes shops with goods and coupons. The goods are there already. */
async function fillShops(client: pg.Client): Promise<void> {
  await client.query(`insert into shop (id, name, city) select uuid_v7(), '第 ' || g || ' 店', '深圳' from generate_series(2, ${SHOPS}) g`)
  await client.query(`insert into category (id, parent_id, name, position)
    select 1000 + g, case when g > 4 then 1001 + g % 4 end, '第 ' || g || ' 类', g from generate_series(1, ${CATEGORIES}) g`)
  await client.query(`with placed as (select id, row_number() over (order by id) as place from goods),
      own_shop as (select id, row_number() over (order by id) as place from shop)
    update goods g set shop_id = s.id, category_id = 1005 + placed.place % ${CATEGORIES - 4}
    from placed join own_shop s on s.place = 1 + placed.place % ${SHOPS} where placed.id = g.id`)
  await client.query(`insert into coupon_template (id, shop_id, name, description, amount_fen, threshold_fen, scope, scope_ids, days, way, per_enterprise, level, created_at)
    select uuid_v7(), s.id, '券 ' || g, '', 3000, 10000, 'all', '[]', 30, 'claim', 100, 1, now()
    from generate_series(1, ${COUPON_TEMPLATES}) g join (select id, row_number() over (order by id) as place from shop) s on s.place = 1 + g % ${SHOPS}`)
}

/** Gives each company an account manager since `since`; one in ten has got another in the last days. */
async function fillAccountManagers(client: pg.Client, since: string): Promise<void> {
  await client.query(`insert into staff (id, email, name, roles, password_hash, status, created_at)
    select uuid_v7(), 'manager' || g || '@staff.test', '客户经理 ' || g, 'support', '', 1, now() from generate_series(1, ${ACCOUNT_MANAGERS}) g`)
  await client.query(
    `create temp table made_change as
     select c.id as enterprise_id, s.id as staff_id, t.at, t.n from (select id, row_number() over (order by id) as place from enterprise) c,
       lateral (values (1, $1::timestamptz), (2, now() - interval '3 days')) t(n, at)
       join (select id, row_number() over (order by id) as place from staff where name like '客户经理%') s on true
     where s.place = 1 + (c.place + t.n) % ${ACCOUNT_MANAGERS} and (t.n = 1 or c.place % 10 = 0)`,
    [since],
  )
  await client.query(`insert into account_manager_change (enterprise_id, id, staff_id, changed_by, at)
    select enterprise_id, uuid_v7(at), staff_id, staff_id, at from made_change order by at`)
  await client.query(`insert into account_manager (enterprise_id, staff_id, since)
    select distinct on (enterprise_id) enterprise_id, staff_id, at from made_change order by enterprise_id, n desc`)
  await client.query(`insert into sales_target (staff_id, month, sales_fen, new_companies, set_by, set_at)
    select id, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM'), 500000000, 5, id, now() from staff where name like '客户经理%'`)
  await client.query('drop table made_change')
}

/** Writes what purchasing knows of each SKU: prices of two suppliers, costs, stock-outs, people who wait for one in ten, and open purchase orders. */
async function fillPurchasing(client: pg.Client): Promise<void> {
  await client.query(`insert into supplier (id, name, credit_code, contact_name, contact_phone, payment_terms, lead_days, active, created_at)
    select uuid_v7(), '第 ' || g || ' 供应商', '', '', '', '', 10, true, now() from generate_series(1, ${SUPPLIERS}) g`)
  await client.query(`create temp table made_sku as select id, row_number() over (order by id) as place from sku`)
  await client.query(`create temp table made_supplier as select id, row_number() over (order by id) - 1 as place from supplier`)
  await client.query(`insert into supplier_price (id, supplier_id, sku_id, price_fen, lead_days, minimum, valid_from, staff_id, at)
    select uuid_v7(), p.id, s.id, 2000 + s.place % 100 + n, 5 + n * 5, 10, current_date - 300, (select id from staff limit 1), now()
    from made_sku s, generate_series(0, 1) n, made_supplier p where p.place = (s.place + n) % ${SUPPLIERS}`)
  await client.query(`insert into sku_cost (sku_id, no, receipt_id, at, units, hundred_fen, in_house, before_fen, after_fen)
    select id, n, uuid_v7(), now(), 10, 200000, 0, 200000, 200000 + n from made_sku, generate_series(1, ${RECEIPTS_OF_SKU}) n`)
  await client.query(
    `update sku_stock q set available = 1500 * (s.place % 8), reserved = s.place % 3 from made_sku s where s.id = q.sku_id`,
  )
  // Each SKU was out for three days of every month; one in eight still is.
  await client.query('delete from stock_out')
  await client.query(`insert into stock_out (sku_id, first_day, last_day)
    select id, current_date - 30 * n - (place % 20)::int, current_date - 30 * n - (place % 20)::int + 2 from made_sku, generate_series(1, 24) n`)
  await client.query(
    `insert into stock_out (sku_id, first_day) select id, current_date - (place % 7)::int from made_sku where place % 8 = 0`,
  )
  await client.query(`insert into stock_wait (enterprise_id, user_id, sku_id, created_at)
    select m.enterprise_id, m.user_id, s.id, now() from made_sku s, (select enterprise_id, user_id, row_number() over () as place from membership) m
    where s.place % 8 = 0 and m.place % 100 = s.place % 100`)
  await client.query(`create temp table made_purchase as select uuid_v7() as id, g from generate_series(1, 200) g`)
  await client.query(`insert into purchase_order (id, order_no, shop_id, supplier_id, state, rate_bp, note, total_fen, made_by, made_at, state_at)
    select p.id, 'CG' || p.g, (select id from shop limit 1), s.id, 'ORDERED', 1300, '', 1, (select id from staff limit 1), now(), now()
    from made_purchase p join made_supplier s on s.place = p.g % ${SUPPLIERS}`)
  await client.query(`insert into purchase_order_line (purchase_order_id, line_no, sku_id, quantity, price_fen)
    select p.id, n, s.id, 100, 2000 from made_purchase p, generate_series(1, 30) n join made_sku s on true where s.place = (p.g * 30 + n) % (select count(*) from made_sku)`)
  await client.query('drop table made_sku, made_supplier, made_purchase')
}

/** Writes all that the reports join the totals with. Goods and companies are there already; `since` is the first day of the totals. */
export async function fillMallOfReports(client: pg.Client, since: string): Promise<void> {
  await fillShops(client)
  await fillAccountManagers(client, since)
  await fillPurchasing(client)
}
