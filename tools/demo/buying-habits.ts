import { fromYuan } from '#contract/platform/core/money.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { MAIN, TWO_SEATS } from './people.ts'
import { logInDemoMember, type StoryContext } from './story-context.ts'
import { type DemoOrderLineRequest, placeOrder, searchSkuByCode } from './trade.ts'

/** The enterprise's own codes of our SKUs. */
const OWN_CODES = [
  ['KT-U84-22', '1000204'],
  ['KT-DZ38-45', '1000213'],
  ['KT-W6-20', '1000317'],
  ['KT-CY0-200', '1000902'],
] as const

/** Shopping lists, by the equipment that wears the goods. */
const LISTS: readonly { name: string; lines: readonly (DemoOrderLineRequest | readonly [...DemoOrderLineRequest, note: string])[] }[] = [
  {
    name: '采掘队月度备件',
    lines: [
      ['KT-U84-22', 200, '每月 10 号前到矿'],
      ['KT-DZ38-45', 12],
      ['KT-CY0-200', 4, '柴油库交接'],
    ],
  },
  { name: '铣刨班组', lines: [['KT-W6-20', 300]] },
]

/** The limit of one order of the second membership. */
const LIMIT = fromYuan(20_000)

/** How the main enterprise usually buys: by its own codes and by its lists; and a purchase above a limit that waits for approval. */
export async function createDemoMaterialCodesAndLists(stage: StoryContext, mining: string): Promise<void> {
  const lin = await logInDemoMember(stage, MAIN)
  const ids = new Map<string, string>()
  for (const [code, materialCode] of OWN_CODES) {
    const { skuId } = await searchSkuByCode(lin, code)
    ids.set(code, skuId)
    await lin.api.materialCode.set({ skuId, materialCode })
  }
  for (const { name, lines: wanted } of LISTS) {
    const lines = wanted.map(([code, goodsNum, note = '']) => ({ skuId: ids.get(code) ?? '', goodsNum, note }))
    await lin.api.shoppingList.add({ name, lines })
  }
  await orderAboveLimit(stage, lin, mining)
}

/** A member orders above his limit: the order waits for the main account. He then switches back to his own enterprise. */
async function orderAboveLimit(stage: StoryContext, { api }: TestUser, mining: string): Promise<void> {
  const huang = await logInDemoMember(stage, TWO_SEATS)
  const { enterpriseId: own } = await huang.api.user.detail({})
  const membership = (await api.subUser.list({})).find(({ mobile }) => mobile.endsWith(TWO_SEATS.slice(-4)))
  if (!membership || own === null) throw new Error('the second seat is not there')
  const { id, name, permCode } = membership
  await api.subUser.modify({ id, name, permCode, orderLimit: LIMIT, monthLimit: null })
  const { token } = await huang.api.enterprise.change({ enterpriseId: mining })
  const atMining = createTestUser(stage.http, token)
  await placeOrder(
    atMining,
    [
      ['KT-U84-22', 500],
      ['KT-DZ38-45', 60],
    ],
    { method: 'credit', pay: false },
  )
  await atMining.api.enterprise.change({ enterpriseId: own })
}
