// Searches for payments by transfer; external-payments.ts defines them.
import { sql } from 'kysely'
import { anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  buildExternalPaymentQuery,
  type ExternalPayment,
  openPaymentStatesSql,
  type PaymentRef,
  toExternalPayment,
} from './external-payments.ts'

interface TransferFilter {
  enterpriseId: string
  purposes: readonly ExternalPayment['purpose'][]
  limit: number
  offset: number
}

/** Lists a page of a company's bank transfers for some purposes, the newest first, with their number. */
export async function listBankTransferPayments(
  db: Db,
  { enterpriseId, purposes, limit, offset }: TransferFilter,
): Promise<{ transfers: ExternalPayment[]; total: number }> {
  const filtered = () =>
    buildExternalPaymentQuery(db)
      .where('enterprise_id', '=', enterpriseId)
      // A literal, so that every plan can use the index of transfers.
      .where(sql<boolean>`method = 'transfer'`)
      .where('purpose', '=', anyOfTextsSql(purposes))
  const { rows: page, total } = await fetchPageWithTotal(filtered().orderBy('created_at', 'desc').orderBy('id', 'desc'), filtered(), {
    limit,
    offset,
  })
  return { transfers: page.map(toExternalPayment), total }
}

/** The latest bank transfer of a trade, in any state. */
export async function findLatestBankTransferOfTrade(db: Db, enterpriseId: string, tradeId: string): Promise<ExternalPayment | undefined> {
  const row = await buildExternalPaymentQuery(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', tradeId)
    .where('method', '=', 'transfer')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toExternalPayment(row)
}

/** The ids of all payments of a trade. */
export async function listPaymentIdsOfTrade(db: Db, enterpriseId: string, tradeId: string): Promise<string[]> {
  const found = await db
    .selectFrom('payment')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', tradeId)
    .execute()
  return found.map(({ id }) => id)
}

/** Counts the announced top-ups and repayments of a company that have not arrived. */
export async function countOpenNonTradeBankTransfers(db: Db, enterpriseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select(db.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('method', '=', 'transfer')
    .where('trade_id', 'is', null)
    .where('state', '=', openPaymentStatesSql)
    .executeTakeFirstOrThrow()
  return count
}

const STALE_BATCH = 200

/** Finds expired bank transfers of any company, except those of trades. The job then processes them one by one. */
export async function findExpiredNonTradeBankTransferRefs(db: Db, now: Date): Promise<PaymentRef[]> {
  const stale = await withoutTenantGuard(db, 'finding work')
    .selectFrom('payment')
    .select(['enterprise_id', 'id'])
    .where('method', '=', 'transfer')
    .where('purpose', '<>', 'trade')
    .where('state', 'in', ['CREATED', 'PENDING'])
    .where('expires_at', '<=', now)
    .limit(STALE_BATCH)
    .execute()
  return stale.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}
