// 撤销转账还款: repayments by bank transfer are taken back on their day.
import { sql } from 'kysely'
import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import type { RepaymentPart } from '#contract/money/statements/repayment.ts'
import { type Fen, negateFen } from '#contract/platform/core/money.ts'
import { type LedgerTransfer, postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { rechargeMissingInterest } from '#server/money/statements/charge-interest.ts'
import { findRepayments, markRepaymentsUndone } from '#server/money/statements/repayments.ts'
import { type NewStatementEntry, recordReductionsAndUpdateStates } from '#server/money/statements/statement-entries.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** What stands in the way of taking a repayment back. */
export interface RepaymentUndoFacts {
  enterpriseId: string
  id: string
  /** What of it went to the wallet. */
  surplusFen: Fen
  /** Whether a part of it recovered a claim that was written off. */
  recovered: boolean
  /** Whether the company has repaid or used credit since, something else has lowered its debt, or has gone to its wallet because nothing was owed. */
  followed: boolean
  /** The repayments among those that were asked about that have come since. */
  followers: readonly string[]
  /** Whether interest that had been waived or paid was reversed since: the waiver and the wallet would not be what they were. */
  reversedSettledInterest: boolean
}

/**
 * Reads what stands in the way of taking some repayments back. What has followed from those among them is told apart, because they may be taken
 * back together. One statement.
 */
export async function readRepaymentUndoFacts(
  db: Db,
  { enterpriseIds, ids }: { enterpriseIds: readonly string[]; ids: readonly string[] },
): Promise<Map<string, RepaymentUndoFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<RepaymentUndoFacts>`
    select r.enterprise_id as "enterpriseId", r.id, r.surplus_fen as "surplusFen",
      r.amount_fen > r.interest_fen + r.surplus_fen + (select coalesce(sum(e.amount_fen), 0) from statement_entry e
        where e.enterprise_id = r.enterprise_id and e.document = r.id and e.kind = 'repay') as recovered,
      exists (select from ledger_transfer t where t.enterprise_id = r.enterprise_id and t.at >= r.at and t.document <> all(${[...ids]}::uuid[])
        and (t.kind = 'hold' or t.to_account in ('creditDrawn', 'interest')))
      or exists (select from statement_entry e where e.enterprise_id = r.enterprise_id and e.at >= r.at and e.wallet_fen > 0) as followed,
      exists (select from ledger_transfer t where t.enterprise_id = r.enterprise_id and t.at >= r.at
        and t.kind in ('reverseWaiver', 'returnInterest')) as "reversedSettledInterest",
      array(select distinct t.document from ledger_transfer t where t.enterprise_id = r.enterprise_id and t.at >= r.at and t.document <> r.id
        and t.document = any(${[...ids]}::uuid[]) and t.to_account in ('creditDrawn', 'interest')) as followers
    from repayment r where r.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and r.id = any(${[...ids]}::uuid[])`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of some top-ups have recovered a written-off claim when they arrived: that money went on, whatever else the wallet has. One statement. */
export async function findTopUpsThatRecoveredBadDebts(
  db: Db,
  { enterpriseIds, ids }: { enterpriseIds: readonly string[]; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select t.document as id from ledger_transfer t where t.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and t.document = any(${[...ids]}::uuid[])
      and t.kind = 'topUpByBank' and exists (select from ledger_transfer r where r.enterprise_id = t.enterprise_id and r.at = t.at
        and r.kind = 'recoverByWallet')`.execute(withoutTenantGuard(db, 'console'))
  return new Set(rows.map(({ id }) => id))
}

const kinds = { month: 'undoRepay', interest: 'undoInterest', wallet: 'undoSurplus' } as const satisfies Record<
  Exclude<RepaymentPart['to'], 'badDebt'>,
  TransferKind
>

/**
 * Takes repayments of one company back: their months and the interest are owed again since their value days, what they had sent to the wallet leaves it,
 * and days that cost interest without them are charged. Nothing has followed from them, and the wallet suffices: the caller has checked that under the
 * locks of the debts and of the wallet.
 */
export async function undoRepayments(
  tx: Tx,
  moment: Moment,
  { enterpriseId, ids }: { enterpriseId: string; ids: readonly string[] },
): Promise<void> {
  const made = await findRepayments(tx, enterpriseId, ids)
  const [first] = made
  if (!first) return
  if (made.length < ids.length || made.some(({ undoneAt, source }) => undoneAt !== null || source !== 'bank'))
    throw new Error(`repayments of ${enterpriseId} cannot be taken back`)
  const transfers = made.flatMap(({ id, parts }) =>
    parts.map((part, seq): LedgerTransfer => {
      if (part.to === 'badDebt') throw new Error(`the repayment ${id} has recovered a claim`)
      const of = part.to === 'month' ? `${part.month} 账单` : part.to === 'interest' ? '逾期利息' : '余款'
      return { kind: kinds[part.to], amountFen: part.amountFen, document: id, seq, title: `撤销转账还款-${of}` }
    }),
  )
  const entries = made.flatMap(({ id, parts, valueDay }) =>
    parts.flatMap((part): NewStatementEntry[] =>
      part.to === 'month' ? [{ month: part.month, kind: 'undo', amountFen: negateFen(part.amountFen), document: id, valueDay }] : [],
    ),
  )
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  await recordReductionsAndUpdateStates(tx, moment, enterpriseId, entries)
  await markRepaymentsUndone(tx, moment, enterpriseId, ids)
  const months = [...new Set(entries.map(({ month }) => month))]
  const firstDay = made.map(({ valueDay }) => valueDay).toSorted()[0] ?? first.valueDay
  await rechargeMissingInterest(tx, moment, { enterpriseId, months, firstDay, document: first.id })
}
