// Checks restricted goods: their shop and their buyer must hold the licences that the goods demand.
import { formatMissingLicenceReason, type RequiredLicenceOfGoods } from '#contract/catalog/licences/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findLicenceNeedsBlockingPurchase } from '#server/catalog/licences/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { PricedOrderLine } from './order-request.ts'

interface LicenceCheckInput {
  enterpriseId: string
  lines: readonly PricedOrderLine[]
}

/** Lists the licences that prevent the submit of a request. A request without restricted goods costs no query. */
export async function findLicencesMissingForOrderRequest(
  db: Db,
  moment: Moment,
  { enterpriseId, lines }: LicenceCheckInput,
): Promise<RequiredLicenceOfGoods[]> {
  const goods = new Map(lines.map((line) => [line.goods.id, line.goods]))
  return [...(await findLicenceNeedsBlockingPurchase(db, moment, { enterpriseId, goods: [...goods.values()] })).values()].flat()
}

/** Refuses SHOP_UNLICENSED, and LICENCE_NEEDED with the link to submit the licence; the details name all goods and kinds. */
export async function requireLicencesForOrderRequest(db: Db, moment: Moment, asked: LicenceCheckInput): Promise<void> {
  const licences = await findLicencesMissingForOrderRequest(db, moment, asked)
  const first = licences.find(({ holder }) => holder === 'shop') ?? licences[0]
  if (!first) return
  const more = licences.length > 1 ? `（共 ${licences.length} 处）` : ''
  refuse(first.holder === 'shop' ? 'SHOP_UNLICENSED' : 'LICENCE_NEEDED', { msg: `${formatMissingLicenceReason(first)}${more}`, licences })
}
