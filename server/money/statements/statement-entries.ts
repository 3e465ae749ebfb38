// The table `statement_entry`: the reductions of a month, closed or open.
import { sql } from 'kysely'
import type { statementEntryKinds } from '#contract/money/statements/shapes.ts'
import { type Fen, fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { updateStatementStates } from './debt.ts'

export type StatementEntryKind = keyof typeof statementEntryKinds

export interface NewStatementEntry {
  month: string
  kind: StatementEntryKind
  amountFen: Fen
  /** The part that went to the wallet because it had been repaid. */
  walletFen?: Fen
  /** For a refund, an offset or an adjustment: the drawdown. */
  drawId?: string
  document: string
  /** Default: today. */
  valueDay?: string
}

/** Records reductions of a company's months, and updates the states of its statements. The caller has locked its debts. */
export async function recordReductionsAndUpdateStates(
  tx: Tx,
  moment: Moment,
  enterpriseId: string,
  entries: readonly NewStatementEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({
    enterprise_id: enterpriseId,
    id: moment.newId(),
    month: entry.month,
    kind: entry.kind,
    amount_fen: entry.amountFen,
    wallet_fen: entry.walletFen ?? ZERO_FEN,
    draw_id: entry.drawId ?? null,
    document: entry.document,
    value_day: entry.valueDay ?? toShanghaiDay(moment.now),
    at: moment.now,
  }))
  await awaitAllAndThrowFirstError(
    tx.insertInto('statement_entry').values(rows).execute(),
    addToSettled(tx, enterpriseId, entries),
    updateStatementStates(tx, moment, [enterpriseId]),
  )
}

/** A refund within its own month lowers the total at the close; all others count as settled. */
async function addToSettled(tx: Tx, enterpriseId: string, entries: readonly NewStatementEntry[]): Promise<void> {
  const byMonth = Map.groupBy(
    entries.filter(({ kind }) => kind !== 'refund'),
    ({ month }) => month,
  )
  if (byMonth.size === 0) return
  const given = [...byMonth].map(([month, own]) => ({ month, amount: sum(own.map(({ amountFen }) => amountFen)) }))
  await sql`
    update statement set settled_fen = settled_fen + given.amount from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(month text, amount bigint)
    where enterprise_id = ${enterpriseId} and statement.month = given.month`.execute(tx)
}

/**
 * What some refunds have taken off drawdowns of their companies, by the ids of the refunds: what lowered the debt, and what went to the wallet.
 * Other ids are left out.
 */
export async function sumDrawdownOffsetsByRefundId(
  db: Db,
  { enterpriseIds, documents }: { enterpriseIds: readonly string[]; documents: readonly string[] },
): Promise<Map<string, { toDebt: Fen; toWallet: Fen }>> {
  const rows = await withoutTenantGuard(db, 'working in sets')
    .selectFrom('statement_entry')
    .select('document')
    .select([sql<number>`sum(amount_fen)::bigint`.as('debt'), sql<number>`sum(wallet_fen)::bigint`.as('wallet')])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('document', '=', anyOfIdsSql(documents))
    .where('draw_id', 'is not', null)
    .groupBy('document')
    .execute()
  return new Map(rows.map(({ document, debt, wallet }) => [document, { toDebt: fen(debt), toWallet: fen(wallet) }]))
}

export interface StatementEntry {
  id: string
  month: string
  kind: StatementEntryKind
  amountFen: Fen
  walletFen: Fen
  drawId: string | null
  document: string
  valueDay: string
  at: Date
}

/** Lists the entries of a month, or those of one of its drawdowns, or those of some documents, the earliest first. */
export async function listStatementEntriesByMonthOrDocument(
  db: Db,
  enterpriseId: string,
  of: { month: string; drawId?: string } | { documents: readonly string[] },
): Promise<StatementEntry[]> {
  const all = db
    .selectFrom('statement_entry')
    .select(['id', 'month', 'kind', 'amount_fen', 'wallet_fen', 'draw_id', 'document', 'value_day', 'at'])
    .where('enterprise_id', '=', enterpriseId)
  const ofMonth = ({ month, drawId }: { month: string; drawId?: string }) =>
    drawId === undefined ? all.where('month', '=', month) : all.where('month', '=', month).where('draw_id', '=', drawId)
  const rows = await ('month' in of ? ofMonth(of) : all.where('document', 'in', of.documents)).orderBy('at').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    month: row.month,
    kind: row.kind,
    amountFen: row.amount_fen,
    walletFen: row.wallet_fen,
    drawId: row.draw_id,
    document: row.document,
    valueDay: row.value_day,
    at: row.at,
  }))
}
