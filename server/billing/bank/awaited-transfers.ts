import { type RawBuilder, sql } from 'kysely'
import type { ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import type { VoucherState } from '#contract/billing/bank/voucher-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { limitAndOffsetSql, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

interface Row {
  enterprise_id: string
  enterprise_name: string | null
  payment_id: string | null
  trade_id: string | null
  purpose: ExpectedBankTransfer['purpose']
  title: string
  amount_fen: Fen
  remark_code: string | null
  order_nos: string[]
  voucher_state: VoucherState | null
  created_at: Date
  total: number
}

const OPEN = sql`p.method = 'transfer' and p.state in ('CREATED', 'PENDING', 'UNKNOWN')`

/** Open payments by transfer, and trades with the method transfer whose buyer has not announced a payment. */
const awaited = sql`
  select p.enterprise_id, p.id as payment_id, p.trade_id, p.purpose, p.title, p.amount_fen, p.remark_code, p.created_at from payment p where ${OPEN}
  union all
  select o.enterprise_id, null, o.trade_id, 'trade', min(o.first_goods), sum(o.payable_fen)::bigint, null, min(o.created_at)
  from "order" o join trade t on t.enterprise_id = o.enterprise_id and t.id = o.trade_id
  where o.state = 'WAIT_PAY' and t.method = 'transfer'
    and not exists (select from payment p where p.enterprise_id = o.enterprise_id and p.trade_id = o.trade_id and ${OPEN})
  group by o.enterprise_id, o.trade_id`

/** Lists expected transfers of all enterprises, newest first. The condition may use the columns of `w` and the enterprise `c`. */
async function rowsWhere(db: Db, condition: RawBuilder<unknown>, slice: RowSlice): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.*, c.name as enterprise_name, count(*) over () as total,
      array(select o.order_no from "order" o where o.enterprise_id = w.enterprise_id and o.trade_id = w.trade_id and o.state <> 'CANCELLED' order by 1) as order_nos,
      (select v.state from voucher v where v.enterprise_id = w.enterprise_id and v.payment_id = w.payment_id order by v.no desc limit 1) as voucher_state
    from (${awaited}) w join enterprise c on c.id = w.enterprise_id where ${condition}
    order by w.created_at desc, w.trade_id ${limitAndOffsetSql(slice)}`.execute(withoutTenantGuard(db, 'console'))
  return rows
}

const awaitedFrom = (row: Row): ExpectedBankTransfer => ({
  enterpriseId: row.enterprise_id,
  enterpriseName: row.enterprise_name,
  paymentId: row.payment_id,
  tradeId: row.trade_id,
  purpose: row.purpose,
  title: row.title,
  amount: row.amount_fen,
  remarkCode: row.remark_code,
  orderNos: row.order_nos,
  voucherState: row.voucher_state,
  createdAt: row.created_at,
})

/** Searches by a part of the enterprise's name, an order number or a remark code. */
export async function searchAwaitedTransfers(
  db: Db,
  { keyword, ...slice }: { keyword?: string | undefined } & RowSlice,
): Promise<{ dataList: ExpectedBankTransfer[]; total: number }> {
  const condition = keyword
    ? sql`(c.name ilike ${formatLikeContainsPattern(keyword)} or w.remark_code = ${keyword.toUpperCase()}
        or exists (select from "order" o where o.enterprise_id = w.enterprise_id and o.trade_id = w.trade_id and o.order_no = ${keyword}))`
    : sql`true`
  const rows = await rowsWhere(db, condition, slice)
  return { dataList: rows.map(awaitedFrom), total: rows[0]?.total ?? 0 }
}

/** Lists the expected transfers of these payments. A payment that is settled or closed is left out. */
export async function listAwaitedTransfersOfPayments(db: Db, paymentIds: readonly string[]): Promise<ExpectedBankTransfer[]> {
  if (paymentIds.length === 0) return []
  const rows = await rowsWhere(db, sql`w.payment_id = any(${[...paymentIds]}::uuid[])`, { limit: paymentIds.length, offset: 0 })
  return rows.map(awaitedFrom)
}

export interface LikelyTransferCriteria {
  paymentIds: readonly string[]
  amountFen: Fen
  payerNames: readonly string[]
}

const LIKELY_MAX = 50

/** Finds expected transfers that may belong to a bank line: by the payments in its remark, its amount or its payer. */
export async function findLikelyTransfersForBankLine(
  db: Db,
  { paymentIds, amountFen, payerNames }: LikelyTransferCriteria,
): Promise<ExpectedBankTransfer[]> {
  const condition = sql`(w.payment_id = any(${[...paymentIds]}::uuid[]) or w.amount_fen = ${amountFen}
    or (c.name = any(${[...payerNames]}::text[]) and w.amount_fen <= ${amountFen}))`
  return (await rowsWhere(db, condition, { limit: LIKELY_MAX, offset: 0 })).map(awaitedFrom)
}
