import type pg from 'pg'
import { listTotalFiguresSql } from '#server/operations/reports/public.ts'
import { fillDerivedTotals, fillPromises } from './fill-margins.ts'

/** The days of the totals, both inclusive, and how many orders are sold on each. */
export interface FilledDays {
  from: string
  to: string
  ordersADay: number
}

/** Writes `made_order`: orders of random companies in random shops, one in ten with a coupon, the half of them on credit. */
async function planOrders(client: pg.Client, { from, to, ordersADay }: FilledDays): Promise<void> {
  await client.query('select setseed(0.23)')
  await client.query(`create temp table made_shop as select id, row_number() over (order by id) - 1 as place from shop`)
  await client.query(`create temp table made_company as select id, row_number() over (order by id) - 1 as place from enterprise`)
  await client.query(`create temp table made_sku as
    select s.id, h.place as shop, row_number() over (partition by h.place order by s.id) - 1 as place
    from sku s join goods g on g.id = s.goods_id join made_shop h on h.id = g.shop_id`)
  await client.query(`create temp table made_coupon as
    select c.id, h.place as shop, row_number() over (partition by h.place order by c.id) - 1 as place from coupon_template c join made_shop h on h.id = c.shop_id`)
  await client.query(
    `create temp table made_order as
     select day::date, n, floor(random() * (select count(*) from made_company))::int as company, floor(random() * (select count(*) from made_shop))::int as shop,
       floor(random() * 31)::int as province, (random() * 1000000)::int as chance, case when random() < 0.5 then 'credit' when random() < 0.5 then 'transfer' else 'online' end as payment
     from generate_series($1::date, $2::date, interval '1 day') day, generate_series(1, $3::int) n`,
    [from, to, ordersADay],
  )
  // Three lines each. One unit in fifty comes back on the same day.
  await client.query(`create temp table made_line as
    select o.day, o.n, o.shop, (o.chance + 7919 * line) % (select count(*) from made_sku s where s.shop = 0) as sku, 1 + (o.chance + line) % 9 as units,
      case when (o.chance + line) % 50 = 0 then 1 else 0 end as back
    from made_order o, generate_series(1, 3) line`)
  await client.query('analyze made_order, made_line')
}

/** The figures of a total, from orders `o` and the sums of their lines `l`. */
const FIGURES = `count(*)::int as orders, sum(l.units)::bigint as units, sum(l.units * 3851)::bigint as sold_fen, sum(l.back)::bigint as back_units,
  sum(l.back * 3851)::bigint as back_fen`
const NO_DISCOUNT = '0 as discount_fen, 0 as back_discount_fen, 0 as claimed'

/** SQL: the totals by day of one dimension that has one key an order. */
const totalsOfOrders = (dimension: string, key: string, join = '', discounts = NO_DISCOUNT): string => `
  select '${dimension}' as dimension, o.day, ${key} as key, o.shop, ${FIGURES}, ${discounts} from made_order o join made_sum l using (day, n) ${join} group by 2, 3, 4`

const totalsOfDays = `
  ${totalsOfOrders('all', `''`)}
  union all ${totalsOfOrders('province', `'第 ' || o.province || ' 省'`)}
  union all ${totalsOfOrders('payment', 'o.payment')}
  union all ${totalsOfOrders('enterprise', 'c.id::text', 'join made_company c on c.place = o.company')}
  union all ${totalsOfOrders(
    'coupon',
    'c.id::text',
    `join made_coupon c on c.shop = o.shop and c.place = (o.chance / 10) % (select count(*) from made_coupon m where m.shop = o.shop) and o.chance % 10 = 0`,
    'count(*) * 3000 as discount_fen, 0 as back_discount_fen, count(*)::int as claimed',
  )}
  union all select 'submitted', o.day, 'all', o.shop, count(*)::int, 0, 0, 0, 0, ${NO_DISCOUNT} from made_order o group by 2, 4
  union all select 'sku', l.day, s.id::text, l.shop, ${FIGURES}, ${NO_DISCOUNT} from made_line l join made_sku s on s.shop = l.shop and s.place = l.sku group by 2, 3, 4`

