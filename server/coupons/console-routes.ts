import type { consoleCoupon } from '../../contract/coupons/console-api.ts'
import type { Claim } from '../../contract/coupons/shapes.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import { findGoodsLike, listCategories, shopNames } from '../catalog/public.ts'
import type { Handlers } from '../http/context.ts'
import { nameEnterprises } from '../organisation/public.ts'
import { keepSheet, tabulate, told } from '../sheets/public.ts'
import { listCodes } from './codes.ts'
import { hasExpired, listClaims } from './coupon-rows.ts'
import { addCodes, demandTemplate, factsFrom, modifyTemplate } from './keep-templates.ts'
import { insertTemplate, listTemplates, stopTemplate } from './templates.ts'
import { describeTemplates } from './views.ts'

const GOODS_FOUND = 20
const EXPORT_MAX = 20_000

const slice = ({ pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

interface CodeLine {
  code: string
  holder: string
}

const columns = [told<CodeLine>('兑换码', 18, 'text', ({ code }) => code), told<CodeLine>('兑换企业', 32, 'text', ({ holder }) => holder)]

export const consoleCouponHandlers: Handlers<typeof consoleCoupon> = {
  templates: async ({ keyword, way, ...paged }, { db, moment }) => {
    const { templates, total } = await listTemplates(db, { keyword, way, ...slice(paged) })
    return { dataList: await describeTemplates(db, moment, templates), total }
  },
  template: async ({ templateId }, { db, moment }) => {
    const [shown] = await describeTemplates(db, moment, [await demandTemplate(db, templateId)])
    return shown ?? refuse('COUPON_TEMPLATE_NOT_FOUND')
  },
  choices: async ({ keyword = '' }, { db }) => ({
    shops: [...(await shopNames(db))].map(([shopId, name]) => ({ shopId, name })),
    categories: (await listCategories(db)).map(({ id, parent_id, name }) => ({ id, parentId: parent_id, name })),
    goods: (await findGoodsLike(db, keyword, GOODS_FOUND)).map(({ id, shopId, name }) => ({ goodsId: id, shopId, name })),
  }),
  add: async (typed, { db, caller, moment, write }) => {
    const facts = await factsFrom(db, typed)
    return { templateId: await write((tx) => insertTemplate(tx, moment, facts, caller.staffId)) }
  },
  modify: async ({ templateId, ...typed }, { db, write }) => {
    const facts = await factsFrom(db, typed)
    await write((tx) => modifyTemplate(tx, templateId, facts))
    return null
  },
  stop: async ({ templateId }, { db, moment, write }) => {
    await demandTemplate(db, templateId)
    await write((tx) => stopTemplate(tx, moment, templateId))
    return null
  },
  claims: async ({ templateId, ...paged }, { db, moment }) => {
    await demandTemplate(db, templateId)
    const { coupons, total } = await listClaims(db, { templateId, ...slice(paged) })
    const dataList = (await nameEnterprises(db, coupons)).map((coupon): Claim => {
      const { id, enterpriseId, enterpriseName, orderNo, claimedAt, usedAt, untilDay } = coupon
      const state = hasExpired(coupon, dayOf(moment.now)) ? 'expired' : coupon.state
      return { couponId: id, enterpriseId, enterpriseName, state, orderNo, claimedAt, usedAt, untilDay }
    })
    return { dataList, total }
  },
  makeCodes: async ({ templateId, codes }, { moment, write }) => ({
    codes: await write((tx) => addCodes(tx, moment, { templateId, count: codes })),
  }),
  codes: async ({ templateId, format }, { db }) => {
    const template = await demandTemplate(db, templateId)
    const codes = await listCodes(db, templateId, EXPORT_MAX + 1)
    const holders = await nameEnterprises(
      db,
      codes.flatMap(({ redeemedBy }) => (redeemedBy === null ? [] : [{ enterpriseId: redeemedBy }])),
    )
    const names = new Map(holders.map(({ enterpriseId, enterpriseName }) => [enterpriseId, enterpriseName ?? '']))
    const lines = codes.map(({ code, redeemedBy }) => ({ code, holder: redeemedBy === null ? '' : (names.get(redeemedBy) ?? '') }))
    return keepSheet(tabulate(`${template.name}-兑换码`, columns, lines), { format, rowsMax: EXPORT_MAX })
  },
}
