import {
  type CouponEvaluation,
  type CouponLine,
  type EvaluatedCoupon,
  evaluateCoupon,
  evaluateCoupons,
  formatCouponRejection,
} from '#contract/catalog/pricing/coupons.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { dayOf } from '#contract/platform/core/shanghai.ts'
import { findGoods, listCategories } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Coupon, findCoupons, hasExpired, listUsableCoupons } from './coupon-store.ts'
import { findCouponsOfOrders } from './order-coupons.ts'

/** The coupon wished for by shop: an id, or null for none; a shop that is not in it gets the best. */
export type CouponSelectionInput = Readonly<Record<string, string | null>>

/** What a company holds when it confirms an order, and how each shop's part is judged by it. */
export interface AvailableCoupons {
  judge(order: { shopId: string; lines: readonly Omit<CouponLine, 'categoryIds'>[] }): EvaluatedCoupon<Coupon>[]
}

/** Each category with the one above it. */
async function readPaths(db: Db): Promise<Map<number, number[]>> {
  return new Map((await listCategories(db)).map(({ id, parent_id }) => [id, parent_id === null ? [id] : [id, parent_id]]))
}

/** What a company could use now in some shops, for goods of which the category is known. */
export async function findAvailableCoupons(
  db: Db,
  moment: Moment,
  { enterpriseId, goods }: { enterpriseId: string; goods: readonly { id: string; shopId: string; categoryId: number }[] },
): Promise<AvailableCoupons> {
  const day = dayOf(moment.now)
  const held = await listUsableCoupons(db, { enterpriseId, shopIds: [...new Set(goods.map(({ shopId }) => shopId))], day })
  const paths = held.length === 0 ? new Map<number, number[]>() : await readPaths(db)
  const categoriesOf = new Map(goods.map(({ id, categoryId }) => [id, paths.get(categoryId) ?? []]))
  return {
    judge: ({ shopId, lines }) =>
      evaluateCoupons(
        held.filter((coupon) => coupon.shopId === shopId),
        { shopId, day, lines: lines.map((line) => ({ ...line, categoryIds: categoriesOf.get(line.goodsId) ?? [] })) },
      ),
  }
}

/** The coupon of a shop's part: the one wished for as far as it applies, else the best that does; none where none is wished for. */
export function pickCoupon(
  judged: readonly EvaluatedCoupon<Coupon>[],
  wished: string | null | undefined,
): EvaluatedCoupon<Coupon> | undefined {
  const applying = judged.filter(({ verdict }) => verdict.applies)
  return wished === null ? undefined : (applying.find(({ coupon }) => coupon.id === wished) ?? applying[0])
}

/** Refuses a wish that names what cannot be used at all, or a shop of which nothing is ordered: COUPON_NOT_FOUND, COUPON_TAKEN, COUPON_EXPIRED. */
export async function requireCouponsHeld(
  db: Db,
  moment: Moment,
  { enterpriseId, wish, shopIds }: { enterpriseId: string; wish: CouponSelectionInput; shopIds: readonly string[] },
): Promise<void> {
  const wished = Object.entries(wish).flatMap(([shopId, id]) => (id === null ? [] : [{ shopId, id }]))
  const found = new Map(
    (
      await findCoupons(
        db,
        enterpriseId,
        wished.map(({ id }) => id),
      )
    ).map((coupon) => [coupon.id, coupon]),
  )
  for (const { shopId, id } of wished) {
    const coupon = found.get(id)
    if (coupon?.shopId !== shopId || !shopIds.includes(shopId)) refuse('COUPON_NOT_FOUND')
    if (coupon.state !== 'unused') refuse('COUPON_TAKEN')
    if (hasExpired(coupon, dayOf(moment.now))) refuse('COUPON_EXPIRED')
  }
}

/**
 * Refuses COUPON_NOT_MET where the coupon wished for does not apply to its shop's part, and says why; COUPON_TAKEN where another order took
 * it since `requireCouponsHeld` saw it.
 */
export function requireCouponApplies(judged: readonly EvaluatedCoupon<Coupon>[], wished: string | null | undefined): void {
  if (typeof wished !== 'string') return
  const found = judged.find(({ coupon }) => coupon.id === wished) ?? refuse('COUPON_TAKEN')
  if (!found.verdict.applies) refuse('COUPON_NOT_MET', { msg: `「${found.coupon.name}」${formatCouponRejection(found.verdict.why)}` })
}

interface OrderLines {
  orderId: string
  shopId: string
  lines: readonly { goodsId: string; amountFen: Fen }[]
}

/** What the coupons that some orders hold do to them at other prices. Their days were judged at submit, and are not judged again. */
export async function reevaluateCoupons(
  db: Db,
  enterpriseId: string,
  orders: readonly OrderLines[],
): Promise<Map<string, { coupon: Coupon; verdict: CouponEvaluation }>> {
  const held = await findCouponsOfOrders(
    db,
    enterpriseId,
    orders.map(({ orderId }) => orderId),
  )
  if (held.size === 0) return new Map()
  const paths = await readPaths(db)
  const goods = await findGoods(db, [...new Set(orders.flatMap(({ lines }) => lines.map(({ goodsId }) => goodsId)))])
  const categoriesOf = new Map(goods.map(({ id, categoryId }) => [id, paths.get(categoryId) ?? []]))
  return new Map(
    orders.flatMap(({ orderId, shopId, lines }) => {
      const coupon = held.get(orderId)
      if (!coupon) return []
      const judged = lines.map((line) => ({ ...line, categoryIds: categoriesOf.get(line.goodsId) ?? [] }))
      return [[orderId, { coupon, verdict: evaluateCoupon(coupon, { shopId, day: coupon.fromDay, lines: judged }) }] as const]
    }),
  )
}
