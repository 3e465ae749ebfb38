import type pg from 'pg'
import { listMarginFiguresSql } from '#server/billing/margins/public.ts'
import { listCompanyTotalFiguresSql, sumCompanyTotalsSql } from '#server/operations/reports/public.ts'

/** Writes the totals that follow from those by day and shop: of companies in all shops, and of margins, with one SKU in twenty whose cost nobody knows. */
export async function fillDerivedTotals(client: pg.Client, to: string): Promise<void> {
  await client.query(
    `insert into sales_company_total (span, day, key, ${listCompanyTotalFiguresSql()}) ${sumCompanyTotalsSql('true')} order by span, day, key`,
  )
  await client.query(
    `insert into margin_total (span, day, sku_id, shop_id, ${listMarginFiguresSql()})
     select 'day', day, key::uuid, shop_id, case when known then orders else 0 end, case when known then units else 0 end, case when known then net else 0 end,
       case when known then net * 7 / 10 else 0 end, case when known then 0 else orders end, case when known then 0 else units end, case when known then 0 else net end
     from (select *, round((sold_fen - back_fen) / 1.13)::bigint as net, ('x' || substr(md5(key), 1, 6))::bit(24)::int % 20 <> 0 as known from sales_total
       where dimension = 'sku' and span = 'day' and day < $1::date) t order by day, key`,
    [to],
  )
  await client.query(`insert into margin_total (span, day, sku_id, shop_id, ${listMarginFiguresSql()})
    select 'month', date_trunc('month', day)::date, sku_id, shop_id, ${listMarginFiguresSql((figure) => `sum(${figure})`)} from margin_total group by 2, 3, 4 order by 2, 3`)
  await client.query(`insert into journal_day (day, month, rules, transfers, made_at, split)
    select distinct day, to_char(day, 'YYYY-MM'), '{}'::jsonb, 0, now(), true from margin_total where span = 'day'`)
  await client.query('insert into margin_day (day, made_at, journal_made_at) select day, made_at, made_at from journal_day')
}

const PROMISES_A_COMPANY = 48

/** Writes promises of payment of the last two years: two a month of each company, of ten owners, half of them kept. */
export async function fillPromises(client: pg.Client, to: string): Promise<void> {
  await client.query(
    `insert into collection_task (enterprise_id, id, state, owner_id, due_day, overdue_fen, opened_at, closed_at)
     select c.id, uuid_v7(), 'CLOSED', null, $1::date - 700, 0, $1::date - 690, $1::date from enterprise c`,
    [to],
  )
  await client.query(
    `insert into collection_promise (enterprise_id, id, task_id, amount_fen, day, note, state, received_fen, owner_id, made_by, made_at, decided_by, decided_at)
     select t.enterprise_id, uuid_v7(), t.id, 100000, $1::date - n * 15, '', case when (n + t.place) % 2 = 0 then 'KEPT' else 'BROKEN' end,
       case when (n + t.place) % 2 = 0 then 100000 else 20000 end, s.id, s.id, $1::date - n * 15 - 3, null, $1::date - n * 15 + 1
     from (select enterprise_id, id, row_number() over (order by id) as place from collection_task) t, generate_series(1, ${PROMISES_A_COMPANY}) n
       join (select id, row_number() over (order by id) - 1 as at from staff where name like '客户经理%') s on true
     where s.at = (t.place + n) % 10`,
    [to],
  )
}
