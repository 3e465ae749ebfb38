// Reads and writes the table `level_benefit`: the benefits of each level.
import { sql } from 'kysely'
import { allMemberLevels } from '#contract/orders/levels/level-status.ts'
import type { LevelBenefits } from '#contract/orders/levels/shapes.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type CouponTemplateRecord, findCouponTemplates, toCouponDiscountTerms } from '#server/catalog/coupons/public.ts'
import { findOncePublishedGoodsById, findSkusById } from '#server/catalog/goods/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The benefits of a level as staff set them, with ids of templates and goods. */
export interface LevelBenefitTerms {
  level: MemberLevel
  temp: { percent: number; days: number } | null
  templateIds: string[]
  giftTemplateId: string | null
  giftGoods: { skuId: string; units: number } | null
}

export interface LevelBenefitTermsRow extends LevelBenefitTerms {
  /** How often it was saved; 0: never. */
  rowVersion: number
  changedAt: Date | null
  changedBy: string | null
}

/** Reads the benefits of all four levels, lowest first. A level that was never saved has none. */
export async function readBenefitTermsOfAllLevels(db: Db): Promise<LevelBenefitTermsRow[]> {
  const rows = new Map((await db.selectFrom('level_benefit').selectAll().execute()).map((row) => [row.level, row]))
  return allMemberLevels.map((level) => {
    const row = rows.get(level)
    const { temp_percent: percent = null, temp_days: days = null, gift_sku_id: skuId = null, gift_units: units = null } = row ?? {}
    return {
      level,
      temp: percent !== null && days !== null ? { percent, days } : null,
      templateIds: (row?.coupons as string[] | undefined) ?? [],
      giftTemplateId: row?.gift_template_id ?? null,
      giftGoods: skuId !== null && units !== null ? { skuId, units } : null,
      rowVersion: row?.version ?? 0,
      changedAt: row?.changed_at ?? null,
      changedBy: row?.changed_by ?? null,
    }
  })
}

/** Locks the benefits of a level and returns them. It works for a level that was never saved, too. */
export async function lockLevelBenefits(tx: Tx, level: MemberLevel): Promise<LevelBenefitTermsRow> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`benefits of level ${level}`}, 0))`.execute(tx)
  return (await readBenefitTermsOfAllLevels(tx)).find((one) => one.level === level) ?? refuse('DEFECT')
}

/** Saves the benefits of a level as its next version. */
export async function saveLevelBenefits(
  tx: Tx,
  moment: Moment,
  { level, temp, templateIds, giftTemplateId, giftGoods }: LevelBenefitTerms,
  staffId: string,
): Promise<void> {
  const saved = {
    temp_percent: temp?.percent ?? null,
    temp_days: temp?.days ?? null,
    coupons: JSON.stringify(templateIds),
    gift_template_id: giftTemplateId,
    gift_sku_id: giftGoods?.skuId ?? null,
    gift_units: giftGoods?.units ?? null,
    changed_at: moment.now,
    changed_by: staffId,
  }
  await tx
    .insertInto('level_benefit')
    .values({ level, ...saved })
    .onConflict((conflict) => conflict.column('level').doUpdateSet({ ...saved, version: sql`level_benefit.version + 1` }))
    .execute()
}

/** Whether a coupon of a template can be granted now, to every company of a level. */
export const isCouponTemplateGrantable = (
  { stoppedAt, validity, claimed, total, enterpriseIds }: CouponTemplateRecord,
  { now }: Pick<Moment, 'now'>,
): boolean =>
  stoppedAt === null && claimed < total && enterpriseIds.length === 0 && (validity.days !== null || validity.untilDay >= toShanghaiDay(now))

/** Describes gift goods by SKU. */
export async function readGiftGoodsOutputsBySku(db: Db, skuIds: readonly string[]) {
  const skus = await findSkusById(db, [...new Set(skuIds)])
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  return new Map(
    skus.flatMap(({ id, goodsId, props }) => {
      const { name: goodsName, picture: image, unit } = goods.get(goodsId) ?? {}
      if (goodsName === undefined || image === undefined || unit === undefined) return []
      return [[id, { kind: 'goods' as const, skuId: id, goodsId, goodsName, image, skuProps: JSON.stringify(props), unit }]]
    }),
  )
}

/** Finds the coupon templates of the given levels, by id. */
export async function findBenefitCouponTemplatesById(
  db: Db,
  levels: readonly LevelBenefitTerms[],
): Promise<Map<string, CouponTemplateRecord>> {
  const ids = levels.flatMap(({ templateIds, giftTemplateId }) => [...templateIds, ...(giftTemplateId === null ? [] : [giftTemplateId])])
  return new Map((await findCouponTemplates(db, [...new Set(ids)])).map((template) => [template.id, template]))
}

/** Describes the benefits of levels with the names of templates and goods. */
export async function readLevelBenefitsWithNames(db: Db, levels: readonly LevelBenefitTerms[]): Promise<LevelBenefits[]> {
  const templates = await findBenefitCouponTemplatesById(db, levels)
  const goods = await readGiftGoodsOutputsBySku(
    db,
    levels.flatMap(({ giftGoods }) => (giftGoods ? [giftGoods.skuId] : [])),
  )
  const coupon = (id: string) => {
    const template = templates.get(id)
    return template ? [{ templateId: id, name: template.name, ...toCouponDiscountTerms(template) }] : []
  }
  return levels.map(({ level, temp, templateIds, giftTemplateId, giftGoods }) => {
    const [giftCoupon] = giftTemplateId === null ? [] : coupon(giftTemplateId)
    const given = giftGoods && goods.get(giftGoods.skuId)
    const gift = giftCoupon ? { kind: 'coupon' as const, ...giftCoupon } : given ? { ...given, units: giftGoods.units } : null
    return { level, temp, coupons: templateIds.flatMap(coupon), gift }
  })
}
