// Reads and writes the table `repayment`.

import type { RepaymentPart } from '#contract/money/statements/repayment.ts'
import type { RepaymentSource } from '#contract/money/statements/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { listBadDebtRecoveriesOfRepayments } from '#server/money/bad-debts/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { listStatementEntriesByMonthOrDocument } from './statement-entries.ts'

/** A repayment with how it was split. */
export interface RepaymentRow {
  id: string
  source: RepaymentSource
  amountFen: Fen
  parts: RepaymentPart[]
  /** The day from which it counts: of a bank line whose statement has corrected it, the corrected one. */
  valueDay: string
  automatic: boolean
  bouncedAt: Date | null
  undoneAt: Date | null
  at: Date
}

const columns = [
  'id',
  'source',
  'amount_fen',
  'interest_fen',
  'surplus_fen',
  'value_day',
  'automatic',
  'bounced_at',
  'undone_at',
  'at',
] as const

interface Row {
  id: string
  source: RepaymentSource
  amount_fen: Fen
  interest_fen: Fen
  surplus_fen: Fen
  value_day: string
  automatic: boolean
  bounced_at: Date | null
  undone_at: Date | null
  at: Date
}

async function withParts(db: Db, enterpriseId: string, rows: readonly Row[]): Promise<RepaymentRow[]> {
  const documents = rows.map(({ id }) => id)
  const [entries, recoveries] =
    rows.length === 0
      ? [[], []]
      : await awaitAllAndThrowFirstError(
          listStatementEntriesByMonthOrDocument(db, enterpriseId, { documents }),
          listBadDebtRecoveriesOfRepayments(db, enterpriseId, documents),
        )
  return rows.map((row) => {
    const own = entries.filter(({ document }) => document === row.id)
    const months = own.filter(({ kind }) => kind === 'repay')
    const redated = own.find(({ kind, amountFen }) => kind === 'redate' && amountFen > 0)
    const parts: RepaymentPart[] = [
      ...recoveries
        .filter(({ document }) => document === row.id)
        .map(({ id, month, amountFen }) => ({ to: 'badDebt' as const, id, month, amountFen })),
      { to: 'interest', amountFen: row.interest_fen },
      ...months.map(({ month, amountFen }) => ({ to: 'month' as const, month, amountFen })),
      { to: 'wallet', amountFen: row.surplus_fen },
    ]
    return {
      id: row.id,
      source: row.source,
      amountFen: row.amount_fen,
      parts: parts.filter(({ amountFen }) => amountFen > 0),
      valueDay: redated?.valueDay ?? row.value_day,
      automatic: row.automatic,
      bouncedAt: row.bounced_at,
      undoneAt: row.undone_at,
      at: row.at,
    }
  })
}

export async function findRepayment(db: Db, enterpriseId: string, id: string): Promise<RepaymentRow | undefined> {
  const row = await db
    .selectFrom('repayment')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (await withParts(db, enterpriseId, [row]))[0]
}

/** Finds repayments of one company, the earliest first. Unknown ids are left out. */
export async function findRepayments(db: Db, enterpriseId: string, ids: readonly string[]): Promise<RepaymentRow[]> {
  const rows = await db
    .selectFrom('repayment')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .orderBy('at')
    .orderBy('id')
    .execute()
  return withParts(db, enterpriseId, rows)
}

/** Lists a page of a company's repayments, the newest first, with their number. */
export async function listRepaymentsOfEnterprise(
  db: Db,
  { enterpriseId, from, until, limit, offset }: { enterpriseId: string; from?: Date; until?: Date } & RowSlice,
): Promise<{ rows: RepaymentRow[]; total: number }> {
  const filtered = () => {
    let query = db.selectFrom('repayment').where('enterprise_id', '=', enterpriseId)
    if (from) query = query.where('at', '>=', from)
    if (until) query = query.where('at', '<', until)
    return query
  }
  const { rows, total } = await fetchPageWithTotal(filtered().select(columns).orderBy('at', 'desc').orderBy('id', 'desc'), filtered(), {
    limit,
    offset,
  })
  return { rows: await withParts(db, enterpriseId, rows), total }
}

/** The sources of some repayments, by their ids. Other ids are left out. */
export async function findRepaymentSources(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, RepaymentSource>> {
  const rows = await db
    .selectFrom('repayment')
    .select(['id', 'source'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(rows.map(({ id, source }) => [id, source]))
}

export interface NewRepayment {
  enterpriseId: string
  id: string
  source: RepaymentSource
  amountFen: Fen
  interestFen: Fen
  surplusFen: Fen
  valueDay: string
  userId: string | null
  automatic: boolean
}

export async function insertRepayment(tx: Tx, moment: Moment, repayment: NewRepayment): Promise<void> {
  await tx
    .insertInto('repayment')
    .values({
      enterprise_id: repayment.enterpriseId,
      id: repayment.id,
      source: repayment.source,
      amount_fen: repayment.amountFen,
      interest_fen: repayment.interestFen,
      surplus_fen: repayment.surplusFen,
      value_day: repayment.valueDay,
      user_id: repayment.userId,
      automatic: repayment.automatic,
      at: moment.now,
    })
    .execute()
}

export async function markRepaymentBounced(tx: Tx, moment: Moment, enterpriseId: string, id: string): Promise<void> {
  await tx.updateTable('repayment').set({ bounced_at: moment.now }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

export async function markRepaymentsUndone(tx: Tx, moment: Moment, enterpriseId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('repayment')
    .set({ undone_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
}
