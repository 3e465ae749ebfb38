// Statements that a company brings from an older system. From then on they are treated like our own.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
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
  const rows = transfers.flatMap(({ id: line, document: id, amount_fen: fen }) => {
    const { month, dueDay: due } = byId.get(id) ?? {}
    if (month === undefined || due === undefined) return []
    const hash = sha256(Buffer.from(`${line}:${fen}`)).toString('hex')
    return [{ id, line, month, due, fen, hash, state: due < today ? 'OVERDUE' : 'CLOSED', interest: due < today ? yesterday : due }]
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, line uuid, month text, due date, fen bigint, hash text, state text, interest date)`
  await sql`
    insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, due_day, on_time_day, interest_day, opening_day, closed_at, hash)
    select ${enterpriseId}::uuid, g.month, g.id, g.state, g.fen, 0, g.due, g.due, g.interest, ${yesterday}::date, ${moment.now}::timestamptz, decode(g.hash, 'hex')
    from ${given}`.execute(tx)
  await sql`insert into statement_line (enterprise_id, month, id, amount_fen) select ${enterpriseId}::uuid, g.month, g.line, g.fen from ${given}`.execute(
    tx,
  )
}
