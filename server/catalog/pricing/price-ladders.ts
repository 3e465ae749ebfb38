import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import {
  computePriceLadder,
  type PriceLadder,
  type SkuPriceSources,
  type SkuPricesInPriceList,
  type UnitPrices,
} from '#contract/catalog/pricing/price-steps.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { readPriceTiersBySku } from './price-tiers.ts'

/**
 * The enterprise that views prices, and the time; without an enterprise: public prices. `level`: the prices of any enterprise of a level,
 * for previews.
 */
export interface PriceViewer {
  enterpriseId: string | undefined
  level?: MemberLevel | undefined
  now: Date
}

/** A SKU with its base price. */
export interface SkuWithBasePrice extends UnitPrices {
  id: string
}

type SourcesOfSku = Pick<SkuPriceSources, 'tiers' | 'lists'>

/** Stored in place of a member level: the list has contract prices of one enterprise. */
const CONTRACT = 0

/** The owner of the lists: an enterprise and its level, or only a level. */
type Holder = { enterpriseId: string } | { level: MemberLevel }

interface PriceSourceRow {
  sku_id: string
  from_quantity: number
  sale_price_fen: Fen
  credit_price_fen: Fen | null
  /** A member level or `CONTRACT`; null: a public tier. */
  holder: number | null
  from_day: string | null
  until_day: string | null
}

/**
 * Selects the public tiers of SKUs, and their prices in all lists that the holder may use on a day. It is one statement, because every list
 * of goods waits for it. It is not built by Kysely, because that took longer than the statement.
 */
function selectPriceSourcesSql({ holder, day }: { holder: Holder; day: string }, isSku: RawBuilder<string>): RawBuilder<PriceSourceRow> {
  const owner = 'enterpriseId' in holder ? holder.enterpriseId : PLATFORM_ENTERPRISE_ID
  const level =
    'level' in holder ? sql`${holder.level}::int` : sql`(select enterprise.member_level from enterprise where enterprise.id = ${owner})`
  return sql<PriceSourceRow>`
    select sku_id, from_quantity, sale_price_fen, credit_price_fen, null::int as holder, null::date as from_day, null::date as until_day
      from sku_tier where sku_id = ${isSku}
    union all
    select item.sku_id, item.from_quantity, item.sale_price_fen, item.credit_price_fen, coalesce(list.level, ${sql.lit(CONTRACT)}), list.from_day, list.until_day
      from price_list as list
      join price_list_item as item on item.enterprise_id = list.enterprise_id and item.list_id = list.id and item.sku_id = ${isSku}
      where list.enterprise_id in (${owner}, ${PLATFORM_ENTERPRISE_ID}) and list.enabled and (list.level is null or list.level <= ${level})
        and list.from_day <= ${day}::date and (list.until_day is null or list.until_day >= ${day}::date)`
}

const selectPriceSources = compileOnce((_db, { skuIds, day, ...holder }: Holder & { skuIds: readonly string[]; day: string }) =>
  selectPriceSourcesSql({ holder, day }, anyOfIdsSql(skuIds)),
)

/** Reads the tiers and list prices of the given SKUs. SKUs without any are left out. */
async function readForHolder(
  db: Db,
  { holder: holderOrLevel, day }: { holder: Holder; day: string },
  skuIds: readonly string[],
): Promise<Map<string, SourcesOfSku>> {
  const found = new Map<string, { tiers: SkuPriceSources['tiers'][number][]; lists: SkuPricesInPriceList[] }>()
  for (const { holder, ...row } of await selectPriceSources(db, { ...holderOrLevel, day, skuIds }).execute()) {
    const sources = found.get(row.sku_id) ?? { tiers: [], lists: [] }
    const price = { from: row.from_quantity, salePriceFen: row.sale_price_fen, creditPriceFen: row.credit_price_fen }
    if (holder === null || row.from_day === null) sources.tiers.push(price)
    else {
      const target = holder === CONTRACT ? ('contract' as const) : (holder as MemberLevel)
      sources.lists.push({ holder: target, fromDay: row.from_day, untilDay: row.until_day, prices: [price] })
    }
    found.set(row.sku_id, sources)
  }
  return found
}

/**
 * A digest of all that an enterprise's prices of the given SKUs on a day depend on besides their base prices, as a select of `digest`. It is the same as long
 * as `readPriceLadderLookup` gives the same prices for the same base prices; null: there are only base prices. `skuIds`: a PostgreSQL array
 * of ids.
 */
export function priceDigestSql({ enterpriseId, day }: { enterpriseId: string; day: string }, skuIds: string): RawBuilder<unknown> {
  const sources = selectPriceSourcesSql({ holder: { enterpriseId }, day }, sql<string>`any(${skuIds}::uuid[])`)
  return sql`select encode(sha256(convert_to(string_agg(source::text, ';' order by source::text), 'UTF8')), 'hex') as digest from (${sources}) as source`
}

/** Reads the public tiers, for guests. */
async function readPublic(db: Db, skuIds: readonly string[]): Promise<Map<string, SourcesOfSku>> {
  return new Map([...(await readPriceTiersBySku(db, skuIds))].map(([skuId, tiers]) => [skuId, { tiers, lists: [] }]))
}

/** Returns the price ladder of each SKU for the viewer. One statement, whatever the number of SKUs. */
export async function readPriceLadderLookup(
  db: Db,
  { enterpriseId, level, now }: PriceViewer,
  skus: readonly Pick<SkuWithBasePrice, 'id'>[],
): Promise<(sku: SkuWithBasePrice) => PriceLadder> {
  const skuIds = skus.map(({ id }) => id)
  const day = toShanghaiDay(now)
  const holder = enterpriseId === undefined ? level && { level } : { enterpriseId }
  const sources = await (holder === undefined || skuIds.length === 0 ? readPublic(db, skuIds) : readForHolder(db, { holder, day }, skuIds))
  return (base) => computePriceLadder({ base, ...(sources.get(base.id) ?? { tiers: [], lists: [] }) }, day)
}
