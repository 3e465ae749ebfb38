// Reads of the table `ledger_transfer` for what companies paid, of all of them or of one; transfers.ts writes it.
import { sql } from 'kysely'
import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

export interface TransferPeriod {
  kinds: readonly TransferKind[]
  from: Date
  until?: Date
  /** Left out: of all companies. */
  enterpriseId?: string | undefined
}

function within(db: Db, { kinds, from, until, enterpriseId }: TransferPeriod) {
  let query = acrossEnterprises(db, 'finding work')
    .selectFrom('ledger_transfer')
    .where('kind', '=', sql<string>`any(${[...kinds]}::text[])`)
    .where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  return enterpriseId === undefined ? query : query.where('enterprise_id', '=', enterpriseId)
}

/** Σ of some kinds within a span, by company; those that moved nothing of them are not there. */
export async function sumTransfersByEnterprise(db: Db, span: TransferPeriod): Promise<{ enterpriseId: string; amountFen: Fen }[]> {
  const rows = await within(db, span)
    .select(['enterprise_id', sql<number>`sum(amount_fen)::bigint`.as('total')])
    .groupBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id, total }) => ({ enterpriseId: enterprise_id, amountFen: fen(total) }))
}

/** One transfer, as far as it matters whose it is and what caused it. */
export interface TransferAmount {
  enterpriseId: string
  document: string
  amountFen: Fen
}

/** The transfers of some kinds within a span, one by one. */
export async function listTransferAmounts(db: Db, span: TransferPeriod): Promise<TransferAmount[]> {
  const rows = await within(db, span).select(['enterprise_id', 'document', 'amount_fen']).execute()
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, document: row.document, amountFen: row.amount_fen }))
}

/** When some documents first moved money of some kinds, by document; those that never did are not there. */
export async function findFirstTransferTimes(
  db: Db,
  kinds: readonly TransferKind[],
  documents: readonly { enterpriseId: string; document: string }[],
): Promise<Map<string, Date>> {
  if (documents.length === 0) return new Map()
  const wanted = documents.map(({ enterpriseId, document }) => ({ e: enterpriseId, d: document }))
  const { rows } = await sql<{ document: string; at: Date }>`
    select t.document, min(t.at) as at from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(e uuid, d uuid)
    join ledger_transfer t on t.enterprise_id = w.e and t.document = w.d and t.kind = any(${[...kinds]}::text[])
    group by t.document`.execute(acrossEnterprises(db, 'finding work'))
  return new Map(rows.map(({ document, at }) => [document, at]))
}

/** When the books begin; undefined: nothing was ever posted. */
export async function findFirstPostingTime(db: Db): Promise<Date | undefined> {
  const { first } = await acrossEnterprises(db, 'finding work')
    .selectFrom('ledger_transfer')
    .select(db.fn.min('at').as('first'))
    .executeTakeFirstOrThrow()
  return first ?? undefined
}
