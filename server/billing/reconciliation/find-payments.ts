import { sql } from 'kysely'
import { parseOutTradeOrRefundNumber } from '#server/money/payments/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Finds payments by our numbers; for the number of a refund, the refunded payment. */
export async function findPaymentRefsByOutTradeOrRefundNumber(
  db: Db,
  outNos: readonly string[],
): Promise<Map<string, { enterpriseId: string; id: string }>> {
  const refunds = outNos.flatMap((outNo) => parseOutTradeOrRefundNumber(outNo) ?? [])
  const { rows } = await sql<{ out_no: string; enterprise_id: string; id: string }>`
    select out_trade_no as out_no, enterprise_id, payment_id as id from gateway_trade where out_trade_no = any(${[...outNos]}::text[])
    union all select replace(id::text, '-', ''), enterprise_id, payment_id from refund where id = any(${refunds}::uuid[])`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return new Map(rows.map((row) => [row.out_no, { enterpriseId: row.enterprise_id, id: row.id }]))
}
