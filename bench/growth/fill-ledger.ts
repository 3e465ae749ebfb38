import type pg from 'pg'
import { transferKindsCountedAsPaid } from '#contract/orders/levels/level-status.ts'

const day = (at: string) => `(${at} at time zone 'Asia/Shanghai')::date`
const month = (at: string) => `to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`
const kinds = transferKindsCountedAsPaid.map((kind) => `'${kind}'`).join(', ')

/** Tables whose indexes are built after `insertLedgerOfPlannedOrders`. */
export const TABLES_FILLED_BY_LEDGER = ['ledger_transfer', 'statement', 'statement_line', 'statement_entry', 'gateway_receipt'] as const

/**
 * Writes the ledger of the planned orders: payments by providers, holds, drawdowns, statements closed month by month, and online repayments
 * a minute after each close. The months before that of `until` are closed. It needs the tables of `createPlannedOrderTables`.
 */
export async function insertLedgerOfPlannedOrders(client: pg.Client, until: Date): Promise<void> {
  await client.query(`create temp table moved as
    select n, enterprise_id, kind, from_account, to_account, fen, document, e.at, uuid_v7(e.at) as id, place
    from made join made_sum using (n) cross join lateral (values
      (1, 'payByGateway', 'gateway', 'sales', order_id, paid_at, method = 'online'),
      (1, 'hold', 'commitment', 'creditHeld', order_id, paid_at, method = 'credit'),
      (2, 'postHeld', 'creditHeld', 'commitment', parcel_id, sent_at, method = 'credit' and state <> 'WAIT_SEND'),
      (3, 'draw', 'creditDrawn', 'sales', parcel_id, sent_at, method = 'credit' and state <> 'WAIT_SEND')
    ) e(place, kind, from_account, to_account, document, at, happened) where happened`)
  await writeStatements(client, until)
  await client.query(`create temp table positioned as
    with entry as (
      select id, enterprise_id, from_account as account, -fen as fen, at, place from moved where from_account like 'credit%'
      union all select id, enterprise_id, to_account, fen, at, place from moved where to_account like 'credit%')
    select id, enterprise_id, account, row_number() over w as no, sum(fen) over w as after_fen
    from entry window w as (partition by enterprise_id, account order by at, place, id)`)
  await client.query('analyze moved, positioned')
  await client.query(`
    insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day, from_entry, from_after_fen,
      to_entry, to_after_fen, used_after_fen, limit_fen)
    select m.enterprise_id, m.id, m.from_account, m.to_account, m.fen, m.kind, m.document, 0, '截齿', m.at, ${day('m.at')},
      case when p.account = m.from_account then p.no end, case when p.account = m.from_account then p.after_fen end,
      case when p.account = m.to_account then p.no end, case when p.account = m.to_account then p.after_fen end,
      case m.kind when 'hold' then p.after_fen end, case m.kind when 'hold' then c.base_limit_fen end
    from moved m left join positioned p on p.id = m.id left join credit_account c on c.enterprise_id = m.enterprise_id order by m.at`)
  await client.query(`
    update ledger_account a set balance_fen = l.after_fen, entries = l.no
    from (select distinct on (enterprise_id, account) enterprise_id, account, no, after_fen from positioned order by enterprise_id, account, no desc) l
    where l.enterprise_id = a.enterprise_id and l.account = a.name`)
  await writeReceipts(client)
  await writePaidDays(client, until)
  await client.query('drop table moved, positioned')
}

async function writeStatements(client: pg.Client, until: Date): Promise<void> {
  await client.query(
    `create temp table closed as
      select enterprise_id, month, uuid_v7(at) as id, uuid_v7(at) as payment_id, at as closed_at, at + interval '1 minute' as paid_at, fen, hash from (
        select enterprise_id, ${month('at')} as month, sum(fen)::bigint as fen,
          ((${month('at')} || '-01')::date + interval '1 month') at time zone 'Asia/Shanghai' + interval '10 seconds' as at,
          sha256(convert_to(string_agg(id::text || ':' || fen, ',' order by id), 'UTF8')) as hash
        from moved where kind = 'draw' and ${month('at')} < ${month('$1::timestamptz')} group by 1, 2) s`,
    [until],
  )
  await client.query(`
    insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, due_day, on_time_day, interest_day, closed_at, paid_at, hash)
    select enterprise_id, month, id, 'PAID', fen, fen, ${day('closed_at')} + 9, ${day('closed_at')} + 9, ${day('closed_at')} + 9, closed_at, paid_at, hash from closed order by closed_at`)
  await client.query(`
    insert into statement_line (enterprise_id, month, id, amount_fen)
    select m.enterprise_id, c.month, m.id, m.fen from moved m join closed c on c.enterprise_id = m.enterprise_id and c.month = ${month('m.at')}
    where m.kind = 'draw' order by m.at`)
  await client.query('insert into closed_month (month, at) select month, min(closed_at) from closed group by month')
  await client.query(`
    insert into payment (enterprise_id, id, method, channel, amount_fen, state, paid_by, paid_at, purpose, title, created_at, reference, value_day, months)
    select c.enterprise_id, c.payment_id, 'online', 'wechat', fen, 'SETTLED', m.user_id, paid_at, 'repay', '还款', closed_at, 'R' || c.payment_id, ${day('paid_at')}, c.month
    from closed c join membership m on m.enterprise_id = c.enterprise_id and m.account_type = 1 order by closed_at`)
  await client.query(`
    insert into repayment (enterprise_id, id, source, amount_fen, interest_fen, surplus_fen, value_day, user_id, automatic, at)
    select c.enterprise_id, c.payment_id, 'gateway', fen, 0, 0, ${day('paid_at')}, m.user_id, false, paid_at
    from closed c join membership m on m.enterprise_id = c.enterprise_id and m.account_type = 1 order by closed_at`)
  await client.query(`
    insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
    select enterprise_id, uuid_v7(paid_at), month, 'repay', fen, payment_id, ${day('paid_at')}, paid_at from closed order by closed_at`)
  await client.query(`
    insert into moved (n, enterprise_id, kind, from_account, to_account, fen, document, at, id, place)
    select 0, enterprise_id, 'repayByGateway', 'gateway', 'creditDrawn', fen, payment_id, paid_at, uuid_v7(paid_at), 1 from closed`)
  await client.query('drop table closed')
}

async function writeReceipts(client: pg.Client): Promise<void> {
  await client.query(`
    insert into gateway_receipt (channel, reference, enterprise_id, payment_id, amount_fen, outcome, value_day, at)
    select channel, reference, enterprise_id, id, amount_fen, 'settled', value_day, paid_at from payment where channel is not null order by paid_at`)
  await client.query(`
    insert into gateway_trade (out_trade_no, channel, enterprise_id, payment_id)
    select replace(id::text, '-', ''), channel, enterprise_id, id from payment where channel is not null order by paid_at`)
}

/** Writes the paid amount of every company on every day until yesterday, as the job of the levels would. */
async function writePaidDays(client: pg.Client, until: Date): Promise<void> {
  await client.query(
    `insert into paid_day (enterprise_id, day, paid_fen)
     select enterprise_id, ${day('at')}, sum(fen) from moved where kind in (${kinds}) and ${day('at')} < ${day('$1::timestamptz')} group by 1, 2`,
    [until],
  )
  await client.query(
    `insert into summed_day (day, summed_at, judged_at)
     select d, $1, $1 from generate_series((select min(day) from paid_day), ${day('$1::timestamptz')} - 1, interval '1 day') d`,
    [until],
  )
}
