// Payments of all enterprises, for the console. money/payments writes the table `payment`.

import { sql } from 'kysely'
import { type IncomingPaymentRow, UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT } from '#contract/billing/finance/incoming-payments-api.ts'
import { type OnlinePaymentChannel, onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addHours, getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatOutTradeOrRefundNumber } from '#server/money/payments/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRowsUpTo, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface IncomingPaymentFilter {
  state?: IncomingPaymentRow['state'] | undefined
  channel?: OnlinePaymentChannel | undefined
  method?: IncomingPaymentRow['method'] | undefined
  enterpriseId?: string | undefined
  number?: string | undefined
  dateFrom?: string | undefined
  dateTo?: string | undefined
  unclear?: boolean | undefined
}

const selected = (db: Db) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('payment')
    .select(['enterprise_id', 'id', 'purpose', 'method', 'channel', 'title', 'amount_fen', 'state', 'reference', 'created_at', 'paid_at'])

type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

const rowFrom = (row: Row) => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  purpose: row.purpose,
  method: row.method,
  channel: row.channel,
  title: row.title,
  amount: row.amount_fen,
  state: row.state,
  outNo: formatOutTradeOrRefundNumber(row.id),
  reference: row.reference,
  createdAt: row.created_at,
  paidAt: row.paid_at,
})

/**
 * Finds payments by any number that people use: our number with or without dashes, the provider's or the bank's number, or a remark code.
 */
async function byNumber(db: Db, number: string): Promise<[enterpriseId: string, id: string][]> {
  const { rows } = await sql<{ enterprise_id: string; id: string }>`
    select enterprise_id, payment_id as id from gateway_trade where out_trade_no = ${number.toLowerCase().replaceAll('-', '')}
    union select enterprise_id, payment_id from gateway_receipt where channel = any(${keysOf(onlinePaymentChannels)}::text[]) and reference = ${number}
    union select enterprise_id, id from payment where reference = ${number}
    union select enterprise_id, id from payment where remark_code = ${number}`.execute(withoutTenantGuard(db, 'console'))
  return rows.map(({ enterprise_id, id }) => [enterprise_id, id])
}

type Found = Awaited<ReturnType<typeof byNumber>> | undefined

function narrowed(db: Db, { now }: Pick<Moment, 'now'>, filter: IncomingPaymentFilter, found: Found) {
  const { state, channel, method, enterpriseId, dateFrom, dateTo, unclear } = filter
  let query = selected(db)
  // The state is a literal in the text, so that every plan can use the index of one state.
  if (state) query = query.where('state', '=', sql.lit(state))
  // Only online payments have a channel; the index begins with the method.
  if (channel) query = query.where('method', '=', 'online').where('channel', '=', channel)
  if (method) query = query.where('method', '=', method)
  if (enterpriseId) query = query.where('enterprise_id', '=', enterpriseId)
  if (dateFrom) query = query.where('created_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) query = query.where('created_at', '<', getStartOfNextShanghaiDay(dateTo))
  // Transfers are not unclear: they wait for a review.
  if (unclear) {
    const before = addHours(now, -UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT)
    query = query.where('state', '=', sql.lit('UNKNOWN')).where('method', '=', 'online').where('created_at', '<=', before)
  }
  if (found) query = query.where((eb) => eb.or(found.map(([target, id]) => eb.and([eb('enterprise_id', '=', target), eb('id', '=', id)]))))
  return query
}

/** Returns a page of payments, newest first, or the oldest first if they are unclear, and their number up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export async function listIncomingPayments(
  db: Db,
  moment: Moment,
  { limit, offset, number, ...filter }: IncomingPaymentFilter & RowSlice,
): Promise<{ dataList: IncomingPaymentRow[]; total: number }> {
  const found = number ? await byNumber(db, number) : undefined
  const matching = narrowed(db, moment, filter, found)
  const rows = await fetchSlice(matching.orderBy('created_at', filter.unclear ? 'asc' : 'desc').orderBy('id'), { limit, offset })
  const total = await countRowsUpTo(withoutTenantGuard(db, 'console'), matching)
  return { dataList: await attachEnterpriseNamesToRows(db, rows.map(rowFrom)), total }
}

/** Returns one payment as the list shows it. */
export async function findIncomingPaymentRow(
  db: Db,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<IncomingPaymentRow | undefined> {
  const rows = await selected(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
  return (await attachEnterpriseNamesToRows(db, rows.map(rowFrom)))[0]
}
