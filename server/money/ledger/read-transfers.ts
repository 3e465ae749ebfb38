// Reads of the table `ledger_transfer`; transfers.ts writes it.

import { sql } from 'kysely'
import type { PlatformLedgerAccount, TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface TransferRow {
  id: string
  kind: TransferKind
  amountFen: Fen
  document: string
  title: string
  at: Date
}

export interface TransferFilter {
  enterpriseId: string
  kinds: readonly TransferKind[]
  from?: Date
  until?: Date
}

const filtered = (db: Db, { enterpriseId, kinds, from, until }: TransferFilter) => {
  let query = db.selectFrom('ledger_transfer').where('enterprise_id', '=', enterpriseId).where('kind', 'in', kinds)
  if (from) query = query.where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  return query
}

/** Lists a page of transfers of some kinds, the newest first, with their number. */
export async function listTransfers(
  db: Db,
  filter: TransferFilter,
  { limit, offset }: RowSlice,
): Promise<{ rows: TransferRow[]; total: number }> {
  const { rows, total } = await fetchPageWithTotal(
    filtered(db, filter).select(['id', 'kind', 'amount_fen', 'document', 'title', 'at']).orderBy('at', 'desc').orderBy('id', 'desc'),
    filtered(db, filter),
    { limit, offset },
  )
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind as TransferKind,
      amountFen: row.amount_fen,
      document: row.document,
      title: row.title,
      at: row.at,
    })),
    total,
  }
}

export async function findTransfer(db: Db, enterpriseId: string, id: string): Promise<TransferRow | undefined> {
  return (await findTransfersById(db, enterpriseId, [id])).get(id)
}

/** Finds transfers by their ids. Those of other companies are not found. */
export async function findTransfersById(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, TransferRow>> {
  const rows = await db
    .selectFrom('ledger_transfer')
    .select(['id', 'kind', 'amount_fen', 'document', 'title', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(
    rows.map(({ id, kind, amount_fen, document, title, at }) => [
      id,
      { id, kind: kind as TransferKind, amountFen: amount_fen, document, title, at },
    ]),
  )
}

/** Finds the transfer with this cause; the first if there are several. */
export async function findTransferByDocument(
  db: Db,
  enterpriseId: string,
  { kind, document }: { kind: TransferKind; document: string },
): Promise<TransferRow | undefined> {
  const row = await db
    .selectFrom('ledger_transfer')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('document', '=', document)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row && findTransfer(db, enterpriseId, row.id)
}

/** Sums some kinds by month in Asia/Shanghai, from an instant on. */
export async function sumTransfersByMonth(
  db: Db,
  { enterpriseId, kinds, from }: { enterpriseId: string; kinds: readonly TransferKind[]; from: Date },
): Promise<{ month: string; kind: TransferKind; amountFen: Fen }[]> {
  const month = sql<string>`to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM')`
  const rows = await filtered(db, { enterpriseId, kinds, from })
    .select([month.as('month'), 'kind', db.fn.sum<string>('amount_fen').as('total')])
    .groupBy([month, 'kind'])
    .execute()
  return rows.map((row) => ({ month: row.month, kind: row.kind as TransferKind, amountFen: fen(Number(row.total)) }))
}

/** One side of the platform's accounts. */
export type PlatformAccountFilter = { from: PlatformLedgerAccount } | { to: PlatformLedgerAccount }

/** Sums what some documents moved out of, or into, a platform-side account. */
export async function sumTransfersOfPlatformAccount(
  db: Db,
  enterpriseId: string,
  filter: PlatformAccountFilter & { documents: readonly string[] },
): Promise<Fen> {
  const { total } = await db
    .selectFrom('ledger_transfer')
    .select(sql<string>`coalesce(sum(amount_fen), 0)`.as('total'))
    .where('enterprise_id', '=', enterpriseId)
    .where('from' in filter ? 'from_account' : 'to_account', '=', 'from' in filter ? filter.from : filter.to)
    .where('document', '=', anyOfIdsSql(filter.documents))
    .executeTakeFirstOrThrow()
  return fen(Number(total))
}

/** Lists all transfers of one value date out of, or into, a platform-side account, of all companies. */
export async function listTransfersOfPlatformAccount(
  db: Db,
  filter: PlatformAccountFilter & { day: string },
): Promise<{ enterpriseId: string; document: string; kind: TransferKind; amountFen: Fen }[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('ledger_transfer')
    .select(['enterprise_id', 'document', 'kind', 'amount_fen'])
    .where('from' in filter ? 'from_account' : 'to_account', '=', 'from' in filter ? filter.from : filter.to)
    .where('value_day', '=', filter.day)
    .execute()
  return rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    document: row.document,
    kind: row.kind as TransferKind,
    amountFen: row.amount_fen,
  }))
}
