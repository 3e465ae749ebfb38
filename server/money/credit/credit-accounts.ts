// Reads and writes the tables `credit_account`, `credit_limit_change` and `credit_agreement`.
import { sql } from 'kysely'
import type { OrderStop } from '#contract/billing/collections/shapes.ts'
import type { CreditPosition } from '#contract/money/credit/limits.ts'
import { type Fen, fen, negateFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { type LedgerBalances, readLedgerBalancesOfEnterprise, readLedgerBalancesOfEnterprises } from '#server/money/ledger/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { updateCompanyGroupLimitColumn } from './company-groups/group-rows.ts'

/** A row of `credit_account`. */
export interface CreditLimits {
  base_limit_fen: Fen
  temp_limit_fen: Fen
  temp_end_day: string | null
  freed_fen: Fen
  stop_scope: OrderStop['scope'] | null
  stop_reason: string | null
  stop_contact: string | null
}

const columns = ['base_limit_fen', 'temp_limit_fen', 'temp_end_day', 'freed_fen', 'stop_scope', 'stop_reason', 'stop_contact'] as const

/** Limits and use of a credit account. `stop`: the company is on the stop-list. */
export type CreditPositionWithOrderStop = CreditPosition & { stop: OrderStop | null }

const stopFrom = ({
  stop_scope: scope,
  stop_reason: reason,
  stop_contact: contact,
}: Omit<CreditLimits, `${string}_fen` | 'temp_end_day'>) =>
  scope === null ? null : { scope, reason: reason ?? '', contact: contact ?? '' }

/** Limits and use from the row of the account and the balances. */
export const toCreditPosition = (limits: CreditLimits, { creditDrawn, creditHeld }: LedgerBalances): CreditPositionWithOrderStop => ({
  stop: stopFrom(limits),
  baseFen: limits.base_limit_fen,
  tempFen: limits.temp_limit_fen,
  tempEndDay: limits.temp_end_day,
  drawnFen: negateFen(creditDrawn),
  heldFen: creditHeld,
  freedFen: limits.freed_fen,
})

/** Whether a company has ever opened credit. It locks nothing. */
export async function hasCreditAccount(db: Db, enterpriseId: string): Promise<boolean> {
  const row = await db.selectFrom('credit_account').select('opened_at').where('enterprise_id', '=', enterpriseId).executeTakeFirst()
  return row !== undefined
}

const lockLimits = compileOnce((tx, { enterpriseId }: { enterpriseId: string }) =>
  tx.selectFrom('credit_account').select(columns).where('enterprise_id', '=', enterpriseId).forUpdate(),
)

/** Locks a credit account that every hold of this company locks first, and reads its limits. */
export const lockCreditLimits = (tx: Tx, enterpriseId: string): Promise<CreditLimits | undefined> =>
  lockLimits(tx, { enterpriseId }).executeTakeFirst()

const selectLimits = compileOnce((db, { enterpriseId }: { enterpriseId: string }) =>
  db.selectFrom('credit_account').select(columns).where('enterprise_id', '=', enterpriseId),
)

/** Reads the limits of a credit account. */
export const findCreditLimits = (db: Db, enterpriseId: string): Promise<CreditLimits | undefined> =>
  selectLimits(db, { enterpriseId }).executeTakeFirst()

/** Limits and use of a company's credit; undefined if it has no credit account. */
export async function findCreditPosition(
  db: Db,
  enterpriseId: string,
): Promise<(CreditPositionWithOrderStop & { interestFen: Fen }) | undefined> {
  const [limits, balances] = await awaitAllAndThrowFirstError(
    findCreditLimits(db, enterpriseId),
    readLedgerBalancesOfEnterprise(db, enterpriseId),
  )
  if (!limits) return undefined
  return { ...toCreditPosition(limits, balances), interestFen: negateFen(balances.interest) }
}

/** Limits and use of the credit of some companies, by company. Those without a credit account are left out. */
export async function findCreditPositionsByEnterprise(db: Db, enterpriseIds: readonly string[]): Promise<Map<string, CreditPosition>> {
  const [accounts, balances] = await awaitAllAndThrowFirstError(
    db
      .selectFrom('credit_account')
      .select(['enterprise_id', ...columns])
      .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
      .execute(),
    readLedgerBalancesOfEnterprises(db, enterpriseIds),
  )
  return new Map(
    accounts.flatMap((limits) => {
      const own = balances.get(limits.enterprise_id)
      return own ? [[limits.enterprise_id, toCreditPosition(limits, own)] as const] : []
    }),
  )
}

/**
 * Reads the account under the lock that every hold of this company takes first, so no other hold can happen until the commit. The balances
 * are read by a later statement, so they contain everything that was committed before.
 */
export async function lockAndReadCreditPosition(tx: Tx, enterpriseId: string): Promise<CreditPositionWithOrderStop | undefined> {
  const [limits, balances] = await awaitAllAndThrowFirstError(
    lockCreditLimits(tx, enterpriseId),
    readLedgerBalancesOfEnterprise(tx, enterpriseId),
  )
  return limits && toCreditPosition(limits, balances)
}

/** How a company is on the stop-list; null: it is not. One statement without a lock. */
export async function findOrderStop(db: Db, enterpriseId: string): Promise<OrderStop | null> {
  const row = await db
    .selectFrom('credit_account')
    .select(['stop_scope', 'stop_reason', 'stop_contact'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return row ? stopFrom(row) : null
}

/** Puts a company on the stop-list, or takes it off. The caller has locked its credit account. */
export async function updateOrderStopColumns(tx: Tx, enterpriseId: string, stop: OrderStop | null): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set({ stop_scope: stop?.scope ?? null, stop_reason: stop?.reason ?? null, stop_contact: stop?.contact ?? null })
    .where('enterprise_id', '=', enterpriseId)
    .execute()
}

/** 票据释放: a bill has freed some of the limit before the bank has paid it, or frees it no more (a negative amount). The caller has locked the account. */
export async function addToCreditLimitFreedByAcceptances(
  tx: Tx,
  { enterpriseId, amountFen }: { enterpriseId: string; amountFen: Fen },
): Promise<void> {
  if (amountFen === 0) return
  await tx
    .updateTable('credit_account')
    .set({ freed_fen: sql<Fen>`freed_fen + ${amountFen}` })
    .where('enterprise_id', '=', enterpriseId)
    .execute()
}

export interface CreditLimitChangeInput {
  /** Of a group's limit: its parent. */
  enterpriseId: string
  kind: 'base' | 'temp' | 'group'
  limitFen: Fen
  /** Only of a temporary limit. */
  endDay?: string
  reason: string
  staffId: string | null
}

/** Changes a limit and records who did it. A base limit opens the account if there is none. */
export async function applyCreditLimitChange(tx: Tx, moment: Moment, change: CreditLimitChangeInput): Promise<void> {
  if (change.kind === 'base') await setBase(tx, moment, change)
  else if (change.kind === 'temp') await setTemp(tx, change)
  else await updateCompanyGroupLimitColumn(tx, change.enterpriseId, change.limitFen)
  await tx
    .insertInto('credit_limit_change')
    .values({
      enterprise_id: change.enterpriseId,
      id: moment.newId(),
      kind: change.kind,
      limit_fen: change.limitFen,
      temp_end_day: change.endDay ?? null,
      reason: change.reason,
      staff_id: change.staffId,
      at: moment.now,
    })
    .execute()
}

async function setBase(tx: Tx, moment: Moment, { enterpriseId, limitFen }: CreditLimitChangeInput): Promise<void> {
  await tx
    .insertInto('credit_account')
    .values({ enterprise_id: enterpriseId, base_limit_fen: limitFen, temp_limit_fen: ZERO_FEN, opened_at: moment.now })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet({ base_limit_fen: limitFen }))
    .execute()
}

async function setTemp(tx: Tx, { enterpriseId, limitFen, endDay }: CreditLimitChangeInput): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set({ temp_limit_fen: limitFen, temp_end_day: endDay ?? null })
    .where('enterprise_id', '=', enterpriseId)
    .execute()
}

