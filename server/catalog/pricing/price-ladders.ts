import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import {
  computePriceLadder,
  type PriceLadder,
  type SkuPriceSources,
  type SkuPricesInPriceList,
  type UnitPrices,
} from '#contract/catalog/pricing/price-steps.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
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
const prices = ['sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen'] as const

/** The owner of the lists: an enterprise and its level, or only a level. */
type Holder = { enterpriseId: string } | { level: MemberLevel }

/** Selects the prices of the given SKUs in all lists that the viewer may use on a day. */
const listed = (db: Db, { holder, day }: { holder: Holder; day: string }, skuIds: readonly string[]) =>
  db
    .selectFrom('price_list as list')
    .innerJoin('price_list_item as item', (join) =>
      join
        .onRef('item.enterprise_id', '=', 'list.enterprise_id')
        .onRef('item.list_id', '=', 'list.id')
        .on('item.sku_id', '=', anyOfIdsSql(skuIds)),
    )
    .select(prices.map((column) => `item.${column}` as const))
    .select((eb) => eb.fn.coalesce('list.level', sql<number>`${sql.lit(CONTRACT)}`).as('holder'))
    .select(['list.from_day', 'list.until_day'])
    .where(
      'list.enterprise_id',
      '=',
      anyOfIdsSql(['enterpriseId' in holder ? holder.enterpriseId : PLATFORM_ENTERPRISE_ID, PLATFORM_ENTERPRISE_ID]),
    )
    .where('list.enabled', '=', true)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('list.level', 'is', null),
        'level' in holder
          ? eb('list.level', '<=', holder.level)
          : eb(
              'list.level',
              '<=',
              selectFrom('enterprise').select('enterprise.member_level').where('enterprise.id', '=', holder.enterpriseId),
            ),
      ]),
    )
    .where('list.from_day', '<=', day)
    .where((eb) => eb.or([eb('list.until_day', 'is', null), eb('list.until_day', '>=', day)]))

/**
 * Reads the tiers and list prices of the given SKUs. SKUs without any are left out. It is one statement, because every list of goods waits
 * for it.
 */
async function readForHolder(
  db: Db,
  asked: { holder: Holder; day: string },
  skuIds: readonly string[],
): Promise<Map<string, SourcesOfSku>> {
  const tiers = db
    .selectFrom('sku_tier')
    .select(prices)
    .select([sql<number | null>`null::int`.as('holder'), sql<string | null>`null::date`.as('from_day')])
    .select(sql<string | null>`null::date`.as('until_day'))
    .where('sku_id', '=', anyOfIdsSql(skuIds))
  const found = new Map<string, { tiers: SkuPriceSources['tiers'][number][]; lists: SkuPricesInPriceList[] }>()
  for (const { holder, ...row } of await tiers.unionAll(listed(db, asked, skuIds)).execute()) {
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
