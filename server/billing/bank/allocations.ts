// Reads and writes the table `bank_allocation`: the use of each part of a bank line.
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { type Fen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { BankLineRecord } from './bank-line-store.ts'

export interface NewBankLineAllocation {
  /** The platform's own enterprise if the money was sent back. */
  enterpriseId: string
  kind: 'payment' | 'wallet' | 'back' | 'acceptance'
  amountFen: Fen
  paymentId?: string
  /** The bill that was paid. */
  acceptanceId?: string
  title: string
  reason?: string
  reference?: string
  staffId: string
  /** Only one person has confirmed that the money arrived. */
  alone?: boolean
}

/** Uses a part of a bank line, out of suspense. The caller has locked the line and posts the amount. Returns the id of the use. Refuses BANK_LINE_SHORT. */
export async function allocateFromBankLine(
  tx: Tx,
  moment: Moment,
  line: BankLineRecord,
  { amountFen, ...use }: NewBankLineAllocation,
): Promise<string> {
  const id = moment.newId()
  const row = await tx
    .updateTable('bank_line')
    .set({ assigned_fen: sql<Fen>`assigned_fen + ${amountFen}` })
    .where('id', '=', line.id)
    .where('voided_at', 'is', null)
    .where(sql<boolean>`assigned_fen + ${amountFen} <= amount_fen`)
    .returning('id')
    .executeTakeFirst()
  if (!row) refuse('BANK_LINE_SHORT')
  await tx
    .insertInto('bank_allocation')
    .values({
      enterprise_id: use.enterpriseId,
      id,
      line_id: line.id,
      kind: use.kind,
      amount_fen: amountFen,
      title: use.title,
      payment_id: use.paymentId ?? null,
      acceptance_id: use.acceptanceId ?? null,
      reason: use.reason ?? null,
      reference: use.reference ?? null,
      made_by: use.staffId,
      alone: use.alone ?? false,
      at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('BANK_REFERENCE_USED')
      throw error
    })
  const out = { kind: 'suspenseToBank', amountFen, document: id, title: use.kind === 'back' ? '退回付款人' : '待查认领' } as const
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers: [{ ...out, valueDay: line.day }] })
  return id
}

/**
 * Sums, since a time, the typed and unconfirmed lines that one person has used alone, and the uses by all such persons for each enterprise.
 * What was taken back does not count. Amounts in fen.
 */
export async function sumAllocationsMadeByOnePersonAlone(
  tx: Tx,
  { since, staffId }: { since: Date; staffId: string },
): Promise<{ byPerson: Fen; byCompany: Map<string, Fen> }> {
  const rows = await withoutTenantGuard(tx, 'console')
    .selectFrom('bank_allocation as a')
    .innerJoin('bank_line as l', 'l.id', 'a.line_id')
    .select(['a.enterprise_id', 'a.made_by', sql<Fen>`sum(a.amount_fen)::bigint`.as('used')])
    .where('a.alone', '=', true)
    .where('a.at', '>=', since)
    .where('a.undone_at', 'is', null)
    .where('l.source', '=', 'typed')
    .groupBy(['a.enterprise_id', 'a.made_by'])
    .execute()
  const byCompany = Map.groupBy(rows, ({ enterprise_id }) => enterprise_id)
  return {
    byPerson: sum(rows.filter(({ made_by }) => made_by === staffId).map(({ used }) => used)),
    byCompany: new Map([...byCompany].map(([id, uses]) => [id, sum(uses.map(({ used }) => used))])),
  }
}

const rows = (db: Db) =>
  db
    .selectFrom('bank_allocation')
    .select(['enterprise_id', 'id', 'line_id', 'kind', 'amount_fen', 'payment_id', 'title', 'reason', 'reference', 'made_by', 'at'])
    .select(['undone_at', 'undone_by', 'undo_reason'])

/** A use of a line. */
export type BankAllocationRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/** Lists the uses of a line, earliest first. */
export async function listBankLineAllocations(db: Db, lineId: string): Promise<BankAllocationRow[]> {
  return rows(withoutTenantGuard(db, 'console')).where('line_id', '=', lineId).orderBy('at').orderBy('id').execute()
}

/** Lists uses of lines since a time, those that were taken back among them, the newest first, with their number. */
export async function listBankAllocationsSince(
  db: Db,
  since: Date,
  limit: number,
): Promise<{ allocations: BankAllocationRow[]; total: number }> {
  const { rows: allocations, total } = await fetchPageWithTotal(
    rows(withoutTenantGuard(db, 'console')).where('at', '>=', since).orderBy('at', 'desc').orderBy('id'),
    rows(withoutTenantGuard(db, 'console')).where('at', '>=', since),
    { limit, offset: 0 },
  )
  return { allocations, total }
}

/** Finds uses of lines for one company. Unknown ids are left out. */
export const findBankAllocations = (db: Db, enterpriseId: string, ids: readonly string[]): Promise<BankAllocationRow[]> =>
  rows(db).where('enterprise_id', '=', enterpriseId).where('id', '=', anyOfIdsSql(ids)).orderBy('id').execute()

/**
 * Takes uses of one company back, whose lines the caller has locked: what they took of the lines waits in suspense again. Refuses
 * BANK_ALLOCATION_STAYS if one was taken back meanwhile. The caller posts what goes back from the company.
 */
export async function releaseBankAllocations(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    allocations,
    staffId,
    reason,
  }: { enterpriseId: string; allocations: readonly BankAllocationRow[]; staffId: string; reason: string },
): Promise<void> {
  const undone = await tx
    .updateTable('bank_allocation')
    .set({ undone_at: moment.now, undone_by: staffId, undo_reason: reason })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(allocations.map(({ id }) => id)))
    .where('undone_at', 'is', null)
    .returning('id')
    .execute()
  if (undone.length < allocations.length) refuse('BANK_ALLOCATION_STAYS')
  const byLine = [...Map.groupBy(allocations, ({ line_id }) => line_id)].map(([id, own]) => ({
    id,
    fen: sum(own.map(({ amount_fen }) => amount_fen)),
  }))
  await sql`update bank_line set assigned_fen = assigned_fen - g.fen from jsonb_to_recordset(${JSON.stringify(byLine)}::jsonb) g(id uuid, fen bigint)
    where bank_line.id = g.id`.execute(tx)
  const transfers = allocations.map(({ id, amount_fen: amountFen }) => ({
    kind: 'undoClaim' as const,
    amountFen,
    document: id,
    title: '撤销到账认领',
  }))
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers })
}
