// Limits and holds of all enterprises, for the console.

import { sql } from 'kysely'
import type { CreditAccountRow, CreditHoldRow } from '#contract/billing/finance/credit-api.ts'
import { type Fen, fen, subtractFen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRowsUpTo, limitAndOffsetSql, limitToSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

interface CreditFilter {
  keyword?: string | undefined
  standing?: 'over' | 'temporary' | undefined
  limit: number
  offset: number
}

interface AccountRow {
  enterprise_id: string
  name: string | null
  base: Fen
  temp: Fen
  temp_end_day: string | null
  drawn: number
  held: number
  freed: number
  found: number
}

const rowFrom = (row: AccountRow): CreditAccountRow => {
  const [drawn, held] = [fen(row.drawn), fen(row.held)]
  const used = Math.max(0, drawn - row.freed) + held
  const left = row.base + row.temp - used
  return {
    enterpriseId: row.enterprise_id,
    enterpriseName: row.name,
    base: row.base,
    temp: row.temp,
    tempEndDay: row.temp_end_day,
    drawn,
    held,
    used: fen(used),
    available: fen(Math.max(0, left)),
    over: fen(Math.max(0, -left)),
  }
}

/** Returns a page of credit accounts, highest usage first, and their number. */
export async function listCreditAccounts(
  db: Db,
  moment: Moment,
  { keyword, standing, limit, offset }: CreditFilter,
): Promise<{ dataList: CreditAccountRow[]; total: number }> {
  const conditions = [
    keyword ? sql`name ilike ${formatLikeContainsPattern(keyword)}` : sql`true`,
    standing === 'over' ? sql`greatest(0, drawn - freed) + held > base + temp` : sql`true`,
    standing === 'temporary' ? sql`temp > 0` : sql`true`,
  ]
  const { rows } = await sql<AccountRow>`
    with used as (select enterprise_id, -sum(balance_fen) filter (where name = 'creditDrawn') as drawn, sum(balance_fen) filter (where name = 'creditHeld') as held
        from ledger_account where name in ('creditDrawn', 'creditHeld') group by enterprise_id),
      account as (select c.enterprise_id, e.name, c.base_limit_fen as base, c.temp_end_day, coalesce(u.drawn, 0)::bigint as drawn, coalesce(u.held, 0)::bigint as held, c.freed_fen as freed,
          case when c.temp_end_day >= ${toShanghaiDay(moment.now)}::date then c.temp_limit_fen else 0 end as temp
        from credit_account c join enterprise e on e.id = c.enterprise_id left join used u on u.enterprise_id = c.enterprise_id)
    select *, count(*) over () as found from account where ${sql.join(conditions, sql` and `)}
    order by greatest(0, drawn - freed) + held desc, enterprise_id ${limitAndOffsetSql({ limit, offset })}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return { dataList: rows.map(rowFrom), total: rows[0]?.found ?? 0 }
}

/**
 * Orders that hold credit: units are still to be shipped. An order has credit prices exactly if it is paid on credit. The condition is
 * written like that of the index `order_held`.
 */
function heldOrders(across: Db, enterpriseId: string | undefined) {
  const held = across
    .selectFrom('order')
    .where(sql<boolean>`state in ('WAIT_SEND', 'PART_SENT') and price_type = 'credit' and payable_fen > 0`)
  return enterpriseId === undefined ? held : held.where('enterprise_id', '=', enterpriseId)
}

/** Lists open holds, the oldest orders first, and their number up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export async function listOpenCreditHolds(
  db: Db,
  { enterpriseId, limit, offset }: { enterpriseId?: string | undefined } & RowSlice,
): Promise<{ dataList: CreditHoldRow[]; total: number }> {
  const across = withoutTenantGuard(db, 'console')
  const page = heldOrders(across, enterpriseId).select(['enterprise_id', 'id']).orderBy('created_at').orderBy('id')
  const posted = sql<number>`coalesce((select sum(post_fen) from parcel where enterprise_id = o.enterprise_id and order_id = o.id), 0)::bigint`
  const rows = await across
    .selectFrom(limitToSlice(page, { limit, offset }).as('page'))
    .innerJoin('order as o', (join) => join.onRef('o.enterprise_id', '=', 'page.enterprise_id').onRef('o.id', '=', 'page.id'))
    .innerJoin('payment_allocation as a', (join) => join.onRef('a.enterprise_id', '=', 'o.enterprise_id').onRef('a.order_id', '=', 'o.id'))
    .innerJoin('payment as p', (join) => join.onRef('p.enterprise_id', '=', 'a.enterprise_id').onRef('p.id', '=', 'a.payment_id'))
    .select(['o.enterprise_id', 'o.order_no', 'o.first_goods', 'a.amount_fen', 'a.refunded_fen', 'p.paid_at', 'p.created_at'])
    .select(posted.as('posted'))
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
  const total = await countRowsUpTo(across, heldOrders(across, enterpriseId))
  const holds = rows.map((row) => {
    const gone = fen(row.posted + row.refunded_fen)
    return {
      enterpriseId: row.enterprise_id,
      orderNo: row.order_no,
      title: row.first_goods,
      amount: row.amount_fen,
      posted: fen(row.posted),
      voided: row.refunded_fen,
      rest: subtractFen(row.amount_fen, gone),
      at: row.paid_at ?? row.created_at,
    }
  })
  return { dataList: await attachEnterpriseNamesToRows(db, holds), total }
}
