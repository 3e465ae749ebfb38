// Statements that a company brings from an older system. From then on they are treated like our own.
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface OpeningStatement {
  id: string
  /** A past month, one statement each. */
  month: string
  /** What is still owed of it. */
  amountFen: Fen
  dueDay: string
}

/**
 * Inserts statements of past months and announces nothing. Each has one line: its transfer of the kind
 * `openStatement`, whose document is the statement and which the caller has posted before. Days until yesterday bear no interest here,
 * because the older system has charged them.
 */
export async function insertOpeningStatements(
  tx: Tx,
  moment: Moment,
  { enterpriseId, statements }: { enterpriseId: string; statements: readonly OpeningStatement[] },
): Promise<void> {
  if (statements.length === 0) return
  const today = toShanghaiDay(moment.now)
  const yesterday = addDays(today, -1)
  const transfers = await tx
    .selectFrom('ledger_transfer')
    .select(['id', 'document', 'amount_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', 'openStatement')
    .where('document', '=', anyOfIdsSql(statements.map(({ id }) => id)))
    .where('seq', '=', 0)
    .execute()
  const byId = new Map(statements.map((statement) => [statement.id, statement]))
  const rows = transfers.flatMap(({ id: lineId, document, amount_fen }) => {
    const { month, dueDay } = byId.get(document) ?? {}
    return month === undefined || dueDay === undefined ? [] : [{ id: document, lineId, month, dueDay, amount_fen }]
  })
  if (rows.length === 0) return
  await tx
    .insertInto('statement')
    .values(
      rows.map(({ id, lineId, month, dueDay, amount_fen }) => ({
        enterprise_id: enterpriseId,
        month,
        id,
        state: dueDay < today ? ('OVERDUE' as const) : ('CLOSED' as const),
        total_fen: amount_fen,
        settled_fen: ZERO_FEN,
        due_day: dueDay,
        on_time_day: dueDay,
        interest_day: dueDay < today ? yesterday : dueDay,
        opening_day: yesterday,
        closed_at: moment.now,
        hash: sha256(Buffer.from(`${lineId}:${amount_fen}`)),
      })),
    )
    .execute()
  await tx
    .insertInto('statement_line')
    .values(rows.map(({ lineId, month, amount_fen }) => ({ enterprise_id: enterpriseId, month, id: lineId, amount_fen })))
    .execute()
}
