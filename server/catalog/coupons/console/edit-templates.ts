import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import type { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import { couponKinds, formatPayableTenths } from '#contract/catalog/coupons/kinds.ts'
import { couponScopes, couponSources } from '#contract/catalog/coupons/shapes.ts'
import type { CouponScope } from '#contract/catalog/pricing/coupons.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { countCouponCodesByTemplate, insertCouponCodes } from '#server/catalog/coupons/code-store.ts'
import {
  type CouponTemplateFields,
  type CouponTemplateRecord,
  clearCouponTemplateStoppedAt,
  findCouponTemplate,
  lockCouponTemplate,
  setCouponTemplateStoppedAt,
  updateCouponTemplateRow,
} from '#server/catalog/coupons/template-store.ts'
import { findOncePublishedGoodsById, listAllCategories, listShopNamesById } from '#server/catalog/goods/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'

type Typed = InputOf<typeof consoleCouponEndpoints.add>

/** Checks and builds the scope of a template. Refuses CATEGORY_NOT_FOUND, and GOODS_NOT_FOUND also for goods of another shop. */
async function scopeOf(db: Db, { scope, shopId, categoryIds, goodsIds }: Typed): Promise<CouponScope> {
  if (scope === 'all') return { kind: 'all' }
  if (scope === 'categories') {
    const known = new Set((await listAllCategories(db)).map(({ id }) => id))
    if (categoryIds.some((id) => !known.has(id))) refuse('CATEGORY_NOT_FOUND')
    return { kind: 'categories', ids: [...new Set(categoryIds)] }
  }
  const known = new Set((await findOncePublishedGoodsById(db, goodsIds)).filter((goods) => goods.shopId === shopId).map(({ id }) => id))
  if (goodsIds.some((id) => !known.has(id))) refuse('GOODS_NOT_FOUND')
  return { kind: 'goods', ids: [...new Set(goodsIds)] }
}

/** Returns the ids of chosen companies, each once. Refuses ENTERPRISE_NOT_FOUND, also for the mall itself. */
async function requireCompaniesExist(db: Db, enterpriseIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(enterpriseIds)].sort()
  const known = new Set((await findEnterprises(db, ids)).map(({ id }) => id))
  if (ids.some((id) => id === PLATFORM_ENTERPRISE_ID || !known.has(id))) refuse('ENTERPRISE_NOT_FOUND')
  return ids
}

/** Converts the input to the fields of a template. Refuses SHOP_NOT_FOUND, ENTERPRISE_NOT_FOUND and the refusals of its scope. */
export async function checkAndConvertCouponTemplateInput(db: Db, typed: Typed): Promise<CouponTemplateFields> {
  if (!(await listShopNamesById(db)).has(typed.shopId)) refuse('SHOP_NOT_FOUND')
  const {
    shopId,
    name,
    description,
    couponKind,
    amount,
    offBasisPoints,
    threshold,
    firstOrder,
    fromDay,
    untilDay,
    days,
    way,
    perEnterprise,
    level,
    total,
  } = typed
  return {
    shopId,
    name,
    description,
    kind: couponKind,
    amountFen: amount,
    offBasisPoints,
    thresholdFen: threshold,
    scope: await scopeOf(db, typed),
    validity: days === null ? { fromDay: fromDay ?? '', untilDay: untilDay ?? '', days } : { fromDay: null, untilDay: null, days },
    way,
    perEnterprise,
    level,
    firstOrder,
    enterpriseIds: await requireCompaniesExist(db, typed.enterpriseIds),
    total,
  }
}

