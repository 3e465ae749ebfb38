// Describes uses of bank lines for the console, with whether they can be taken back.
import { BANK_ALLOCATIONS_OF_TODAY_MAX } from '#contract/billing/bank/console-api.ts'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { type BankAllocation, type BankAllocationOfToday, bankAllocationKinds } from '#contract/billing/bank/shapes.ts'
import { getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type BankAllocationRow, listBankAllocationsSince, listBankLineAllocations } from '#server/billing/bank/allocations.ts'
import { findBankLines } from '#server/billing/bank/bank-line-store.ts'
import { listOwnAccountLabels } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { createUndoReasonFinder, type FindContracts } from './undo-rules.ts'

async function describeAllocations(
  db: Db,
  allocations: readonly BankAllocationRow[],
  reasons: ReadonlyMap<string, string | null>,
): Promise<BankAllocation[]> {
  const people = await listStaffNamesById(db)
  const named = await attachEnterpriseNamesToRows(
    db,
    allocations.map((row) => ({ ...row, enterpriseId: row.enterprise_id })),
  )
  return named.map((row) => {
    const company = row.enterprise_id === PLATFORM_ENTERPRISE_ID ? null : row.enterprise_id
    const { undone_at: at, undone_by, undo_reason } = row
    return {
      id: row.id,
      kind: row.kind,
      label: bankAllocationKinds[row.kind].label,
      amount: row.amount_fen,
      enterpriseId: company,
      enterpriseName: company === null ? null : row.enterpriseName,
      paymentId: row.payment_id,
      title: row.title,
      reason: row.reason,
      reference: row.reference,
      by: people.get(row.made_by) ?? '',
      at: row.at,
      undone: at === null ? null : { at, by: people.get(undone_by ?? '') ?? '', reason: undo_reason ?? '' },
      stays: reasons.get(row.id) ?? null,
    }
  })
}

/** Describes what a line was used for, the earliest first. Each use is taken back by itself there, so it is judged alone. */
export async function readAllocationsOfBankLine(
  db: Db,
  moment: Moment,
  { lineId, staffId, findContracts }: { lineId: string; staffId: string; findContracts: FindContracts },
): Promise<BankAllocation[]> {
  const allocations = await listBankLineAllocations(db, lineId)
  const findReasons = await createUndoReasonFinder(db, moment, { allocations, staffId, findContracts })
  return describeAllocations(db, allocations, new Map(allocations.flatMap((use) => [...findReasons([use])])))
}

/** Lists what was confirmed today, the newest first, with what stays if all of it is taken back and if only the person's own is. */
export async function readBankAllocationsOfToday(
  db: Db,
  moment: Moment,
  { staffId, findContracts }: { staffId: string; findContracts: FindContracts },
): Promise<{ day: string; allocations: BankAllocationOfToday[]; total: number }> {
  const day = toShanghaiDay(moment.now)
  const { allocations, total } = await listBankAllocationsSince(db, getStartOfShanghaiDay(day), BANK_ALLOCATIONS_OF_TODAY_MAX)
  const findReasons = await createUndoReasonFinder(db, moment, { allocations, staffId, findContracts })
  const described = await describeAllocations(db, allocations, findReasons(allocations))
  const ownReasons = findReasons(allocations.filter(({ made_by }) => made_by === staffId))
  const lines = await findBankLines(db, [...new Set(allocations.map(({ line_id }) => line_id))])
  const accounts = await listOwnAccountLabels(db)
  return {
    day,
    total,
    allocations: described.flatMap((use, at) => {
      const row = allocations[at]
      const line = row && lines.get(row.line_id)
      if (!line) return []
      const { id, reference, accountNo, payerName, day: on } = line
      const account = accounts.get(accountNo) ?? accountNo
      const staysInOwn = ownReasons.get(row.id) ?? null
      return [Object.assign(use, { own: row.made_by === staffId, staysInOwn, line: { id, reference, account, payerName, day: on } })]
    }),
  }
}
