import type { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import type { CouponCodeRow, IssuedCoupon } from '#contract/catalog/coupons/shapes.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createSheet, defineColumn, exportInMemorySheet } from '#server/adapters/spreadsheets/public.ts'
import { type CouponCodeRecord, countMatchingCouponCodes, listCouponCodes } from '#server/catalog/coupons/code-store.ts'
import {
  countCouponsOfEnterpriseByState,
  hasCouponExpired,
  listCouponsOfEnterprise,
  listCouponsOfTemplate,
} from '#server/catalog/coupons/coupon-store.ts'
import { readCouponOutputs, readCouponTemplateOutputs, type SumCouponDiscounts } from '#server/catalog/coupons/coupon-view.ts'
import { insertCouponTemplate, listCouponTemplates } from '#server/catalog/coupons/template-store.ts'
import { listAllCategories, listShopNamesById, searchGoodsOnShelfByName } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { attachEnterpriseNamesToRows, listEnterpriseNamesById, requireEnterprise } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  addCouponCodes,
  checkAndConvertCouponTemplateInput,
  requireCouponTemplate,
  stopOrResumeCouponTemplate,
  updateUnclaimedCouponTemplate,
} from './edit-templates.ts'
import { grantCouponBatch } from './grant-batch.ts'
import { limitCouponHandlersToStaffShops } from './own-shops.ts'

const GOODS_FOUND = 20
const EXPORT_MAX = 20_000

const columns = [
  defineColumn<CouponCodeRow>('兑换码', 18, 'text', ({ code }) => code),
  defineColumn<CouponCodeRow>('兑换企业', 32, 'text', ({ enterpriseName }) => enterpriseName ?? ''),
]

/** Adds the names of the enterprises that have redeemed the codes. */
async function describeCodes(db: Db, codes: readonly CouponCodeRecord[]): Promise<CouponCodeRow[]> {
  const ids = [...new Set(codes.flatMap(({ redeemedBy }) => redeemedBy ?? []))]
  const names = await listEnterpriseNamesById(db, ids)
  return codes.map(({ code, redeemedBy, madeAt }) => ({
    code,
    madeAt,
    enterpriseId: redeemedBy,
    enterpriseName: redeemedBy === null ? null : (names.get(redeemedBy) ?? null),
  }))
}

/** Reads what a template can cover: the shops that a staff member keeps, the categories, and goods of these shops. */
async function readCouponChoices(
  db: Db,
  { keyword, staffId }: { keyword: string; staffId: string },
): Promise<OutputOf<typeof consoleCouponEndpoints.choices>> {
  const shopIds = await findShopIdsStaffIsLimitedTo(db, staffId)
  const shops = [...(await listShopNamesById(db))].map(([shopId, name]) => ({ shopId, name }))
  const goods = await searchGoodsOnShelfByName(db, { keyword, shopIds, limit: GOODS_FOUND })
  return {
    shops: shops.filter(({ shopId }) => shopIds?.includes(shopId) ?? true),
    categories: (await listAllCategories(db)).map(({ id, parent_id, name }) => ({ id, parentId: parent_id, name })),
    goods: goods.map(({ id, shopId, name }) => ({ goodsId: id, shopId, name })),
  }
}

