import type { CreditLimitChangeRow, CreditLimitRequestRow } from '#contract/billing/finance/credit-api.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { listCreditLimitRequests } from '#server/money/credit/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Lists changes of limits of one enterprise or of all, newest first. */
export async function listCreditLimitChangesForConsole(
  db: Db,
  { enterpriseId, limit, offset }: RowSlice & { enterpriseId?: string | undefined },
): Promise<{ dataList: CreditLimitChangeRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console').selectFrom('credit_limit_change')
  const wanted = enterpriseId === undefined ? all : all.where('enterprise_id', '=', enterpriseId)
  const { rows, total } = await fetchPageWithTotal(wanted.selectAll().orderBy('at', 'desc').orderBy('id'), wanted, { limit, offset })
  const people = await listStaffNamesById(db)
  const changes = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    kind: row.kind,
    limit: row.limit_fen,
    endDay: row.temp_end_day,
    reason: row.reason,
    at: row.at,
    by: people.get(row.staff_id ?? '') ?? null,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, changes), total }
}

/** Lists limit requests that wait or have waited for a second person. `staffId` is the person who asks. */
export async function listCreditLimitRequestsForConsole(
  db: Db,
  { staffId, ...filter }: RowSlice & { state?: CreditLimitRequestRow['state'] | undefined; staffId: string },
): Promise<{ dataList: CreditLimitRequestRow[]; total: number }> {
  const { rows, total } = await listCreditLimitRequests(db, filter)
  const people = await listStaffNamesById(db)
  const requests = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    kind: row.kind,
    limit: row.limit_fen,
    endDay: row.temp_end_day,
    reason: row.reason,
    state: row.state,
    proposedAt: row.proposed_at,
    decidedAt: row.decided_at,
    current: { base: row.base_limit_fen, temp: row.temp_limit_fen, group: row.group_limit_fen }[row.kind] ?? ZERO_FEN,
    proposedBy: people.get(row.proposed_by) ?? '',
    decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
    own: row.proposed_by === staffId,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, requests), total }
}
