// Statements that a company brings from an older system. From then on they are treated like our own.
import { sql } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { dateSql } from '#server/money/statements/principal-sql.ts'
import type { Tx } from '#server/platform/core/db.ts'
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
 * Inserts statements of past months by one SQL statement and announces nothing. Each has one line: its transfer of the kind
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
  const yesterday = dateSql(addDays(today, -1))
  const rows = statements.map(({ id, month, dueDay }) => ({ id, month, due_day: dueDay }))
  await sql`
    with given as (
      select o.id, o.month, o.due_day, t.id as line_id, t.amount_fen
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) o(id uuid, month text, due_day date)
      join ledger_transfer t on t.enterprise_id = ${enterpriseId} and t.kind = 'openStatement' and t.document = o.id and t.seq = 0),
    opened as (
      insert into statement (enterprise_id, month, id, state, total_fen, settled_fen, due_day, on_time_day, interest_day, opening_day, closed_at, hash)
      select ${enterpriseId}, g.month, g.id, case when g.due_day < ${dateSql(today)} then 'OVERDUE' else 'CLOSED' end, g.amount_fen, 0,
        g.due_day, g.due_day, greatest(g.due_day, ${yesterday}), ${yesterday}, ${moment.now}::timestamptz,
        sha256(convert_to(g.line_id::text || ':' || g.amount_fen, 'UTF8'))
      from given g)
    insert into statement_line (enterprise_id, month, id, amount_fen)
    select ${enterpriseId}, g.month, g.line_id, g.amount_fen from given g`.execute(tx)
}
