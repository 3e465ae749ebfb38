import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import {
  computePriceLadder,
  type ListedPrices,
  type PriceLadder,
  type Prices,
  type SkuPriceSources,
} from '#contract/catalog/pricing/price-steps.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { dayOf } from '#contract/platform/core/shanghai.ts'
import { anyOf, type Db } from '#server/platform/core/db.ts'
import { readTiers } from './tiers.ts'

/** Whose prices are asked for, and when; no company: those of everybody. */
export interface PriceViewer {
  enterpriseId: string | undefined
  now: Date
}

/** A SKU with its price of everybody. */
export interface SkuWithBasePrice extends Prices {
  id: string
}

type Said = Pick<SkuPriceSources, 'tiers' | 'lists'>

/** In the place of a level: the list is a contract. */
const CONTRACT = 0
const prices = ['sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen'] as const

/** What the lists that a company may use on a day say of some SKUs. */
const listed = (db: Db, { enterpriseId, day }: { enterpriseId: string; day: string }, skuIds: readonly string[]) =>
  db
    .selectFrom('price_list as list')
    .innerJoin('price_list_item as item', (join) =>
      join
        .onRef('item.enterprise_id', '=', 'list.enterprise_id')
        .onRef('item.list_id', '=', 'list.id')
        .on('item.sku_id', '=', anyOf(skuIds)),
    )
    .select(prices.map((column) => `item.${column}` as const))
    .select((eb) => eb.fn.coalesce('list.level', sql<number>`${sql.lit(CONTRACT)}`).as('holder'))
    .select(['list.from_day', 'list.until_day'])
    .where('list.enterprise_id', '=', anyOf([enterpriseId, PLATFORM_ENTERPRISE_ID]))
    .where('list.enabled', '=', true)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('list.level', 'is', null),
        eb('list.level', '<=', selectFrom('enterprise').select('enterprise.member_level').where('enterprise.id', '=', enterpriseId)),
      ]),
    )
    .where('list.from_day', '<=', day)
    .where((eb) => eb.or([eb('list.until_day', 'is', null), eb('list.until_day', '>=', day)]))

/** What is said of some SKUs besides their own price, by SKU; of some nothing. One statement: every list of goods that a company sees waits for it. */
async function readSaid(db: Db, asked: { enterpriseId: string; day: string }, skuIds: readonly string[]): Promise<Map<string, Said>> {
  const tiers = db
    .selectFrom('sku_tier')
    .select(prices)
    .select([sql<number | null>`null::int`.as('holder'), sql<string | null>`null::date`.as('from_day')])
    .select(sql<string | null>`null::date`.as('until_day'))
    .where('sku_id', '=', anyOf(skuIds))
  const found = new Map<string, { tiers: SkuPriceSources['tiers'][number][]; lists: ListedPrices[] }>()
  for (const { holder, ...row } of await tiers.unionAll(listed(db, asked, skuIds)).execute()) {
    const said = found.get(row.sku_id) ?? { tiers: [], lists: [] }
    const price = { from: row.from_quantity, salePriceFen: row.sale_price_fen, creditPriceFen: row.credit_price_fen }
    if (holder === null || row.from_day === null) said.tiers.push(price)
    else {
      const whose = holder === CONTRACT ? ('contract' as const) : (holder as MemberLevel)
      said.lists.push({ holder: whose, fromDay: row.from_day, untilDay: row.until_day, prices: [price] })
    }
    found.set(row.sku_id, said)
  }
  return found
}

/** What is said to guests: the tiers of everybody alone. */
async function readPublic(db: Db, skuIds: readonly string[]): Promise<Map<string, Said>> {
  return new Map([...(await readTiers(db, skuIds))].map(([skuId, tiers]) => [skuId, { tiers, lists: [] }]))
}

/** Every SKU's prices as the viewer pays them. One statement, however many SKUs. */
export async function readLadders(
  db: Db,
  { enterpriseId, now }: PriceViewer,
  skus: readonly SkuWithBasePrice[],
): Promise<(sku: SkuWithBasePrice) => PriceLadder> {
  const skuIds = skus.map(({ id }) => id)
  const day = dayOf(now)
  const company = skuIds.length === 0 ? undefined : enterpriseId
  const said = await (company === undefined ? readPublic(db, skuIds) : readSaid(db, { enterpriseId: company, day }, skuIds))
  return (base) => computePriceLadder({ base, ...(said.get(base.id) ?? { tiers: [], lists: [] }) }, day)
}
