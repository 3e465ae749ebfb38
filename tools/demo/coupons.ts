import type { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import { addDays, addMonths, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { MAIN, TWO_SEATS } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

type Terms = InputOf<typeof consoleCouponEndpoints.add>

/** The coupons that the stories use. */
export interface DemoCoupons {
  /** The coupon of the specification: 10 yuan off from 599 on. */
  welcome: string
  /** A holiday coupon that expired long ago. */
  holiday: string
  /** For milling teeth. */
  milling: string
}

/** The common terms: of one shop, for everybody, one per enterprise. */
const usual = (shopId: string) => ({
  shopId,
  description: '',
  scope: 'all' as const,
  categoryIds: [],
  goodsIds: [],
  fromDay: null,
  untilDay: null,
  days: null,
  way: 'claim' as const,
  total: 1_000,
  perEnterprise: 1,
  level: 1 as const,
})

type CouponTerms = Partial<Terms> & Pick<Terms, 'name' | 'amount' | 'threshold'>

/** Functions to create coupons of the shop that sells picks, and to find their scopes. */
async function openDesk(stage: StoryContext) {
  const { consoleCoupon } = (await logInDemoStaff(stage)).api
  const { shops, categories } = await consoleCoupon.choices({})
  const shopId = shops.find(({ name }) => name === '岩锋截齿工具')?.shopId ?? ''
  const categoryId = (name: string) => categories.filter((one) => one.name === name).map(({ id }) => id)
  const add = async (terms: CouponTerms) => (await consoleCoupon.add({ ...usual(shopId), ...terms })).templateId
  return { consoleCoupon, categoryId, add }
}

/** Coupons that were available from the beginning. */
export async function issuePastCoupons(stage: StoryContext): Promise<DemoCoupons> {
  const { add, categoryId } = await openDesk(stage)
  const month = addMonths(toShanghaiMonth(stage.clock.now), 3)
  return {
    welcome: await add({
      name: '新客满减',
      amount: fromYuan(10),
      threshold: fromYuan(599),
      days: 60,
      perEnterprise: 3,
      description: '下单即减，可领 3 张',
    }),
    holiday: await add({
      name: '备件节大额券',
      amount: fromYuan(500),
      threshold: fromYuan(50_000),
      fromDay: `${month}-01`,
      untilDay: `${month}-28`,
    }),
    milling: await add({
      name: '铣刨齿满减',
      amount: fromYuan(80),
      threshold: fromYuan(3_000),
      days: 365,
      scope: 'categories',
      categoryIds: categoryId('铣刨齿'),
    }),
  }
}

/** Coupons of every kind that are available today, and the claims of the two enterprises. */
export async function issueCurrentCoupons(stage: StoryContext, { mining, tunnel }: { mining: string; tunnel: string }): Promise<void> {
  const { add, categoryId, consoleCoupon } = await openDesk(stage)
  const today = toShanghaiDay(stage.clock.now)
  const dates = { fromDay: today, untilDay: addDays(today, 45) }
  const lin = await logInDemoMember(stage, MAIN)
  const huang = await logInDemoMember(stage, TWO_SEATS)
  const pick = await searchSkuByCode(lin, 'KT-U84-22')
  const scoped = { scope: 'categories', categoryIds: categoryId('截齿') } as const
  const picks = await add({
    name: '截齿旺季满减',
    amount: fromYuan(150),
    threshold: fromYuan(5_000),
    ...scoped,
    ...dates,
    perEnterprise: 2,
  })
  await add({ name: 'U84 截齿专享', amount: fromYuan(60), threshold: fromYuan(2_400), scope: 'goods', goodsIds: [pick.goodsId], ...dates })
  const gold = await add({ name: '黄金会员满减', amount: fromYuan(300), threshold: fromYuan(10_000), level: 3, ...dates })
  await add({ name: '铂金会员满减', amount: fromYuan(1_000), threshold: fromYuan(30_000), level: 4, ...dates })
  const cones = { scope: 'categories', categoryIds: categoryId('旋挖牙轮'), ...dates } as const
  await add({ name: '牙轮九折', couponKind: 'percent', offBasisPoints: 1_000, amount: fromYuan(500), threshold: fromYuan(2_000), ...cones })
  await add({ name: '牙轮运费券', couponKind: 'freight', amount: fromYuan(30), threshold: fromYuan(300), ...cones })
  await add({ name: '首单立减', amount: fromYuan(100), threshold: fromYuan(1_000), firstOrder: true, ...cones })
  await add({ name: '大客户专享', amount: fromYuan(400), threshold: fromYuan(12_000), enterpriseIds: [mining], ...cones })
  const last = await add({ name: '限量满减', amount: fromYuan(200), threshold: fromYuan(6_000), total: 1, ...dates })
  const thanks = await add({ name: '老客回馈', amount: fromYuan(50), threshold: fromYuan(3_000), way: 'grant', days: 3, total: 200 })
  const fair = await add({ name: '矿机展兑换券', amount: fromYuan(100), threshold: fromYuan(8_000), way: 'code', total: 50, ...dates })
  const over = await add({ name: '停发的满减', amount: fromYuan(20), threshold: fromYuan(1_000), ...dates })
  await consoleCoupon.stop({ templateId: over, rowVersion: 0 })
  for (const templateId of [picks, gold]) await lin.api.coupon.claim({ templateId })
  for (const templateId of [picks, last]) await huang.api.coupon.claim({ templateId })
  await consoleCoupon.grant({ templateId: thanks, batchId: thanks, enterpriseIds: [mining, tunnel] })
  await consoleCoupon.makeCodes({ templateId: fair, codes: 20 })
  const [code] = (await consoleCoupon.codeList({ templateId: fair })).dataList
  if (code) await lin.api.coupon.redeem({ couponCode: code.code })
}

const LIKED = ['KT-U84-22', 'KT-W6-20', 'KT-BKH47-22', 'KT-DZ38-45', 'KT-YX152-Q', 'KT-CY0-200']

/** The favourites of the main account, the latest first. */
export async function addFavourites(stage: StoryContext): Promise<void> {
  const lin = await logInDemoMember(stage, MAIN)
  const liked = await Promise.all(LIKED.map((code) => searchSkuByCode(lin, code)))
  for (const { goodsId } of liked) await lin.api.favourites.add({ goodsId })
}
