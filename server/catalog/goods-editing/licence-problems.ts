import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findLicenceKindsById, findShopLicenceEndDays } from '#server/catalog/licences/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A content with the kinds of licences that its category demands. */
interface LicenceCheck {
  content: Pick<GoodsContent, 'licenceKindIds' | 'shopId'>
  ofCategory: readonly string[]
}

const PATH = 'licenceKindIds'

/**
 * Returns the licence problems that prevent publishing: kinds that do not exist, and kinds that the shop must hold and lacks today.
 * Contents without demands cost no query; otherwise it takes two statements, whatever the number of contents.
 */
export async function readLicenceProblemLookup(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  demanding: readonly LicenceCheck[],
): Promise<(one: LicenceCheck) => GoodsPublishingProblem[]> {
  const ids = [...new Set(demanding.flatMap(({ content, ofCategory }) => [...content.licenceKindIds, ...ofCategory]))]
  const kinds = await findLicenceKindsById(db, ids)
  const ofShops = [...kinds.values()].filter(({ ofShop }) => ofShop)
  const held = await findShopLicenceEndDays(db, {
    shopIds: [...new Set(demanding.flatMap(({ content: { shopId } }) => shopId ?? []))],
    kindIds: ofShops.map(({ kindId }) => kindId),
  })
  const today = toShanghaiDay(now)
  return ({ content: { licenceKindIds, shopId }, ofCategory }) => {
    const unknown = licenceKindIds.filter((id) => !kinds.has(id))
    const lacking = ofShops.flatMap(({ kindId, name }): GoodsPublishingProblem[] => {
      if (shopId === null || !(licenceKindIds.includes(kindId) || ofCategory.includes(kindId))) return []
      const validUntil = held.get(`${shopId} ${kindId}`)
      if (validUntil !== undefined && validUntil >= today) return []
      const what = validUntil === undefined ? '还没有登记' : `已于 ${validUntil} 到期`
      return [{ path: PATH, reason: `店铺的《${name}》${what}，请先登记店铺许可证`, missing: true }]
    })
    return [...(unknown.length > 0 ? [{ path: PATH, reason: `${unknown.length} 种许可证不存在，请重新选择` }] : []), ...lacking]
  }
}
