import { sql } from 'kysely'
import type { CompanyGroupPurchases } from '#contract/billing/company-groups/shapes.ts'
import { fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findCompanyGroup, isMonthOfMemberSeen, listCompanyGroupMembers } from '#server/money/credit/public.ts'
import { readSalesTotalsStatus, salesTotalsOfRangeSql } from '#server/operations/reports/ranges.ts'
import { listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const MONTHS = 12

/** What companies have bought by month, in fen, from the totals by day. By 'company month'. */
async function sumPurchasesByMonth(db: Db, ids: readonly string[], range: { from: string; to: string; closedUntil: string | null }) {
  const totals = salesTotalsOfRangeSql('enterprise', range, { closedUntil: range.closedUntil, shopIds: null })
  const { rows } = await sql<{ company: string; month: string; fen: number }>`
    select key as company, to_char(day, 'YYYY-MM') as month, sum(sold_fen - back_fen)::bigint as fen
    from (${totals}) t where key = any(${[...ids]}::text[]) group by 1, 2`.execute(db)
  return new Map(rows.map((row) => [`${row.company} ${row.month}`, fen(row.fen)]))
}

/**
 * What the members of a group have bought in the last twelve months, for its parent: the present members, each from the month in which it
 * joined on. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent.
 */
export async function readCompanyGroupPurchases(db: Db, moment: Moment, parentId: string): Promise<CompanyGroupPurchases> {
  if (!(await findCompanyGroup(db, parentId))) refuse('COMPANY_GROUP_NOT_FOUND')
  const today = toShanghaiDay(moment.now)
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(today.slice(0, 7), at - MONTHS + 1))
  const [present, { asOf, closedUntil }] = await awaitAllAndThrowFirstError(
    listCompanyGroupMembers(db, parentId),
    readSalesTotalsStatus(db),
  )
  const joined = present.filter(({ joinedAt }) => joinedAt !== null)
  const ids = joined.map(({ memberId }) => memberId)
  const [names, bought] = await awaitAllAndThrowFirstError(
    listEnterpriseNamesById(db, ids),
    sumPurchasesByMonth(db, ids, { from: `${months[0]}-01`, to: today, closedUntil }),
  )
  const members = joined.map((member) => {
    const { memberId } = member
    const amounts = months.map((month) => (isMonthOfMemberSeen(parentId, member, month) && bought.get(`${memberId} ${month}`)) || ZERO_FEN)
    return { enterpriseId: memberId, name: names.get(memberId) ?? null, amounts, total: sum(amounts) }
  })
  return { asOf, months, members, totals: months.map((_, at) => sum(members.map(({ amounts }) => amounts[at] ?? ZERO_FEN))) }
}
