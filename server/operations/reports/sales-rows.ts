import { type RawBuilder, sql } from 'kysely'
import { computeShareInBasisPoints } from '#contract/money/statements/ageing.ts'
import {
  type consoleSalesReportEndpoints,
  NO_MANAGER_KEY,
  NO_MANAGER_NAME,
  type SalesBreakdownRow,
  type SalesDimension,
} from '#contract/operations/reports/sales-api.ts'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fen, subtractFen } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { describeSkusById, listAllCategories, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  findPlacesOfPeriods,
  findReportShopIdsForStaff,
  readSalesTotalsStatus,
  requireValidReportRange,
  salesTotalsOfPeriodsSql,
} from './ranges.ts'
import type { SalesTotalDimension } from './sales-movements-sql.ts'
import { listSalesByDay, toReportAndComparisonPeriods } from './sales-report.ts'

/** Where the totals of a breakdown are, and how they are grouped. */
interface Breakdown {
  dimension: SalesTotalDimension
  /** The key of a total in SQL, and what has to be joined for it. Categories and account managers are those of today. */
  key: RawBuilder<unknown>
  group?: { key: RawBuilder<unknown>; join: RawBuilder<unknown> }
}

/** What a breakdown by keys is by. Days are the points of the chart. */
type KeyedDimension = Exclude<SalesDimension, 'day'>

const breakdowns: Record<KeyedDimension, Breakdown> = {
  shop: { dimension: 'all', key: sql`shop_id::text` },
  sku: { dimension: 'sku', key: sql`key` },
  enterprise: { dimension: 'enterprise', key: sql`key` },
  province: { dimension: 'province', key: sql`key` },
  payment: { dimension: 'payment', key: sql`key` },
  category: {
    dimension: 'sku',
    key: sql`key`,
    group: { key: sql`goods.category_id::text`, join: sql`join sku on sku.id = s.key::uuid join goods on goods.id = sku.goods_id` },
  },
  manager: {
    dimension: 'enterprise',
    key: sql`key`,
    group: {
      key: sql`coalesce(m.staff_id::text, ${sql.lit(NO_MANAGER_KEY)})`,
      join: sql`left join account_manager m on m.enterprise_id = s.key::uuid`,
    },
  },
}

interface Row {
  key: string
  orders: number
  units: number
  sold: number
  back: number
  before: number
  year_before: number
  whole: number
  found: number
}

const sortings = { net: sql`sold - back`, units: sql`units`, back: sql`back` } as const

type Name = Pick<SalesBreakdownRow, 'name' | 'note'>
const named = (entries: readonly (readonly [key: string, name: string])[]) =>
  new Map<string, Name>(entries.map(([key, name]) => [key, { name, note: '' }]))

/** The names of all categories of today, by id as text: each with the category above it. */
export async function listCategoryNamesWithParents(db: Db): Promise<Map<string, string>> {
  const categories = await listAllCategories(db)
  const parents = new Map(categories.map(({ id, name }) => [id, name]))
  return new Map(
    categories.map(({ id, parent_id, name }) => [String(id), [parents.get(parent_id ?? 0), name].filter(Boolean).join(' / ')] as const),
  )
}

/** Finds the names of the rows of a page. */
const namesByDimension: Record<KeyedDimension, (db: Db, keys: readonly string[]) => Promise<Map<string, Name>>> = {
  shop: async (db) => named([...(await listShopNamesById(db))]),
  province: async (_, keys) => named(keys.map((key) => [key, key])),
  payment: async (_, keys) => named(keys.map((key) => [key, paymentMethods[key as PaymentMethod].label])),
  manager: async (db) => named([...(await listStaffNamesById(db)), [NO_MANAGER_KEY, NO_MANAGER_NAME]]),
  enterprise: async (db, keys) => named((await findEnterprises(db, [...keys])).map(({ id, name }) => [id, name ?? '未认证企业'])),
  category: async (db) => named([...(await listCategoryNamesWithParents(db))]),
  sku: async (db, keys) => {
    const skus = await describeSkusById(db, keys)
    return new Map(
      [...skus].map(([id, { goodsName, skuCode, skuProps }]) => [
        id,
        { name: goodsName, note: `${skuCode} ${formatSkuProps(skuProps)}`.trim() },
      ]),
    )
  },
}

const toRow = (row: Row, by: KeyedDimension, name: Name | undefined): SalesBreakdownRow => {
  const net = subtractFen(fen(row.sold), fen(row.back))
  return {
    key: row.key,
    name: name?.name ?? row.key,
    note: name?.note ?? '',
    orders: by === 'category' ? null : row.orders,
    units: row.units,
    sold: fen(row.sold),
    back: fen(row.back),
    net,
    before: fen(row.before),
    yearBefore: fen(row.year_before),
    share: row.whole > 0 && net >= 0 ? computeShareInBasisPoints(net, fen(row.whole)) : null,
  }
}

/** A page of a breakdown of what was sold in a range, each row beside the period before and the year before. Refuses REPORT_RANGE. */
export async function listSalesBreakdownWithComparison(
  db: Db,
  { pageNo, pageSize, by, sort, shopId, ...input }: InputOf<typeof consoleSalesReportEndpoints.list>,
  staffId: string,
): Promise<{ dataList: SalesBreakdownRow[]; total: number }> {
  const periods = toReportAndComparisonPeriods(requireValidReportRange(input))
  const { closedUntil, runningUntil, hasCompanyTotals } = await readSalesTotalsStatus(db)
  const scope = { closedUntil, runningUntil, hasCompanyTotals, shopIds: await findReportShopIdsForStaff(db, { shopId, staffId }) }
  if (by === 'day') return listSalesByDay(db, { periods, scope, sort, pageNo, pageSize })
  const { dimension, key, group } = breakdowns[by]
  const [, before, yearBefore] = findPlacesOfPeriods(periods)
  const { rows } = await sql<Row>`
    with s as (
      select ${key} as key, period, sum(orders) as orders, sum(units - back_units) as units, sum(sold_fen) as sold, sum(back_fen) as back
      from (${salesTotalsOfPeriodsSql([dimension], periods, scope)}) r group by 1, 2),
    t as (select ${group?.key ?? sql`s.key`} as key, coalesce(sum(orders) filter (where period = 0), 0)::int as orders,
        coalesce(sum(units) filter (where period = 0), 0)::bigint as units, coalesce(sum(sold) filter (where period = 0), 0)::bigint as sold,
        coalesce(sum(back) filter (where period = 0), 0)::bigint as back, coalesce(sum(sold - back) filter (where period = ${sql.lit(before)}), 0)::bigint as before,
        coalesce(sum(sold - back) filter (where period = ${sql.lit(yearBefore)}), 0)::bigint as year_before
      from s ${group?.join ?? sql``} group by 1)
    select t.*, (sum(sold - back) over ())::bigint as whole, (count(*) over ())::int as found from t
    order by ${sortings[sort ?? 'net']} desc, before desc, key ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const names = await namesByDimension[by](
    db,
    rows.map((row) => row.key),
  )
  return { dataList: rows.map((row) => toRow(row, by, names.get(row.key))), total: rows[0]?.found ?? 0 }
}