/** Sums the base and the temporary limits of some companies, in force or not. */
export async function sumBaseAndTempLimits(db: Db, enterpriseIds: readonly string[]): Promise<Fen> {
  const { total } = await withoutTenantGuard(db, 'working in sets')
    .selectFrom('credit_account')
    .select(sql<string>`coalesce(sum(base_limit_fen + temp_limit_fen), 0)`.as('total'))
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .executeTakeFirstOrThrow()
  return fen(Number(total))
}

export async function listCreditLimitChanges(db: Db, enterpriseId: string) {
  return db
    .selectFrom('credit_limit_change')
    .select(['kind', 'limit_fen', 'temp_end_day', 'reason', 'staff_id', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('at', 'desc')
    .limit(50)
    .execute()
}

export interface ExpiringTempLimit {
  enterpriseId: string
  limitFen: Fen
  endDay: string
}

/** Lists temporary limits that end between two days, both inclusive, for the notices; across enterprises. */
export async function listTempLimitsEndingBetween(db: Db, { from, until }: { from: string; until: string }): Promise<ExpiringTempLimit[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('credit_account')
    .select(['enterprise_id', 'temp_limit_fen', 'temp_end_day'])
    .where('temp_end_day', '>=', from)
    .where('temp_end_day', '<=', until)
    .where('temp_limit_fen', '>', ZERO_FEN)
    .execute()
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, limitFen: row.temp_limit_fen, endDay: row.temp_end_day ?? from }))
}