export const requireCouponTemplate = async (db: Db, id: string): Promise<CouponTemplateRecord> =>
  (await findCouponTemplate(db, id)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')

/** The template, the version that the editor has read, and the editor. */
interface Editing {
  templateId: string
  rowVersion: number
  staffId: string
}

const labels = {
  name: '名称',
  description: '说明',
  kind: '优惠方式',
  amount: '减免金额',
  rebate: '折扣',
  threshold: '使用门槛',
  scope: '适用范围',

  from: '开始日期',
  until: '结束日期',
  days: '有效天数',
  way: '发放方式',
  perEnterprise: '每家限领',
  level: '会员等级',
  firstOrder: '仅限首单',
  companies: '指定企业',
  total: '发放总量',
}
const wordsOf = (template: CouponTemplateFields) => {
  const { kind, amountFen, offBasisPoints, thresholdFen, scope, validity, way, firstOrder, enterpriseIds, ...facts } = template
  return {
    ...facts,
    kind: couponKinds[kind].label,
    rebate: offBasisPoints === null ? null : `${formatPayableTenths(offBasisPoints)} 折`,
    firstOrder: firstOrder ? '是' : '否',
    companies: enterpriseIds.length === 0 ? '不限' : `${enterpriseIds.length} 家`,
    amount: formatMoney(amountFen, { grouped: false }),
    threshold: formatMoney(thresholdFen, { grouped: false }),
    scope: scope.kind === 'all' ? couponScopes.all.label : `${couponScopes[scope.kind].label} ${scope.ids.length} 项`,
    from: validity.fromDay,
    until: validity.untilDay,
    days: validity.days,
    way: couponSources[way].label,
  }
}

/** Locks a template against other editors and claims. Refuses COUPON_TEMPLATE_NOT_FOUND, ROW_CHANGED. */
async function lockAsSeen(tx: Tx, { templateId, rowVersion }: Editing): Promise<CouponTemplateRecord> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'coupon', key: templateId, seen: rowVersion })
  return (await lockCouponTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
}

const record = (tx: Tx, moment: Moment, { templateId: key, staffId }: Editing, what: string) =>
  recordRowEdit(tx, moment, { kind: 'coupon', key, staffId, what })

/** Stops or resumes the template. Refuses like `lockAsSeen`. */
export async function stopOrResumeCouponTemplate(tx: Tx, moment: Moment, context: Editing, to: 'stopped' | 'open'): Promise<void> {
  const { id } = await lockAsSeen(tx, context)
  if (to === 'stopped') await setCouponTemplateStoppedAt(tx, moment, id)
  else await clearCouponTemplateStoppedAt(tx, id)
  await record(tx, moment, context, to === 'stopped' ? '停止发放' : '恢复发放')
}

/**
 * Changes the terms of a template that nobody has claimed yet. Refuses like `lockAsSeen`, and COUPON_CLAIMED, COUPON_CODES_FULL,
 * COUPON_NOT_BY_CODE.
 */
export async function updateUnclaimedCouponTemplate(tx: Tx, moment: Moment, context: Editing, facts: CouponTemplateFields): Promise<void> {
  const before = await lockAsSeen(tx, context)
  const { id, claimed } = before
  if (claimed > 0) refuse('COUPON_CLAIMED')
  const codes = (await countCouponCodesByTemplate(tx, [id])).get(id) ?? 0
  if (codes > 0 && facts.way !== 'code') refuse('COUPON_NOT_BY_CODE', { msg: '已生成兑换码，发放方式不能再改' })
  if (codes > facts.total) refuse('COUPON_CODES_FULL')
  await updateCouponTemplateRow(tx, id, facts)
  await record(tx, moment, context, formatRowEdit(labels, wordsOf(before), wordsOf(facts)))
}

/** Adds codes to a template. Refuses COUPON_TEMPLATE_NOT_FOUND, COUPON_NOT_BY_CODE, COUPON_CODES_FULL. */
export async function addCouponCodes(
  tx: Tx,
  moment: Moment,
  { templateId, count }: { templateId: string; count: number },
): Promise<number> {
  const { way, total } = (await lockCouponTemplate(tx, templateId)) ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  if (way !== 'code') refuse('COUPON_NOT_BY_CODE')
  const codes = (await countCouponCodesByTemplate(tx, [templateId])).get(templateId) ?? 0
  if (codes + count > total)
    refuse('COUPON_CODES_FULL', { msg: `发放总量 ${total}，已有 ${codes} 个兑换码，最多再生成 ${total - codes} 个` })
  await insertCouponCodes(tx, moment, { templateId, count })
  return codes + count
}