/** Writes the totals of random orders, of days and of the months that are over, in the order in which the job writes them. */
export async function fillSalesTotals(client: pg.Client, days: FilledDays): Promise<void> {
  await planOrders(client, days)
  await client.query(`create temp table made_sum as select day, n, sum(units) as units, sum(back) as back from made_line group by 1, 2`)
  await client.query('analyze made_sum')
  const figures = listTotalFiguresSql()
  await client.query(`create temp table made_total as select * from (${totalsOfDays}) t`)
  await client.query(
    `insert into sales_total (dimension, span, day, key, shop_id, ${figures})
     select t.dimension, t.span, t.day, t.key, h.id, ${figures} from (
       select dimension, 'day' as span, day, day as written, key, shop, ${figures} from made_total
       union all
       select dimension, 'running', max(max(day)) over (), max(day), key, shop, ${listTotalFiguresSql((figure) => `sum(${figure})`)} from made_total
       where day >= date_trunc('month', $1::date) and day < $1::date group by dimension, key, shop
       union all
       select dimension, 'month', date_trunc('month', day)::date, max(day), key, shop, ${listTotalFiguresSql((figure) => `sum(${figure})`)} from made_total
       where day < date_trunc('month', $1::date) group by dimension, date_trunc('month', day), key, shop) t
       join made_shop h on h.place = t.shop order by t.written, t.span, t.dimension, t.key`,
    [days.to],
  )
  await client.query(`insert into sales_span (dimension, key, shop_id, first_day, last_day)
    select dimension, key::uuid, h.id, min(day), max(day) from made_total t join made_shop h on h.place = t.shop where dimension in ('sku', 'enterprise') group by 1, 2, 3`)
  await client.query(
    `insert into sales_day (day, made_at, closed, running, totals_version, drawn_fen, owed_fen)
     select o.day, now(), o.day < $1::date, o.day = $1::date - 1 and date_trunc('month', o.day) = date_trunc('month', $1::date), 99, sum(l.units * 3851) filter (where o.payment = 'credit'), 1 from made_order o join made_sum l using (day, n) group by 1`,
    [days.to],
  )
  await fillDrawdowns(client, days.to)
  await fillDerivedTotals(client, days.to)
  await fillPromises(client, days.to)
  await client.query('drop table made_line, made_sum, made_total, made_sku, made_coupon')
}

/** Writes the drawdowns of the last hundred days, and open statements of all companies, and overdue ones of one in four. Only reports can read them. */
async function fillDrawdowns(client: pg.Client, to: string): Promise<void> {
  await client.query(
    `insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day)
     select c.id, uuid_v7(at), 'creditDrawn', 'sales', l.units * 3851, 'draw', gen_random_uuid(), 0, '截齿', at, o.day
     from made_order o join made_sum l using (day, n) join made_company c on c.place = o.company,
       lateral (select (o.day::timestamp at time zone 'Asia/Shanghai') + o.n * interval '15 seconds' as at) t
     where o.payment = 'credit' and o.day > $1::date - 100 order by o.day, o.n`,
    [to],
  )
  await client.query(`insert into ledger_account (enterprise_id, name, balance_fen, entries)
    select id, name, case name when 'creditDrawn' then -90000000 else 0 end, 0 from made_company, unnest(array['creditDrawn', 'interest']) name
    on conflict (enterprise_id, name) do update set balance_fen = excluded.balance_fen`)
  await client.query(
    `insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, due_day, on_time_day, interest_day, closed_at, hash)
     select c.id, to_char(due - 40, 'YYYY-MM'), uuid_v7(), state, 30000000, 0, due, due, due, now(), sha256('')
     from made_company c join (values ('OVERDUE', $1::date - 20, 4), ('CLOSED', $1::date + 11, 1)) s(state, due, one_in) on c.place % one_in = 0`,
    [to],
  )
}
