// Reads and writes the table `price_list`: whose prices they are, and when they apply. price-list-items.ts has the prices.

import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A list belongs to an enterprise. The lists of member levels belong to the platform's own enterprise. */
export interface PriceListRef {
  enterpriseId: string
  id: string
}

/** The fields of a list without its prices. */
export interface PriceListFields {
  name: string
  fromDay: string
  untilDay: string | null
  enabled: boolean
}

export interface PriceListRow extends PriceListFields, PriceListRef {
  level: MemberLevel | null
  createdBy: string | null
  createdAt: Date
  /** How many prices it has, of the SKUs that the reader sees. */
  items: number
  rowVersion: number
}

/** `within`: the SKUs whose prices are counted, as a subquery; null: all. */
const selectLists = (db: Db, within: RawBuilder<string> | null) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('price_list as list')
    .select(['list.enterprise_id', 'list.id', 'list.name', 'list.level', 'list.from_day', 'list.until_day', 'list.enabled'])
    .select(['list.created_by', 'list.created_at', buildRowVersionSubquery('priceList', 'list.id').as('row_version')])
    .select((eb) =>
      eb
        .selectFrom('price_list_item as item')
        .select(eb.fn.countAll<number>().as('items'))
        .whereRef('item.enterprise_id', '=', 'list.enterprise_id')
        .whereRef('item.list_id', '=', 'list.id')
        .$if(within !== null, (items) => items.where(sql<boolean>`item.sku_id in ${within}`))
        .as('items'),
    )

type RawList = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

const toPriceList = (row: RawList): PriceListRow => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  name: row.name,
  level: row.level as MemberLevel | null,
  fromDay: row.from_day,
  untilDay: row.until_day,
  enabled: row.enabled,
  createdBy: row.created_by,
  createdAt: row.created_at,
  items: row.items ?? 0,
  rowVersion: row.row_version,
})

/** Returns a page of all lists, newest first. */
export async function listPriceLists(
  db: Db,
  {
    keyword,
    enterpriseId,
    within,
    limit,
    offset,
  }: { keyword?: string | undefined; enterpriseId?: string | undefined; within: RawBuilder<string> | null } & RowSlice,
): Promise<{ rows: PriceListRow[]; total: number }> {
  const like = formatLikeContainsPattern(keyword ?? '')
  let page = selectLists(db, within)
  let all = withoutTenantGuard(db, 'console').selectFrom('price_list as list')
  if (keyword) {
    page = page.where('list.name', 'ilike', like)
    all = all.where('list.name', 'ilike', like)
  }
  if (enterpriseId !== undefined) {
    page = page.where('list.enterprise_id', '=', enterpriseId)
    all = all.where('list.enterprise_id', '=', enterpriseId)
  }
  const { rows, total } = await fetchPageWithTotal(page.orderBy('list.created_at', 'desc').orderBy('list.id'), all, { limit, offset })
  return { rows: rows.map(toPriceList), total }
}

/** Finds a list; `within` as in `listPriceLists`. */
export async function findPriceList(db: Db, id: string, within: RawBuilder<string> | null = null): Promise<PriceListRow | undefined> {
  const row = await selectLists(db, within).where('list.id', '=', id).executeTakeFirst()
  return row && toPriceList(row)
}

/** Returns the names of lists by id. */
export async function findPriceListNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const lists = withoutTenantGuard(db, 'console').selectFrom('price_list')
  const rows = await lists.select(['id', 'name']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function insertPriceList(
  tx: Tx,
  moment: Moment,
  { holder, facts, staffId }: { holder: { enterpriseId: string } | { level: MemberLevel }; facts: PriceListFields; staffId: string | null },
): Promise<PriceListRef> {
  const id = moment.newId()
  const [enterpriseId, level] = 'level' in holder ? [PLATFORM_ENTERPRISE_ID, holder.level] : [holder.enterpriseId, null]
  const { name, fromDay, untilDay, enabled } = facts
  await tx
    .insertInto('price_list')
    .values({
      enterprise_id: enterpriseId,
      id,
      name,
      level,
      from_day: fromDay,
      until_day: untilDay,
      enabled,
      created_by: staffId,
      created_at: moment.now,
    })
    .execute()
  return { enterpriseId, id }
}

export async function updatePriceListRow(tx: Tx, { enterpriseId, id }: PriceListRef, facts: PriceListFields): Promise<void> {
  const { name, fromDay, untilDay, enabled } = facts
  await tx
    .updateTable('price_list')
    .set({ name, from_day: fromDay, until_day: untilDay, enabled })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}
