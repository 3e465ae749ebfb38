import { fromYuan } from '#contract/platform/core/money.ts'
import { evaluateMemberLevelsForPastDays } from '#server/orders/levels/public.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { DEMO_PASSWORD } from './people.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

/**
 * The benefits of each level from today on, so that gold and silver can claim something; and the level of each enterprise by the amounts
 * paid until last night.
 */
export async function setLevelBenefits(stage: StoryContext): Promise<void> {
  const staff = await logInDemoStaff(stage)
  const { consoleCoupon, consoleLevel } = staff.api
  const { shops } = await consoleCoupon.choices({})
  const shopId = shops.find(({ name }) => name === '岩锋截齿工具')?.shopId ?? ''
  const coupon = async (name: string, amount: number, threshold: number, days: number) => {
    const terms = { description: '会员权益', scope: 'all' as const, categoryIds: [], goodsIds: [], fromDay: null, untilDay: null, days }
    const given = { shopId, name, amount: fromYuan(amount), threshold: fromYuan(threshold), total: 5_000, perEnterprise: 100 }
    return (await consoleCoupon.add({ ...given, ...terms, way: 'grant', level: 1 })).templateId
  }
  const [monthly, large, welcome] = [
    await coupon('会员月度券', 50, 2_000, 31),
    await coupon('会员大额券', 200, 8_000, 31),
    await coupon('铂金升级礼券', 1_000, 0, 180),
  ]
  const { skuId } = await searchSkuByCode(staff, 'KT-U84-22')
  // They were never set before, so the first change needs the password.
  const first = { rowVersion: 0, pwd: DEMO_PASSWORD }
  await consoleLevel.setBenefits({ ...first, level: 2, tempPercent: 10, tempDays: 15, templateIds: [monthly] })
  await consoleLevel.setBenefits({
    ...first,
    level: 3,
    tempPercent: 20,
    tempDays: 30,
    templateIds: [monthly, large],
    giftSkuId: skuId,
    giftUnits: 10,
  })
  await consoleLevel.setBenefits({
    ...first,
    level: 4,
    tempPercent: 30,
    tempDays: 60,
    templateIds: [monthly, large],
    giftTemplateId: welcome,
  })
  await evaluateMemberLevelsForPastDays(stage.db, createMoment(stage.clock.now))
}
