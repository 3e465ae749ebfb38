import { fromYuan } from '#contract/platform/core/money.ts'
import { addHours, addMonths, getStartOfShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { TWO_SEATS } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { type DemoOrderLineRequest, placeOrder, recordDemoBankTopUp, shipOrders } from './trade.ts'

/** What the tunnel company bought, by how many months ago: the months of the last year that the reports of today compare with. */
const purchases: readonly (readonly [ago: number, lines: readonly DemoOrderLineRequest[]])[] = [
  [
    17,
    [
      ['KT-U84-22', 120],
      ['KT-W6-20', 150],
    ],
  ],
  [16, [['KT-U84-22', 160]]],
  [
    15,
    [
      ['KT-U92-25', 60],
      ['KT-W6-20', 200],
    ],
  ],
  [14, [['KT-U84-22', 210]]],
  [
    13,
    [
      ['KT-W7-20', 110],
      ['KT-U84-22', 90],
    ],
  ],
  [
    12,
    [
      ['KT-U84-22', 180],
      ['KT-W6-20', 260],
    ],
  ],
]

/** The first day of a month before now. */
export const getStartOfDemoMonth = (now: Date, ago: number): Date => getStartOfShanghaiDay(`${addMonths(toShanghaiMonth(now), -ago)}-06`)

/** A year before the stories: one purchase a month, so that reports have something to compare with. */
export async function playYearBefore(stage: StoryContext, tunnel: string, now: Date): Promise<void> {
  stage.clock.now = addHours(getStartOfDemoMonth(now, purchases[0]?.[0] ?? 0), 9)
  await recordDemoBankTopUp(stage, tunnel, fromYuan(60_000), 'ICBC-DEMO-0000')
  const { token } = await (await logInDemoMember(stage, TWO_SEATS)).api.enterprise.change({ enterpriseId: tunnel })
  const huang = createTestUser(stage.http, token)
  await huang.api.address.add({ name: '黄志远', mobile: TWO_SEATS, areaCode: '440106', detail: '天河北路 隧道项目部', isDefault: true })
  for (const [ago, lines] of purchases) {
    stage.clock.now = addHours(getStartOfDemoMonth(now, ago), 10)
    const orderNos = await placeOrder(await logInDemoMember(stage, TWO_SEATS), lines, { method: 'wallet' })
    await shipOrders(await logInDemoStaff(stage), tunnel, orderNos)
    stage.clock.now = addHours(stage.clock.now, 3 * 24)
    const buyer = await logInDemoMember(stage, TWO_SEATS)
    await Promise.all(orderNos.map((orderNo) => buyer.api.order.receive({ orderNo })))
  }
}
