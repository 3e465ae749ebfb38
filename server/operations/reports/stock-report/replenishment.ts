// 补货建议: which SKUs to buy, how many, of whom, and how long what is there lasts.
import { type RawBuilder, sql } from 'kysely'
import { TRANSIT_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { getReportPeriodOneYearEarlier } from '#contract/operations/reports/periods.ts'
import {
  type consoleStockReportEndpoints,
  LEAD_DAYS_ASSUMED,
  type ReplenishmentRow,
  type ReplenishmentSums,
} from '#contract/operations/reports/stock-api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { describeSkusById, listShopNamesById } from '#server/catalog/goods/public.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { currentSupplierPricesSql } from '#server/catalog/suppliers/public.ts'
import { findReportShopIdsForStaff, readSalesTotalsStatus, salesTotalsOfRangeSql } from '#server/operations/reports/ranges.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { limitAndOffsetSql, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { wearPerDayOfAllEquipmentSql } from '#server/sites/equipment/public.ts'

type Filter = InputOf<typeof consoleStockReportEndpoints.replenishmentSums>
interface Asking {
  moment: Moment
  staffId: string
}

/** The days of the last year whose sales tell what the coming ones bring. */
const SEASON_DAYS = 30
/** The days whose readings of meters tell how much the equipment of companies runs. */
const WEAR_DAYS = 90

/** Returns the days of the last year that the thirty days from today on are compared with; null if the totals, by their first day, begin later. */
function getSeasonOfLastYear(today: string, first: string | null): DayRange | null {
  const season = getReportPeriodOneYearEarlier({ from: today, to: addDays(today, SEASON_DAYS - 1) })
  return first !== null && first <= season.from ? season : null
}

/** SQL: `terms`, for each SKU the supplier that asks the least among those that the mall buys from, with its price in force. */
const termsSql = (today: string, supplierId: string | undefined): RawBuilder<unknown> => sql`
  terms as (
    select distinct on (asked.sku_id) asked.sku_id, asked.supplier_id, supplier.name as supplier_name, asked.price_fen, asked.lead_days, asked.minimum
    from ${currentSupplierPricesSql(today)} asked join supplier on supplier.id = asked.supplier_id
    where supplier.active and ${supplierId === undefined ? sql`true` : sql`supplier.id = ${supplierId}`}
    order by asked.sku_id, asked.price_fen, asked.lead_days, asked.supplier_id)`

/** SQL: `coming`, for each SKU what purchase orders still bring. Drafts count, because otherwise the same goods would be advised twice. */
const comingSql = sql`
  coming as (
    select line.sku_id, sum(greatest(line.quantity - came.units, 0)) as units,
      sum(greatest(line.quantity - came.units, 0)) filter (where bought.state = 'DRAFT') as drafted
    from purchase_order bought join purchase_order_line line on line.purchase_order_id = bought.id
      left join lateral (
        select coalesce(sum(part.quantity), 0) as units from goods_receipt receipt join goods_receipt_line part on part.receipt_id = receipt.id
        where receipt.purchase_order_id = bought.id and part.line_no = line.line_no) came on true
    where bought.state in ('DRAFT', 'ORDERED') group by line.sku_id)`

type Scope = Parameters<typeof salesTotalsOfRangeSql>[2]

/** SQL: `sold`, the units of each SKU that were sold in the last 30 and in the last 90 days, less what came back, at least 0. No day is read twice. */
const soldLatelySql = (today: string, scope: Scope): RawBuilder<unknown> => {
  const last30 = { from: addDays(today, -29), to: today }
  const before = { from: addDays(today, -89), to: addDays(today, -30) }
  return sql`
  sold as (
    select key::uuid as sku_id, greatest(coalesce(sum(units - back_units) filter (where recent), 0), 0)::numeric as last30, greatest(sum(units - back_units), 0)::numeric as last90
    from (select true as recent, lately.* from (${salesTotalsOfRangeSql('sku', last30, scope)}) lately
      union all select false, earlier.* from (${salesTotalsOfRangeSql('sku', before, scope)}) earlier) totals group by key)`
}

/** SQL: `season`, the same of the days of the last year. */
const soldInSeasonSql = (season: DayRange, scope: Scope): RawBuilder<unknown> => sql`
  season as (select key::uuid as sku_id, greatest(sum(units - back_units), 0)::numeric as units
    from (${salesTotalsOfRangeSql('sku', season, scope)}) totals group by key)`

/** SQL: `advice`, a row for each SKU to buy. */
async function adviceSql(db: Db, { averageDays, coverDays, ...filter }: Filter, { moment, staffId }: Asking) {
  const today = toShanghaiDay(moment.now)
  const { asOf, first, closedUntil, runningUntil } = await readSalesTotalsStatus(db)
  const shopIds = await findReportShopIdsForStaff(db, { shopId: filter.shopId, staffId })
  const season = getSeasonOfLastYear(today, first)
  const scope = { closedUntil, runningUntil, shopIds }
  const seasonAverage = season ? sql`coalesce(season.units, 0) / ${SEASON_DAYS}::numeric` : sql`0`
  const average = sql`greatest(coalesce(${sql.ref(averageDays === 90 ? 'sold.last90' : 'sold.last30')}, 0) / ${averageDays}::numeric, ${seasonAverage}, coalesce(worn.units, 0))`
  const advice = sql`
    ${soldLatelySql(today, scope)}, ${season ? sql`${soldInSeasonSql(season, scope)},` : sql``}
    ${termsSql(today, filter.supplierId)}, ${comingSql}, worn as (${wearPerDayOfAllEquipmentSql(addDays(today, 1 - WEAR_DAYS))}),
    found as (
      select sku.id, goods.shop_id, coalesce(stock.available, 0) as available, coalesce(stock.reserved, 0) as reserved, coalesce(transit.units, 0) as transit,
        asked.units as in_warehouse, coalesce(coming.units, 0) as coming, coalesce(coming.drafted, 0) as drafted, coalesce(sold.last30, 0) as sold30,
        coalesce(sold.last90, 0) as sold90, ${season ? sql`coalesce(season.units, 0)` : sql`null`} as sold_last_year, ${average} as average,
        coalesce(worn.units, 0) as worn, coalesce(worn.pieces, 0) as machines,
        terms.supplier_id, terms.supplier_name, terms.price_fen, terms.lead_days, terms.minimum, coalesce(terms.lead_days, ${LEAD_DAYS_ASSUMED}::int) as lead
      from sku join goods on goods.id = sku.goods_id left join (select sku_id, available, reserved from sku_stock) stock on stock.sku_id = sku.id
        left join (select sku_id, units from warehouse_stock where warehouse_id = ${TRANSIT_WAREHOUSE_ID}) transit on transit.sku_id = sku.id
        left join (select sku_id, units from warehouse_stock where warehouse_id = ${filter.warehouseId ?? null}::uuid) asked on asked.sku_id = sku.id
        left join coming on coming.sku_id = sku.id left join sold on sold.sku_id = sku.id left join worn on worn.sku_id = sku.id
        ${season ? sql`left join season on season.sku_id = sku.id` : sql``} left join terms on terms.sku_id = sku.id
      where not sku.archived and sku.on_shelf and goods.on_shelf and ${isInShopsOrUnrestrictedSql('goods.shop_id', shopIds)}
        and ${filter.supplierId === undefined ? sql`true` : sql`terms.supplier_id is not null`}
        and ${filter.warehouseId === undefined ? sql`true` : sql`asked.sku_id is not null`}),
    needed as (
      select found.*, ceil((lead + ${coverDays}::int) * average - available - coming) as lacking, floor(available / nullif(average, 0)) as days_left from found),
    advice as (
      select needed.*, least(greatest(lacking, coalesce(minimum, 1)), ${QUANTITY_MAX}::int)::int as advised, days_left < lead as urgent
      from needed where lacking > 0 and ${filter.urgent ? sql`days_left < lead` : sql`true`})`
  return { advice, asOf, season }
}

/** Counts the SKUs to buy, and says which days the averages are of. */
export async function readReplenishmentSums(db: Db, input: Filter, asking: Asking): Promise<ReplenishmentSums> {
  const { advice, asOf, season } = await adviceSql(db, input, asking)
  const { rows } = await sql<Pick<ReplenishmentSums, 'skus' | 'urgentSkus' | 'unpricedSkus'>>`
    with ${advice}
    select count(*)::int as skus, count(*) filter (where urgent)::int as "urgentSkus", count(*) filter (where supplier_id is null)::int as "unpricedSkus"
    from advice`.execute(withoutTenantGuard(db, 'console'))
  const [sums = { skus: 0, urgentSkus: 0, unpricedSkus: 0 }] = rows
  return Object.assign({ asOf, lastYear: season }, sums)
}

type Figures = Omit<ReplenishmentRow, 'skuId' | 'skuCode' | 'goodsName' | 'skuProps' | 'shopName' | 'supplier'>
interface Terms {
  supplier_id: string | null
  supplier_name: string
  price_fen: Fen
  lead_days: number
  minimum: number
}
type FoundRow = Terms & { id: string; shop_id: string; figures: Figures; found: number }

/** Lists a page of the SKUs to buy, those that are sold out first at the beginning. */
export async function listReplenishmentAdvice(
  db: Db,
  { pageNo, pageSize, ...input }: InputOf<typeof consoleStockReportEndpoints.replenishment>,
  asking: Asking,
): Promise<{ dataList: ReplenishmentRow[]; total: number }> {
  const { advice } = await adviceSql(db, input, asking)
  const { rows } = await sql<FoundRow>`
    with ${advice}
    select id, shop_id, supplier_id, supplier_name, price_fen, lead_days, minimum, (count(*) over ())::int as found,
      json_build_object('available', available, 'reserved', reserved, 'inTransit', transit,
        'inWarehouse', in_warehouse, 'onOrder', coming, 'drafted', drafted,
        'sold30', sold30, 'sold90', sold90, 'soldLastYear', sold_last_year, 'average', round(average, 2), 'wornDaily', round(worn, 2), 'machines', machines, 'daysLeft', days_left,
        'urgent', urgent, 'advised', advised) as figures
    from advice order by days_left, advised desc, id ${limitAndOffsetSql(toSlice({ pageNo, pageSize }))}`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const skus = await describeSkusById(
    db,
    rows.map(({ id }) => id),
  )
  const shops = await listShopNamesById(db)
  const dataList = rows.map(({ id, shop_id, figures, supplier_id, ...terms }): ReplenishmentRow => {
    const { skuCode = '', goodsName = '', skuProps = '{}' } = skus.get(id) ?? {}
    const supplier =
      supplier_id === null
        ? null
        : {
            supplierId: supplier_id,
            name: terms.supplier_name,
            price: terms.price_fen,
            leadDays: terms.lead_days,
            minimum: terms.minimum,
          }
    return Object.assign({ skuId: id, skuCode, goodsName, skuProps, shopName: shops.get(shop_id) ?? '', supplier }, figures)
  })
  return { dataList, total: rows[0]?.found ?? 0 }
}
