import type { Stars } from '#contract/orders/comments/shapes.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { TWO_SEATS } from './people.ts'
import {
  advanceDemoStoryClockByHours,
  logInDemoMember,
  logInDemoStaff,
  readDemoGoodsPhotoBySkuCode,
  type StoryContext,
} from './story-context.ts'
import { placeOrder, recordDemoBankTopUp, shipOrders } from './trade.ts'

/** A comment on a purchase. */
interface Opinion {
  stars: Stars
  text: string
  /** With a picture of it. */
  pictured?: boolean
  anonymous?: boolean
  answer?: string
}

/** An order line and its comment. */
type Reviewed = readonly [code: string, goodsNum: number, opinion: Opinion]

/** The comments of the mining company on its past purchases. */
const ofMining: readonly Opinion[] = [
  {
    stars: 5,
    text: '装在 EBZ160 上，f6 砂岩一班换三四支，比原来用的少一半。合金头没有掉，柄部配合不松。',
    pictured: true,
    answer: '感谢反馈。f6 以上建议试 KT-U84-25，刀头加大一号，单支寿命还能再长一些。',
  },
  { stars: 4, text: '铣 5 cm 沥青面层，两万平米左右换一遍。纸箱分层装，到货没有磕碰。' },
  {
    stars: 3,
    text: '材质没问题，焊接后有两个座孔偏了 0.3 mm，要自己修一下才能装。',
    answer: '已通知质检对这一批孔位复检，需要更换请在订单中申请售后，运费由我们承担。',
  },
  { stars: 5, text: '第二批，和上次一样稳定，下单后第三天到矿。' },
]

/** Two purchases of the tunnel company. */
const ofTunnel: readonly (readonly Reviewed[])[] = [
  [
    ['KT-U84-22', 40, { stars: 5, text: '竖井掘进用，石灰岩里磨损均匀，转动灵活，没有卡死的。', pictured: true }],
    [
      'KT-BKH47-22',
      60,
      { stars: 5, text: '旋挖 1.2 米桩，中风化砂岩，一根桩换两支，性价比高。', pictured: true, answer: '感谢选用，欢迎长期备货。' },
    ],
    ['KT-C31HD-25', 30, { stars: 4, text: '合金头结实，防尘圈偏紧，第一次装要用铜棒敲。' }],
    ['KT-DZ38-45', 10, { stars: 5, text: '孔径公差好，和 U84 配得上，焊缝一次过。' }],
    ['KT-YX152-Q', 4, { stars: 4, text: '入岩 18 米换了一个，轴承密封还可以。希望能单卖密封圈。', pictured: true }],
    ['KT-V19', 20, { stars: 2, text: '二十支里有两支合金片焊缝发虚，用了半天掉一片，希望出厂前多检一道。', pictured: true }],
    ['KT-W6-20', 60, { stars: 5, text: '便宜耐用，回购第三次。', anonymous: true }],
    ['KT-B85HD', 12, { stars: 5, text: '筒钻打花岗岩，比国产同款多打 4 米左右。' }],
  ],
  [
    ['KT-U85-25', 30, { stars: 5, text: '硬岩段换成 25 的刀头，寿命明显长。' }],
    ['KT-U84-22', 20, { stars: 4, text: '质量好，就是到货慢了一天，德邦在清远中转耽搁了。' }],
    [
      'KT-W6-20',
      40,
      {
        stars: 3,
        text: '前几批好，这批有几支柄部毛刺没去干净。',
        anonymous: true,
        answer: '非常抱歉，已安排补发 5 支，后续批次加了去毛刺工序。',
      },
    ],
    ['KT-C31-40', 6, { stars: 5, text: '精铸件尺寸准，直接点焊就能用。' }],
  ],
]

async function review(
  stage: StoryContext,
  buyer: TestUser,
  place: { enterpriseId: string; orderNo: string; lineNo: number },
  opinion: Opinion,
) {
  const { enterpriseId, orderNo, lineNo } = place
  const { stars, text, pictured = false, anonymous = false, answer } = opinion
  const { lines } = await buyer.api.order.detail({ orderNo })
  const code = lines.find((line) => line.lineNo === lineNo)?.skuCode ?? ''
  const pictures = pictured
    ? [(await buyer.api.files.uploadImage({ purpose: 'comment' }, { file: readDemoGoodsPhotoBySkuCode(code) })).fileId]
    : []
  const { id } = await buyer.api.comment.add({ orderNo, lineNo, stars, text, pictures, anonymous })
  advanceDemoStoryClockByHours(stage, 1)
  if (answer !== undefined) await (await logInDemoStaff(stage)).api.consoleComment.answer({ enterpriseId, id, text: answer })
}

/** The mining company reviews one of its past purchases, which `at` selects. */
export async function addDemoMiningCompanyComment(
  stage: StoryContext,
  buyer: TestUser,
  { enterpriseId, orderNos, at }: { enterpriseId: string; orderNos: readonly string[]; at: number },
) {
  const opinion = ofMining[at]
  if (!opinion) return
  for (const orderNo of orderNos) await review(stage, buyer, { enterpriseId, orderNo, lineNo: 1 }, opinion)
}

/** The tunnel company buys, receives and reviews. */
export async function createDemoTunnelCompanyComments(stage: StoryContext, enterpriseId: string): Promise<void> {
  await recordDemoBankTopUp(stage, enterpriseId, fromYuan(40_000), 'ICBC-DEMO-0003')
  for (const reviewed of ofTunnel) {
    const wanted = reviewed.map(([code, goodsNum]) => [code, goodsNum] as const)
    const orderNos = await placeOrder(await logInDemoMember(stage, TWO_SEATS), wanted, { method: 'wallet' })
    advanceDemoStoryClockByHours(stage, 3)
    await shipOrders(await logInDemoStaff(stage), enterpriseId, orderNos)
    advanceDemoStoryClockByHours(stage, 20)
    const buyer = await logInDemoMember(stage, TWO_SEATS)
    for (const orderNo of orderNos) {
      await buyer.api.order.receive({ orderNo })
      const { lines } = await buyer.api.order.detail({ orderNo })
      for (const { lineNo, skuCode } of lines) {
        const [, , opinion] = reviewed.find(([code]) => code === skuCode) ?? []
        if (opinion) await review(stage, buyer, { enterpriseId, orderNo, lineNo }, opinion)
      }
    }
  }
}