export interface CreditAgreementAcceptanceInput {
  enterpriseId: string
  userId: string
  version: string
  hash: Buffer
  ip: string
}

/** Records that the credit agreement was accepted: which text, when, from where. */
export async function recordCreditAgreementAcceptance(tx: Tx, moment: Moment, acceptance: CreditAgreementAcceptanceInput): Promise<void> {
  await tx
    .insertInto('credit_agreement')
    .values({
      enterprise_id: acceptance.enterpriseId,
      id: moment.newId(),
      user_id: acceptance.userId,
      text_version: acceptance.version,
      text_hash: acceptance.hash,
      ip: acceptance.ip,
      accepted_at: moment.now,
    })
    .execute()
  const { enterpriseId } = acceptance
  await publishEvents(tx, moment, [{ topic: 'document.changed', enterpriseId, payload: { enterpriseId, kind: 'CREDIT' } }])
}

/** Lists the given acceptances of the credit agreement by a company. */
export async function listCreditAgreementAcceptances(
  db: Db,
  enterpriseId: string,
  ids: readonly string[],
): Promise<{ id: string; userId: string; version: string; hash: Buffer; ip: string | null; at: Date }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('credit_agreement')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    version: row.text_version,
    hash: row.text_hash,
    ip: row.ip,
    at: row.accepted_at,
  }))
}

/** Finds what a company has accepted last; undefined: nothing. */
export async function findLatestCreditAgreementId(db: Db, enterpriseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('credit_agreement')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('accepted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** A row for a company that has accepted the credit agreement, as a select, for a statement that reads it together with other facts. */
export const creditAgreementRowSql = (enterpriseId: string) =>
  sql<{ kind: 'agreement' }>`select 'agreement' as kind from credit_agreement g where g.enterprise_id = ${enterpriseId} limit 1`

export async function hasAcceptedCreditAgreement(db: Db, enterpriseId: string): Promise<boolean> {
  return (await findLatestCreditAgreementId(db, enterpriseId)) !== undefined
}
