import {
  type CouponEvaluation,
  type CouponLineInput,
  type EvaluatedCoupon,
  evaluateCoupon,
  evaluateCoupons,
  type FirstOrderState,
  formatCouponRejection,
} from '#contract/catalog/pricing/coupons.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOncePublishedGoodsById, listAllCategories } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Coupon, findCouponsOfEnterpriseById, hasCouponExpired, listUsableCoupons } from './coupon-store.ts'
import { findCouponsByOrder } from './order-coupons.ts'

/** The selected coupon by shop: an id, or null for no coupon. A shop without an entry gets its best coupon. */
export type CouponSelectionByShop = Readonly<Record<string, string | null>>

/** One shop's part of an order. `firstOrderUsedElsewhere`: another shop of the same submit uses a coupon for the first order. */
interface ShopOrder {
  shopId: string
  lines: readonly Omit<CouponLineInput, 'categoryIds'>[]
  freightFen: Fen | null
  firstOrderUsedElsewhere?: boolean
}

/** The coupons of an enterprise for an order, with a function that evaluates them for one shop's lines. */
export interface CouponEvaluator {
  evaluate(order: ShopOrder): EvaluatedCoupon<Coupon>[]
  /** Whether a coupon is one of them and for the first order only. */
  isForFirstOrder(couponId: string | null | undefined): boolean
}

/** Reads for each category its own id and the id of its parent. */
async function readPaths(db: Db): Promise<Map<number, number[]>> {
  return new Map((await listAllCategories(db)).map(({ id, parent_id }) => [id, parent_id === null ? [id] : [id, parent_id]]))
}

interface EvaluatorInput {
  enterpriseId: string
  goods: readonly { id: string; shopId: string; categoryId: number }[]
  /** Whether the enterprise has an order that is not cancelled. It is passed in, because orders/orders depends on this module. */
  hasUncancelledOrder: () => Promise<boolean>
}

/** Finds the coupons that an enterprise can use now in the given shops, for goods with known categories. */
export async function readCouponEvaluator(
  db: Db,
  moment: Moment,
  { enterpriseId, goods, hasUncancelledOrder }: EvaluatorInput,
): Promise<CouponEvaluator> {
  const day = toShanghaiDay(moment.now)
  const held = await listUsableCoupons(db, { enterpriseId, shopIds: [...new Set(goods.map(({ shopId }) => shopId))], day })
  const forFirstOrder = new Set(held.filter(({ firstOrder }) => firstOrder).map(({ id }) => id))
  const later = forFirstOrder.size > 0 && (await hasUncancelledOrder())
  const paths = held.length === 0 ? new Map<number, number[]>() : await readPaths(db)
  const categoriesOf = new Map(goods.map(({ id, categoryId }) => [id, paths.get(categoryId) ?? []]))
  return {
    evaluate: ({ shopId, lines, freightFen, firstOrderUsedElsewhere = false }) => {
      const firstOrder: FirstOrderState = later ? 'later' : firstOrderUsedElsewhere ? 'taken' : 'first'
      const inCategories = lines.map((line) => ({ ...line, categoryIds: categoriesOf.get(line.goodsId) ?? [] }))
      return evaluateCoupons(
        held.filter((coupon) => coupon.shopId === shopId),
        { shopId, day, lines: inCategories, freightFen, firstOrder },
      )
    },
    isForFirstOrder: (couponId) => typeof couponId === 'string' && forFirstOrder.has(couponId),
  }
}

/**
 * Picks the coupon for one shop's lines: the selected one if it applies; else the best one that applies; none if the buyer selected none.
 */
export function selectChosenOrBestCouponForLines(
  evaluated: readonly EvaluatedCoupon<Coupon>[],
  selection: string | null | undefined,
): EvaluatedCoupon<Coupon> | undefined {
  const applying = evaluated.filter(({ verdict: result }) => result.applies)
  return selection === null ? undefined : (applying.find(({ coupon }) => coupon.id === selection) ?? applying[0])
}

/**
 * Checks that the selected coupons exist and can be used in the shops of the order. Refuses COUPON_NOT_FOUND, COUPON_TAKEN, COUPON_EXPIRED.
 */
export async function requireSelectedCouponsUsableInShops(
  db: Db,
  moment: Moment,
  { enterpriseId, selection, shopIds }: { enterpriseId: string; selection: CouponSelectionByShop; shopIds: readonly string[] },
): Promise<void> {
  const selected = Object.entries(selection).flatMap(([shopId, id]) => (id === null ? [] : [{ shopId, id }]))
  const found = new Map(
    (
      await findCouponsOfEnterpriseById(
        db,
        enterpriseId,
        selected.map(({ id }) => id),
      )
    ).map((coupon) => [coupon.id, coupon]),
  )
  for (const { shopId, id } of selected) {
    const coupon = found.get(id)
    if (coupon?.shopId !== shopId || !shopIds.includes(shopId)) refuse('COUPON_NOT_FOUND')
    if (coupon.state !== 'unused') refuse('COUPON_TAKEN')
    if (hasCouponExpired(coupon, toShanghaiDay(moment.now))) refuse('COUPON_EXPIRED')
  }
}

/**
 * Checks that the selected coupon applies to its shop's lines. Refuses COUPON_NOT_MET with the reason, and COUPON_TAKEN if another order
 * has taken it since `requireSelectedCouponsUsableInShops` checked it.
 */
export function requireSelectedCouponAppliesToLines(
  evaluated: readonly EvaluatedCoupon<Coupon>[],
  selection: string | null | undefined,
): void {
  if (typeof selection !== 'string') return
  const found = evaluated.find(({ coupon }) => coupon.id === selection) ?? refuse('COUPON_TAKEN')
  if (!found.verdict.applies) refuse('COUPON_NOT_MET', { msg: `「${found.coupon.name}」${formatCouponRejection(found.verdict.why)}` })
}

interface OrderLines {
  orderId: string
  shopId: string
  lines: readonly { goodsId: string; amountFen: Fen }[]
  freightFen: Fen
}

/**
 * Evaluates the coupons that orders hold at other prices. Their validity, and whether an order is the first, was checked at submit and is
 * not checked again.
 */
export async function reevaluateOrderCouponsAtNewPrices(
  db: Db,
  enterpriseId: string,
  orders: readonly OrderLines[],
): Promise<Map<string, { coupon: Coupon; verdict: CouponEvaluation }>> {
  const held = await findCouponsByOrder(
    db,
    enterpriseId,
    orders.map(({ orderId }) => orderId),
  )
  if (held.size === 0) return new Map()
  const paths = await readPaths(db)
  const goods = await findOncePublishedGoodsById(db, [...new Set(orders.flatMap(({ lines }) => lines.map(({ goodsId }) => goodsId)))])
  const categoriesOf = new Map(goods.map(({ id, categoryId }) => [id, paths.get(categoryId) ?? []]))
  return new Map(
    orders.flatMap(({ orderId, shopId, lines, freightFen }) => {
      const coupon = held.get(orderId)
      if (!coupon) return []
      const evaluated = lines.map((line) => ({ ...line, categoryIds: categoriesOf.get(line.goodsId) ?? [] }))
      const order = { shopId, day: coupon.fromDay, lines: evaluated, freightFen, firstOrder: 'first' as const }
      return [[orderId, { coupon, verdict: evaluateCoupon(coupon, order) }] as const]
    }),
  )
}
