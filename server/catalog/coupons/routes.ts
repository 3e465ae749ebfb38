import type { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { type Coupon, countCouponsInTab } from '#contract/catalog/coupons/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOncePublishedGoodsById, listAllCategories } from '#server/catalog/goods/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { claimCoupon, redeemCouponCode } from './claim-coupon.ts'
import { recordCouponCodeAttempt } from './code-store.ts'
import { countCouponsOfEnterpriseByState, findCouponsOfEnterpriseById, listCouponsOfEnterprise } from './coupon-store.ts'
import { readClaimOfferOutputs, readCouponOutputs } from './coupon-view.ts'
import { type GoodsShopAndCategories, listClaimableCouponTemplates } from './template-store.ts'

async function showOne(db: Db, moment: Moment, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<Coupon> {
  const [shown] = await readCouponOutputs(db, moment, await findCouponsOfEnterpriseById(db, enterpriseId, [id]))
  return shown ?? refuse('COUPON_NOT_FOUND')
}

/** Finds the categories and the shop of goods, to match them with coupons; undefined for unknown goods, which no coupon covers. */
async function couponGoods(db: Db, id: string): Promise<GoodsShopAndCategories | undefined> {
  const [goods] = await findOncePublishedGoodsById(db, [id])
  if (!goods) return undefined
  const parent = (await listAllCategories(db)).find((category) => category.id === goods.categoryId)?.parent_id ?? null
  return { id, shopId: goods.shopId, categoryIds: parent === null ? [goods.categoryId] : [goods.categoryId, parent] }
}

export const couponHandlers: Handlers<Omit<typeof couponEndpoints, 'onHand'>> = {
  list: async ({ state, ...paged }, { db, caller: { enterpriseId }, moment }) => {
    const day = toShanghaiDay(moment.now)
    const coupons = await listCouponsOfEnterprise(db, { enterpriseId, shopIds: null, tab: state, day, ...toSlice(paged) })
    return {
      dataList: await readCouponOutputs(db, moment, coupons),
      total: countCouponsInTab(await countCouponsOfEnterpriseByState(db, { enterpriseId, shopIds: null }, day), state),
    }
  },
  count: (_, { db, caller, moment }) =>
    countCouponsOfEnterpriseByState(db, { enterpriseId: caller.enterpriseId, shopIds: null }, toShanghaiDay(moment.now)),
  centre: async ({ goodsId, ...paged }, { db, caller: { enterpriseId }, moment }) => {
    const goods = goodsId === undefined ? undefined : await couponGoods(db, goodsId)
    if (goodsId !== undefined && !goods) return { dataList: [], total: 0 }
    const { templates, total } = await listClaimableCouponTemplates(db, {
      enterpriseId,
      day: toShanghaiDay(moment.now),
      goods,
      ...toSlice(paged),
    })
    const level = (await findEnterprise(db, enterpriseId))?.memberLevel ?? 1
    return { dataList: await readClaimOfferOutputs(db, { enterpriseId, level }, templates), total }
  },
  claim: ({ templateId }, { caller: { enterpriseId, userId }, moment, write }) =>
    write(async (tx) => showOne(tx, moment, { enterpriseId, id: await claimCoupon(tx, moment, { enterpriseId, userId, templateId }) })),
  redeem: async ({ couponCode: code }, { caller: { enterpriseId, userId }, moment, writeSeparately, write }) => {
    if (!(await writeSeparately((tx) => recordCouponCodeAttempt(tx, moment, enterpriseId)))) refuse('COUPON_CODE_TOO_OFTEN')
    return write(async (tx) =>
      showOne(tx, moment, { enterpriseId, id: await redeemCouponCode(tx, moment, { enterpriseId, userId, code }) }),
    )
  },
}
