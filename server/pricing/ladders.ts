import { type Ladder, ladderOf, type Prices } from '../../contract/pricing/ladder.ts'
import { dayOf } from '../../contract/shanghai.ts'
import { findEnterprise } from '../organisation/public.ts'
import type { Db } from '../platform/db.ts'
import { listedPrices } from './list-items.ts'
import { readTiers } from './tiers.ts'

/** Whose prices are asked for, and when; no company: those of everybody. */
export interface Viewer {
  enterpriseId: string | undefined
  now: Date
}

/** A SKU with its price of everybody. */
export interface Priced extends Prices {
  id: string
}

/** Every SKU's prices as the viewer pays them. One statement for guests, three for companies, however many SKUs. */
export async function readLadders(db: Db, { enterpriseId, now }: Viewer, skus: readonly Priced[]): Promise<(sku: Priced) => Ladder> {
  const skuIds = skus.map(({ id }) => id)
  const day = dayOf(now)
  const tiers = await readTiers(db, skuIds)
  const company = enterpriseId === undefined || skuIds.length === 0 ? undefined : await findEnterprise(db, enterpriseId)
  const lists = company && (await listedPrices(db, { enterpriseId: company.id, level: company.memberLevel, day }, skuIds))
  return (base) => ladderOf({ base, tiers: tiers.get(base.id) ?? [], lists: lists?.get(base.id) ?? [] }, day)
}
