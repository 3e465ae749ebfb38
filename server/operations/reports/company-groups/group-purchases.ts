import { sql } from 'kysely'
import type { CompanyGroupCategories, CompanyGroupPurchases } from '#contract/billing/company-groups/shapes.ts'
import { type Fen, fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addMonths, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findCompanyGroup, isMonthOfMemberSeen, listCompanyGroupMembers } from '#server/money/credit/public.ts'
import { readSalesTotalsStatus, salesTotalsOfRangeSql } from '#server/operations/reports/ranges.ts'
import { salesMovementsSql } from '#server/operations/reports/sales-movements-sql.ts'
import { listCategoryNamesWithParents } from '#server/operations/reports/sales-rows.ts'
import { listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
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
): Promise<Map<string, Map<string, Fen>>> {
  if (asOf === null || since.length === 0) return new Map()
  const [begin, end] = [getStartOfShanghaiDay(from).toISOString(), asOf.toISOString()]
  const within = (column: string) => `${column} >= '${begin}' and ${column} <= '${end}'`
  // A statement for each company: it reads the rows of that company alone, on the machine that has them if the database is distributed.
  const rows = await runOnOneConnection(db, (one) =>
    awaitAllAndThrowFirstError(
      ...since.map(({ enterpriseId, day }) =>
        sql<{ category: string; company: string; fen: number }>`
          select goods.category_id::text as category, m.enterprise_id::text as company, sum(m.sold_fen - m.back_fen)::bigint as fen
          from (${sql.raw(salesMovementsSql(within))}) m join sku on sku.id = m.sku_id join goods on goods.id = sku.goods_id
          where m.enterprise_id = ${enterpriseId}::uuid and m.day >= ${day}::date group by 1, 2`.execute(one),
      ),
    ),
  )
  const byCategory = Map.groupBy(
    rows.flatMap((company) => company.rows),
    ({ category }) => category,
  )
  return new Map([...byCategory].map(([category, own]) => [category, new Map(own.map((row) => [row.company, fen(row.fen)]))]))
}

type Frame = Awaited<ReturnType<typeof readFrame>>

/** The group, the last twelve months, and the members that have joined, the parent first. Refuses COMPANY_GROUP_NOT_FOUND. */
async function readFrame(db: Db, moment: Moment, parentId: string) {
  const { name } = (await findCompanyGroup(db, parentId)) ?? refuse('COMPANY_GROUP_NOT_FOUND')
  const today = toShanghaiDay(moment.now)
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(today.slice(0, 7), at - MONTHS + 1))
  const [present, status] = await awaitAllAndThrowFirstError(listCompanyGroupMembers(db, parentId), readSalesTotalsStatus(db))
  return { parentId, name, today, months, from: `${months[0]}-01`, status, joined: present.filter(({ joinedAt }) => joinedAt !== null) }
}

async function readCategories(db: Db, { parentId, months, from, status, joined }: Frame): Promise<CompanyGroupCategories> {
  const shown = joined.filter(({ memberId, showsCategories }) => memberId === parentId || showsCategories)
  const since = shown.map((member) => {
    const first = months.find((month) => isMonthOfMemberSeen(parentId, member, month))
    return { enterpriseId: member.memberId, day: `${first}-01` }
  })
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

async function readPurchases(db: Db, { parentId, today, months, from, status, joined }: Frame): Promise<CompanyGroupPurchases> {
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
  return { asOf, months, members, totals }
}

/**
 * What the members of a group have bought in the last twelve months by month, for its parent: the present members, each from the month in which
 * it joined on. Refuses COMPANY_GROUP_NOT_FOUND to every company that is not a parent.
 */
export const readCompanyGroupPurchases = async (db: Db, moment: Moment, parentId: string): Promise<CompanyGroupPurchases> =>
  readPurchases(db, await readFrame(db, moment, parentId))

/** The same by category: of the parent, and of the present members that have agreed to it. */
export const readCompanyGroupCategories = async (db: Db, moment: Moment, parentId: string): Promise<CompanyGroupCategories> =>
  readCategories(db, await readFrame(db, moment, parentId))

/** Both, of the same members and the same moment, with the name of the group. */
export async function readCompanyGroupPurchaseReport(
  db: Db,
  moment: Moment,
  parentId: string,
): Promise<{ name: string; purchases: CompanyGroupPurchases; categories: CompanyGroupCategories }> {
  const frame = await readFrame(db, moment, parentId)
  const [purchases, categories] = await awaitAllAndThrowFirstError(readPurchases(db, frame), readCategories(db, frame))
  return { name: frame.name, purchases, categories }
}
