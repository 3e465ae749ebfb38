import {
  type BadDebtAmounts,
  badDebtEntryKinds,
  badDebtLifecycle,
  computeBadDebtState,
  computeBadDebtStillOwed,
} from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import type { BadDebtDetail, BadDebtRow } from '#contract/money/bad-debts/console-api.ts'
import type { OwnBadDebt } from '#contract/money/bad-debts/shapes.ts'
import { repaymentSources } from '#contract/money/statements/shapes.ts'
import { findWaiverOrWriteOffRequest, listBadDebtForgivenessRequests } from '#server/billing/receivables/finance-requests.ts'
import { type BadDebtRecord, listBadDebtEntries, listBadDebts } from '#server/money/bad-debts/public.ts'
import { findRepaymentSources } from '#server/money/statements/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The amounts of a claim, or of several together, as the screens name them. */
export const toBadDebtAmounts = (amounts: BadDebtAmounts) => ({
  principal: amounts.principalFen,
  interest: amounts.interestFen,
  recovered: amounts.recoveredFen,
  forgiven: amounts.forgivenFen,
  left: computeBadDebtStillOwed(amounts),
})

export function toBuyersBadDebtOutput(row: BadDebtRecord): OwnBadDebt {
  const state = computeBadDebtState(row)
  return {
    id: row.id,
    month: row.month,
    state,
    label: badDebtLifecycle.states[state].label,
    ...toBadDebtAmounts(row),
    dueDay: row.dueDay,
    writtenOffAt: row.writtenOffAt,
  }
}

export const toBadDebtOutput = (row: BadDebtRecord & { enterpriseName: string | null }): BadDebtRow => ({
  enterpriseId: row.enterpriseId,
  enterpriseName: row.enterpriseName,
  ...toBuyersBadDebtOutput(row),
})

/** Describes a claim: its write-off, what was recovered and forgiven, and by whom; undefined if there is none. */
export async function readBadDebtDetail(db: Db, ref: { enterpriseId: string; id: string }): Promise<BadDebtDetail | undefined> {
  const { enterpriseId, id } = ref
  const [row] = await attachEnterpriseNamesToRows(db, (await listBadDebts(db, { ...ref, limit: 1, offset: 0 })).rows)
  if (!row) return undefined
  const request = await findWaiverOrWriteOffRequest(db, ref)
  const entries = await listBadDebtEntries(db, ref)
  const forgiving = await listBadDebtForgivenessRequests(db, { enterpriseId, badDebtId: id })
  const sources = await findRepaymentSources(
    db,
    enterpriseId,
    entries.map(({ document }) => document),
  )
  const people = await listStaffNamesById(db)
  const nameOf = (staffId: string | null | undefined): string => people.get(staffId ?? '') ?? ''
  const waiting = forgiving.find(({ state }) => state === 'WAIT')
  return {
    ...toBadDebtOutput(row),
    provided: row.providedFen,
    reason: request?.reason ?? '',
    proposedBy: nameOf(request?.proposedBy),
    decidedBy: nameOf(request?.decidedBy),
    entries: entries.map(({ id: entryId, kind, amountFen, document, valueDay, at }) => {
      const source = sources.get(document)
      const agreed = forgiving.find((one) => one.id === document)
      return {
        id: entryId,
        kind,
        label: badDebtEntryKinds[kind].label,
        amount: amountFen,
        note: agreed?.reason ?? (source === undefined ? '' : repaymentSources[source].label),
        by: agreed === undefined ? null : `${nameOf(agreed.proposedBy)}、${nameOf(agreed.decidedBy)}`,
        valueDay,
        at,
      }
    }),
    waiting: waiting
      ? {
          id: waiting.id,
          amount: waiting.amountFen,
          reason: waiting.reason,
          proposedBy: nameOf(waiting.proposedBy),
          proposedAt: waiting.proposedAt,
        }
      : null,
  }
}
