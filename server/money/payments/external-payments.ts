// Reads and locks payments that have not arrived yet; update-payments.ts inserts and changes them.
import { sql } from 'kysely'
import type { OnlinePaymentChannel, PaymentInvitation, PaymentScene } from '#contract/money/payments/api.ts'
import { type PaymentState, paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { countRows, fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface ExternalPayment {
  enterpriseId: string
  id: string
  purpose: 'trade' | 'topUp' | 'repay'
  tradeId: string | null
  method: PaymentMethod
  channel: OnlinePaymentChannel | null
  title: string
  amountFen: Fen
  state: PaymentState
  userId: string
  months: string[]
  scene: PaymentScene
  invitation: PaymentInvitation | null
  /** When the invitation was handed out last. */
  invitedAt: Date | null
  failure: string | null
  reference: string | null
  /** For a bank transfer: the remark that the payer writes. */
  remarkCode: string | null
  createdAt: Date
  expiresAt: Date | null
  paidAt: Date | null
  askedAt: Date | null
  queries: number
}

const OPEN = paymentLifecycle.verbs.close.from
export const openPaymentStatesSql = anyOfTextsSql(OPEN)

export const isPaymentOpen = ({ state }: Pick<ExternalPayment, 'state'>): boolean => OPEN.includes(state)

/** The number that a provider has of a payment or a refund: its id without dashes. The second function converts it back. */
export const formatOutTradeOrRefundNumber = (id: string): string => id.replaceAll('-', '')
export const parseOutTradeOrRefundNumber = (outNo: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(outNo) ? outNo.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined

export const buildExternalPaymentQuery = (db: Db) =>
  db
    .selectFrom('payment')
    .select(['enterprise_id', 'id', 'purpose', 'trade_id', 'method', 'channel', 'title', 'amount_fen', 'state', 'paid_by', 'months'])
    .select([
      'invitation',
      'failure',
      'reference',
      'created_at',
      'expires_at',
      'paid_at',
      'asked_at',
      'queries',
      'remark_code',
      'scene',
      'invited_at',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof buildExternalPaymentQuery>['executeTakeFirstOrThrow']>>

export const toExternalPayment = (row: Row): ExternalPayment => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  purpose: row.purpose,
  tradeId: row.trade_id,
  method: row.method,
  channel: row.channel,
  title: row.title,
  amountFen: row.amount_fen,
  state: row.state,
  userId: row.paid_by,
  months: row.months === '' ? [] : row.months.split(','),
  scene: row.scene,
  invitation: row.invitation as unknown as PaymentInvitation | null,
  invitedAt: row.invited_at,
  failure: row.failure,
  reference: row.reference,
  remarkCode: row.remark_code,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  paidAt: row.paid_at,
  askedAt: row.asked_at,
  queries: row.queries,
})

export interface PaymentRef {
  enterpriseId: string
  id: string
}

export async function findPayment(db: Db, { enterpriseId, id }: PaymentRef): Promise<ExternalPayment | undefined> {
  const row = await buildExternalPaymentQuery(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toExternalPayment(row)
}

/** Finds payments of any companies, by id. One statement. */
export async function findPayments(db: Db, refs: readonly PaymentRef[]): Promise<Map<string, ExternalPayment>> {
  if (refs.length === 0) return new Map()
  const rows = await buildExternalPaymentQuery(withoutTenantGuard(db, 'console'))
    .where('enterprise_id', '=', anyOfIdsSql(refs.map(({ enterpriseId }) => enterpriseId)))
    .where('id', '=', anyOfIdsSql(refs.map(({ id }) => id)))
    .execute()
  return new Map(rows.map((row) => [row.id, toExternalPayment(row)]))
}

/** Locks the payment until the transaction ends. A caller who also needs the orders of its trade locks those first. */
export async function lockPayment(tx: Tx, { enterpriseId, id }: PaymentRef): Promise<ExternalPayment | undefined> {
  const row = await buildExternalPaymentQuery(tx)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toExternalPayment(row)
}

/** Does the same for several payments of one company. The sequence is always the same, so that two transactions do not deadlock. */
export async function lockPayments(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<ExternalPayment[]> {
  const rows = await buildExternalPaymentQuery(tx)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(toExternalPayment)
}

/** Locks the open payment of a trade. */
export async function lockOpenPaymentOfTrade(tx: Tx, enterpriseId: string, tradeId: string): Promise<ExternalPayment | undefined> {
  const row = await buildExternalPaymentQuery(tx)
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', tradeId)
    .where('state', '=', openPaymentStatesSql)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toExternalPayment(row)
}

/** A literal, so that every plan can use the index of top-ups. */
const isTopUpSql = sql<boolean>`purpose = 'topUp'`

/** Lists a page of a company's top-ups, the newest first, with their number. */
export async function listTopUps(
  db: Db,
  { enterpriseId, from, until, limit, offset }: { enterpriseId: string; from?: Date; until?: Date } & RowSlice,
): Promise<{ topUps: ExternalPayment[]; total: number }> {
  const filtered = () => {
    let query = buildExternalPaymentQuery(db).where('enterprise_id', '=', enterpriseId).where(isTopUpSql)
    if (from) query = query.where('created_at', '>=', from)
    if (until) query = query.where('created_at', '<', until)
    return query
  }
  const { rows: page, total } = await fetchPageWithTotal(filtered().orderBy('created_at', 'desc').orderBy('id', 'desc'), filtered(), {
    limit,
    offset,
  })
  return { topUps: page.map(toExternalPayment), total }
}

const UNDER_WAY_MAX = 500

/** Lists top-ups that have not moved the wallet: open or closed ones. One that was taken back has moved it twice. The newest first, at most a few hundred. */
export async function listTopUpsNotInWallet(
  db: Db,
  { enterpriseId, from, until }: { enterpriseId: string; from?: Date; until?: Date },
): Promise<ExternalPayment[]> {
  let query = buildExternalPaymentQuery(db)
    .where('enterprise_id', '=', enterpriseId)
    .where(isTopUpSql)
    .where('state', 'not in', ['SETTLED', 'UNDONE'])
  if (from) query = query.where('created_at', '>=', from)
  if (until) query = query.where('created_at', '<', until)
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(UNDER_WAY_MAX).execute()).map(toExternalPayment)
}

const DUE_BATCH = 200

/** Finds payments of any company whose provider is due to be queried. The job then processes them one by one. */
export async function findPaymentRefsDueForProviderQuery(db: Db, now: Date): Promise<PaymentRef[]> {
  const due = await withoutTenantGuard(db, 'finding work')
    .selectFrom('payment')
    .select(['enterprise_id', 'id'])
    .where('next_query_at', '<=', now)
    .orderBy('next_query_at')
    .limit(DUE_BATCH)
    .execute()
  return due.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}

/** Counts the payments of an enterprise that may still arrive. */
export const countOpenPayments = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('payment').where('enterprise_id', '=', enterpriseId).where('state', '=', openPaymentStatesSql))