const createHandlers = (sumDiscounts: SumCouponDiscounts): Handlers<typeof consoleCouponEndpoints> => ({
  templates: async (
    { keyword, way, scope, couponKind: kind, templateState: state, ending, ...paged },
    { db, caller: { staffId }, moment },
  ) => {
    const shopIds = await findShopIdsStaffIsLimitedTo(db, staffId)
    const wanted = { keyword, way, scope, kind, state, ending, shopIds, day: toShanghaiDay(moment.now) }
    const { templates, total } = await listCouponTemplates(db, { ...wanted, ...toSlice(paged) })
    return { dataList: await readCouponTemplateOutputs(db, moment, templates, sumDiscounts), total }
  },
  template: async ({ templateId }, { db, moment }) => {
    const [shown] = await readCouponTemplateOutputs(db, moment, [await requireCouponTemplate(db, templateId)], sumDiscounts)
    return shown ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  },
  choices: ({ keyword = '' }, { db, caller: { staffId } }) => readCouponChoices(db, { keyword, staffId }),
  add: async (typed, { db, caller, moment, write }) => {
    const facts = await checkAndConvertCouponTemplateInput(db, typed)
    return { templateId: await write((tx) => insertCouponTemplate(tx, moment, facts, caller.staffId)) }
  },
  modify: async ({ templateId, rowVersion, ...typed }, { db, caller: { staffId }, moment, write }) => {
    const facts = await checkAndConvertCouponTemplateInput(db, typed)
    await write((tx) => updateUnclaimedCouponTemplate(tx, moment, { templateId, rowVersion, staffId }, facts))
    return null
  },
  stop: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => stopOrResumeCouponTemplate(tx, moment, { ...seen, staffId }, 'stopped'))
    return null
  },
  resume: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => stopOrResumeCouponTemplate(tx, moment, { ...seen, staffId }, 'open'))
    return null
  },
  grant: async (batch, { moment, write }) => ({ granted: await write((tx) => grantCouponBatch(tx, moment, batch)) }),
  ofEnterprise: async ({ enterpriseId, state, ...paged }, { db, caller: { staffId }, moment }) => {
    await requireEnterprise(db, enterpriseId)
    const day = toShanghaiDay(moment.now)
    const held = { enterpriseId, shopIds: await findShopIdsStaffIsLimitedTo(db, staffId) }
    const counts = await countCouponsOfEnterpriseByState(db, held, day)
    const coupons = await listCouponsOfEnterprise(db, { ...held, tab: state, day, ...toSlice(paged) })
    return { dataList: await readCouponOutputs(db, moment, coupons), total: counts[state], counts }
  },
  claims: async ({ templateId, ...paged }, { db, moment }) => {
    await requireCouponTemplate(db, templateId)
    const { coupons, total } = await listCouponsOfTemplate(db, { templateId, ...toSlice(paged) })
    const dataList = (await attachEnterpriseNamesToRows(db, coupons)).map((coupon): IssuedCoupon => {
      const { id, enterpriseId, enterpriseName, orderNo, claimedAt, usedAt, untilDay } = coupon
      const state = hasCouponExpired(coupon, toShanghaiDay(moment.now)) ? 'expired' : coupon.state
      return { couponId: id, enterpriseId, enterpriseName, state, orderNo, claimedAt, usedAt, untilDay }
    })
    return { dataList, total }
  },
  makeCodes: async ({ templateId, codes }, { moment, write }) => ({
    codes: await write((tx) => addCouponCodes(tx, moment, { templateId, count: codes })),
  }),
  codeList: async ({ templateId, codeState, ...paged }, { db }) => {
    await requireCouponTemplate(db, templateId)
    const wanted = { templateId, redeemed: codeState && codeState === 'redeemed' }
    const dataList = await describeCodes(db, await listCouponCodes(db, { ...wanted, ...toSlice(paged) }))
    return { dataList, total: await countMatchingCouponCodes(db, wanted) }
  },
  codes: async ({ templateId, format }, { db, caller, moment, origin, writeSeparately }) => {
    const template = await requireCouponTemplate(db, templateId)
    const title = `${template.name}-兑换码`
    const lines = await describeCodes(db, await listCouponCodes(db, { templateId, limit: EXPORT_MAX + 1 }))
    // The codes are worth money, so the audit trail records the export before the file is sent.
    const actor = { kind: 'staff', id: caller.staffId } as const
    const facts = { list: title, format, rows: lines.length }
    await writeSeparately((tx) =>
      recordAudit(tx, moment, { origin, actor, action: 'download codes', objectKind: 'coupon', objectId: templateId, facts }),
    )
    return exportInMemorySheet(createSheet(title, columns, lines), { format, rowsMax: EXPORT_MAX })
  },
})

export const createConsoleCouponHandlers = (sumDiscounts: SumCouponDiscounts): Handlers<typeof consoleCouponEndpoints> =>
  limitCouponHandlersToStaffShops(createHandlers(sumDiscounts))
