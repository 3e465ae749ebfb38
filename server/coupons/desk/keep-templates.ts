import type { consoleCoupon } from '../../../contract/coupons/console-api.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { CouponScope } from '../../../contract/pricing/coupons.ts'
import { refuse } from '../../../contract/refusals.ts'
import { findGoods, listCategories, shopNames } from '../../catalog/public.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Moment } from '../../platform/moment.ts'
import { countCodes, makeCodes } from '../codes.ts'
import { findTemplate, lockTemplate, type Template, type TemplateFacts, updateTemplate } from '../templates.ts'

type Typed = InputOf<typeof consoleCoupon.add>

/** Refuses CATEGORY_NOT_FOUND, and GOODS_NOT_FOUND for goods of another shop too. */
async function scopeOf(db: Db, { scope, shopId, categoryIds, goodsIds }: Typed): Promise<CouponScope> {
  if (scope === 'all') return { kind: 'all' }
  if (scope === 'categories') {
    const known = new Set((await listCategories(db)).map(({ id }) => id))
    if (categoryIds.some((id) => !known.has(id))) refuse('CATEGORY_NOT_FOUND')
    return { kind: 'categories', ids: [...new Set(categoryIds)] }
  }
  const known = new Set((await findGoods(db, goodsIds)).filter((goods) => goods.shopId === shopId).map(({ id }) => id))
  if (goodsIds.some((id) => !known.has(id))) refuse('GOODS_NOT_FOUND')
  return { kind: 'goods', ids: [...new Set(goodsIds)] }
}

/** What was typed as a template's facts, with what it names looked up. Refuses SHOP_NOT_FOUND and as its scope does. */
export async function factsFrom(db: Db, typed: Typed): Promise<TemplateFacts> {
  if (!(await shopNames(db)).has(typed.shopId)) refuse('SHOP_NOT_FOUND')
  const { shopId, name, description, amount, threshold, fromDay, untilDay, days, way, perEnterprise, level, total } = typed
  return {
    ...{ shopId, name, description, amountFen: amount, thresholdFen: threshold, scope: await scopeOf(db, typed) },
    validity: days === null ? { fromDay: fromDay ?? '', untilDay: untilDay ?? '', days } : { fromDay: null, untilDay: null, days },
    ...{ way, perEnterprise, level, total },
  }
}

export const demandTemplate = async (db: Db, id: string): Promise<Template> =>
  (await findTemplate(db, id)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')

/** Other terms for what nobody has yet. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_CLAIMED, COUPON_CODES_FULL, COUPON_NOT_BY_CODE. */
export async function modifyTemplate(tx: Tx, id: string, facts: TemplateFacts): Promise<void> {
  const { claimed } = (await lockTemplate(tx, id)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  if (claimed > 0) refuse('COUPON_CLAIMED')
  const codes = (await countCodes(tx, [id])).get(id) ?? 0
  if (codes > 0 && facts.way !== 'code') refuse('COUPON_NOT_BY_CODE', { msg: '已生成兑换码，发放方式不能再改' })
  if (codes > facts.total) refuse('COUPON_CODES_FULL')
  await updateTemplate(tx, id, facts)
}

/** More codes of a template. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_NOT_BY_CODE, COUPON_CODES_FULL. */
export async function addCodes(tx: Tx, moment: Moment, { templateId, count }: { templateId: string; count: number }): Promise<number> {
  const { way, total } = (await lockTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  if (way !== 'code') refuse('COUPON_NOT_BY_CODE')
  const codes = (await countCodes(tx, [templateId])).get(templateId) ?? 0
  if (codes + count > total)
    refuse('COUPON_CODES_FULL', { msg: `发放总量 ${total}，已有 ${codes} 个兑换码，最多再生成 ${total - codes} 个` })
  await makeCodes(tx, moment, { templateId, count })
  return codes + count
}
