import { sql } from 'kysely'
import type { CompanyGroupCategories, CompanyGroupPurchases } from '#contract/billing/company-groups/shapes.ts'
import { fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, getStartOfShanghaiDay, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import {
  type CompanyGroup,
  type CompanyGroupMember,
  findCompanyGroup,
  isMonthOfMemberSeen,
  listCompanyGroupMembers,
} from '#server/money/credit/public.ts'
import { readSalesTotalsStatus, salesTotalsOfRangeSql } from '#server/operations/reports/ranges.ts'
import { salesMovementsSql } from '#server/operations/reports/sales-movements-sql.ts'
import { listCategoryNamesWithParents } from '#server/operations/reports/sales-rows.ts'
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
 * What companies have bought by category of today, in fen, by category and company. The totals by day have no category of a company, so it is
 * added up from the movements that the totals are made of, up to the moment of the totals. `since`: the first day of each company that counts.
 */
async function sumPurchasesByCategory(
  db: Db,
  since: readonly { enterpriseId: string; day: string }[],
  { from, asOf }: { from: string; asOf: Date | null },
): Promise<Map<string, Map<string, ReturnType<typeof fen>>>> {
  if (asOf === null) return new Map()
  const [begin, end] = [getStartOfShanghaiDay(from).toISOString(), asOf.toISOString()]
  const within = (column: string) => `${column} >= '${begin}' and ${column} <= '${end}'`
  const { rows } = await sql<{ category: string; company: string; fen: number }>`
    select goods.category_id::text as category, m.enterprise_id::text as company, sum(m.sold_fen - m.back_fen)::bigint as fen
    from (${sql.raw(salesMovementsSql(within))}) m
      join unnest(${since.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${since.map(({ day }) => day)}::date[]) s (enterprise_id, day)
        on s.enterprise_id = m.enterprise_id and m.day >= s.day
      join sku on sku.id = m.sku_id join goods on goods.id = sku.goods_id
    where m.enterprise_id = any(${since.map(({ enterpriseId }) => enterpriseId)}::uuid[]) group by 1, 2`.execute(db)
  const byCategory = Map.groupBy(rows, ({ category }) => category)
  return new Map([...byCategory].map(([category, own]) => [category, new Map(own.map((row) => [row.company, fen(row.fen)]))]))
}

/** The first day of a member that its parent sees: of the month in which it joined, its own always. */
const firstDaySeen = (parentId: string, { memberId, joinedAt }: CompanyGroupMember, from: string): string =>
  memberId === parentId || joinedAt === null ? from : ([from, `${toShanghaiMonth(joinedAt)}-01`].sort()[1] ?? from)

/** The last twelve months, and the members that have joined, the parent first. Refuses COMPANY_GROUP_NOT_FOUND. */
async function readFrame(db: Db, moment: Moment, parentId: string) {
  const { name } = (await findCompanyGroup(db, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const today = toShanghaiDay(moment.now)
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(today.slice(0, 7), at - MONTHS + 1))
  const [present, status] = await awaitAllAndThrowFirstError(listCompanyGroupMembers(db, parentId), readSalesTotalsStatus(db))
  return { name, today, months, from: `${months[0]}-01`, status, joined: present.filter(({ joinedAt }) => joinedAt !== null) }
}

/**
 * What the members of a group have bought in the last twelve months by category, for its parent: itself, and the present members that have agreed
 * to it, each from the month in which it joined on. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent.
 */
export async function readCompanyGroupCategories(db: Db, moment: Moment, parentId: string): Promise<CompanyGroupCategories> {
  const { from, status, joined } = await readFrame(db, moment, parentId)
  const shown = joined.filter(({ memberId, showsCategories }) => memberId === parentId || showsCategories)
  const since = shown.map((member) => ({ enterpriseId: member.memberId, day: firstDaySeen(parentId, member, from) }))
  const ids = shown.map(({ memberId }) => memberId)
  const [companies, names, bought] = await awaitAllAndThrowFirstError(
    listEnterpriseNamesById(db, ids),
    listCategoryNamesWithParents(db),
    sumPurchasesByCategory(db, since, { from, asOf: status.asOf }),
  )
  const categories = [...bought]
    .map(([key, own]) => {
      const amounts = ids.map((memberId) => own.get(memberId) ?? ZERO_FEN)
      return { key, name: names.get(key) ?? key, amounts, total: sum(amounts) }
    })
    .filter(({ amounts }) => amounts.some((amount) => amount !== 0))
    .sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
  return { members: ids.map((enterpriseId) => ({ enterpriseId, name: companies.get(enterpriseId) ?? null })), categories }
}

/**
 * What the members of a group have bought in the last twelve months by month, for its parent: the present members, each from the month in which
 * it joined on. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent.
 */
export async function readCompanyGroupPurchases(
  db: Db,
  moment: Moment,
  parentId: string,
): Promise<CompanyGroupPurchases & Pick<CompanyGroup, 'name'>> {
  const { name, today, months, from, status, joined } = await readFrame(db, moment, parentId)
  const { asOf, closedUntil } = status
  const ids = joined.map(({ memberId }) => memberId)
  const [names, bought] = await awaitAllAndThrowFirstError(
    listEnterpriseNamesById(db, ids),
    sumPurchasesByMonth(db, ids, { from, to: today, closedUntil }),
  )
  const members = joined.map((member) => {
    const { memberId } = member
    const amounts = months.map((month) => (isMonthOfMemberSeen(parentId, member, month) && bought.get(`${memberId} ${month}`)) || ZERO_FEN)
    return { enterpriseId: memberId, name: names.get(memberId) ?? null, amounts, total: sum(amounts) }
  })
  const totals = months.map((_, at) => sum(members.map(({ amounts }) => amounts[at] ?? ZERO_FEN)))
  return { name, asOf, months, members, totals }
}
