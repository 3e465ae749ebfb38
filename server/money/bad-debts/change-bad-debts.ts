// Writes the tables `bad_debt` and `bad_debt_entry`. The caller has locked the company's debts.
import { sql } from 'kysely'
import { type Fen, negateFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface NewBadDebt {
  enterpriseId: string
  /** That of the approved request. */
  id: string
  month: string
  principalFen: Fen
  interestFen: Fen
  /** The part of the principal that the provision bore. */
  providedFen: Fen
  dueDay: string
}

/** Keeps the claim of a write-off. */
export async function insertBadDebt(tx: Tx, moment: Moment, debt: NewBadDebt): Promise<void> {
  await tx
    .insertInto('bad_debt')
    .values({
      enterprise_id: debt.enterpriseId,
      id: debt.id,
      month: debt.month,
      principal_fen: debt.principalFen,
      interest_fen: debt.interestFen,
      provided_fen: debt.providedFen,
      due_day: debt.dueDay,
      recovered_fen: ZERO_FEN,
      forgiven_fen: ZERO_FEN,
      written_off_at: moment.now,
    })
    .execute()
}

/** An amount of money that is for a claim; negative: a bill that bounced. */
export interface BadDebtRecovery {
  badDebtId: string
  amountFen: Fen
}

interface Recoveries {
  enterpriseId: string
  /** The id of the repayment. */
  document: string
  valueDay: string
  recoveries: readonly BadDebtRecovery[]
}

async function record(
  tx: Tx,
  moment: Moment,
  kind: 'recover' | 'bounce',
  { enterpriseId, document, valueDay, recoveries }: Recoveries,
): Promise<void> {
  if (recoveries.length === 0) return
  const rows = recoveries.map(({ badDebtId, amountFen }) => ({
    enterprise_id: enterpriseId,
    id: moment.newId(),
    bad_debt_id: badDebtId,
    kind,
    amount_fen: amountFen,
    document,
    value_day: valueDay,
    at: moment.now,
  }))
  const given = recoveries.map(({ badDebtId, amountFen }) => ({ id: badDebtId, amount: amountFen }))
  await awaitAllAndThrowFirstError(
    tx.insertInto('bad_debt_entry').values(rows).execute(),
    sql`update bad_debt set recovered_fen = recovered_fen + given.amount from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(id uuid, amount bigint)
      where enterprise_id = ${enterpriseId} and bad_debt.id = given.id`.execute(tx),
  )
}

/** Records what a repayment recovers of claims, each once. The amounts do not exceed what is left of them. */
export const recordBadDebtRecoveries = (tx: Tx, moment: Moment, recoveries: Recoveries): Promise<void> =>
  record(tx, moment, 'recover', recoveries)

/** Records that a bill bounced which had recovered claims. They are owed again from today on. */
export const recordBouncedRecoveries = (tx: Tx, moment: Moment, bounced: Omit<Recoveries, 'valueDay'>): Promise<void> => {
  const recoveries = bounced.recoveries.map((one) => ({ ...one, amountFen: negateFen(one.amountFen) }))
  return record(tx, moment, 'bounce', { ...bounced, recoveries, valueDay: toShanghaiDay(moment.now) })
}

/** Gives up a part of a claim. `requestId`: the request that two people agreed to. The amount does not exceed what is left. */
export async function recordBadDebtForgiveness(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, amountFen, requestId }: { enterpriseId: string; id: string; amountFen: Fen; requestId: string },
): Promise<void> {
  const entry = {
    enterprise_id: enterpriseId,
    id: moment.newId(),
    bad_debt_id: id,
    kind: 'forgive' as const,
    amount_fen: amountFen,
    document: requestId,
    value_day: toShanghaiDay(moment.now),
    at: moment.now,
  }
  await awaitAllAndThrowFirstError(
    tx.insertInto('bad_debt_entry').values(entry).execute(),
    tx
      .updateTable('bad_debt')
      .set({ forgiven_fen: sql<Fen>`forgiven_fen + ${amountFen}` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .execute(),
  )
}
