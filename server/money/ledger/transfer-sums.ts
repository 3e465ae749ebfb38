// Reads the table `ledger_transfer` for the payments of companies, of all or of one. transfers.ts writes it.
import { sql } from 'kysely'
import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface TransferPeriodFilter {
  kinds: readonly TransferKind[]
  from: Date
  until?: Date
  /** Default: all companies. */
  enterpriseId?: string | undefined
}

function within(db: Db, { kinds, from, until, enterpriseId }: TransferPeriodFilter) {
  let query = withoutTenantGuard(db, 'finding work')
    .selectFrom('ledger_transfer')
    .where('kind', '=', anyOfTextsSql(kinds))
    .where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  return enterpriseId === undefined ? query : query.where('enterprise_id', '=', enterpriseId)
}

/** Sums some kinds within a period, by company. Companies without such transfers are missing. */
export async function sumTransfersByEnterprise(db: Db, period: TransferPeriodFilter): Promise<{ enterpriseId: string; amountFen: Fen }[]> {
  const rows = await within(db, period)
    .select(['enterprise_id', sql<number>`sum(amount_fen)::bigint`.as('total')])
    .groupBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id, total }) => ({ enterpriseId: enterprise_id, amountFen: fen(total) }))
}

/** Sums some kinds over some companies, by kind. Kinds without a transfer are missing. */
export async function sumTransfersByKind(
  db: Db,
  { enterpriseIds, kinds }: { enterpriseIds: readonly string[]; kinds: readonly TransferKind[] },
): Promise<Map<TransferKind, Fen>> {
  const rows = await withoutTenantGuard(db, 'working in sets')
    .selectFrom('ledger_transfer')
    .select(['kind', sql<number>`sum(amount_fen)::bigint`.as('total')])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('kind', '=', anyOfTextsSql(kinds))
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, total }) => [kind as TransferKind, fen(total)]))
}

/** One transfer with its company and its cause. */
export interface TransferAmount {
  enterpriseId: string
  document: string
  amountFen: Fen
}

/** Lists the transfers of some kinds within a period. */
export async function listTransferAmounts(db: Db, period: TransferPeriodFilter): Promise<TransferAmount[]> {
  const rows = await within(db, period).select(['enterprise_id', 'document', 'amount_fen']).execute()
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, document: row.document, amountFen: row.amount_fen }))
}

/** Counts how often each document of one company moved money by a kind. Documents without such transfers are missing. */
export async function countTransfersByDocument(
  db: Db,
  { enterpriseId, kind, documents }: { enterpriseId: string; kind: TransferKind; documents: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_transfer')
    .select(['document', db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('document', '=', anyOfIdsSql(documents))
    .groupBy('document')
    .execute()
  return new Map(rows.map(({ document, count }) => [document, count]))
}

/** Finds when each document first moved money of some kinds. Documents without such transfers are missing. */
export async function findFirstTransferTimesByDocument(
  db: Db,
  kinds: readonly TransferKind[],
  documents: readonly { enterpriseId: string; document: string }[],
): Promise<Map<string, Date>> {
  if (documents.length === 0) return new Map()
  const wanted = documents.map(({ enterpriseId, document }) => ({ e: enterpriseId, d: document }))
  const { rows } = await sql<{ document: string; at: Date }>`
    select t.document, min(t.at) as at from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(e uuid, d uuid)
    join ledger_transfer t on t.enterprise_id = w.e and t.document = w.d and t.kind = any(${[...kinds]}::text[])
    group by t.document`.execute(withoutTenantGuard(db, 'finding work'))
  return new Map(rows.map(({ document, at }) => [document, at]))
}

/** Sums what each document moved by some kinds, for each of them. Kinds without a transfer are missing. */
export async function sumTransfersByDocumentAndKind(
  db: Db,
  kinds: readonly TransferKind[],
  documents: readonly { enterpriseId: string; document: string }[],
): Promise<{ document: string; kind: TransferKind; amountFen: Fen }[]> {
  if (documents.length === 0) return []
  const wanted = documents.map(({ enterpriseId, document }) => ({ e: enterpriseId, d: document }))
  const { rows } = await sql<{ document: string; kind: TransferKind; amountFen: Fen }>`
    select t.document, t.kind, sum(t.amount_fen)::bigint as "amountFen" from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(e uuid, d uuid)
    join ledger_transfer t on t.enterprise_id = w.e and t.document = w.d and t.kind = any(${[...kinds]}::text[])
    group by t.document, t.kind`.execute(withoutTenantGuard(db, 'console'))
  return rows
}

/** The time of the first posting; undefined if there is none. */
export async function findFirstPostingTime(db: Db, within?: { from: Date; until: Date }): Promise<Date | undefined> {
  const all = withoutTenantGuard(db, 'finding work').selectFrom('ledger_transfer').select(db.fn.min('at').as('first'))
  const { first } = await (within ? all.where('at', '>=', within.from).where('at', '<', within.until) : all).executeTakeFirstOrThrow()
  return first ?? undefined
}
