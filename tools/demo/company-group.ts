import { computeShareOfAmount, type Fen, fromYuan, subtractFen } from '#contract/platform/core/money.ts'
import { addMonths, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { setPaymentPassword } from '#server/people/identity/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { createTestUser, type TestUser } from '#server/platform/testing/test-user.ts'
import { DEMO_BUYING_CODES, DEMO_PAY_PASSWORD, GROUP_BUYER, GROUP_MEMBER, GROUP_PARENT } from './people.ts'
import type { DemoCompanies } from './register-companies.ts'
import { advanceDemoStoryClockByHours, logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { type DemoOrderLineRequest, placeOrder, recordDemoBankTopUp, shipOrders } from './trade.ts'

type Companies = Pick<DemoCompanies, 'groupParent' | 'groupMember'>

const PLACES = [
  [GROUP_PARENT, { name: '彭建国', mobile: GROUP_PARENT, areaCode: '430104', detail: '洋湖路 物资中心 2 号库', isDefault: true }],
  [GROUP_MEMBER, { name: '蒋小波', mobile: GROUP_MEMBER, areaCode: '430104', detail: '坪塘大道 隧道三分部', isDefault: true }],
] as const

/** The person of the parent who buys for the member, once both have said so. He has a payment password of his own there. */
async function createDemoGroupBuyer(stage: StoryContext, enterpriseId: string, { parent, member }: { parent: TestUser; member: TestUser }) {
  const [tan] = await parent.api.subUser.list({})
  await parent.api.groupBuyer.propose({ memberId: enterpriseId, subUserId: tan?.id ?? '' })
  const waiting = (await member.api.subUser.list({})).find(({ parentName }) => parentName !== null)
  const limits = { orderLimit: fromYuan(50_000), monthLimit: fromYuan(200_000) }
  await member.api.groupBuyer.approve({ id: waiting?.id ?? '', permCode: DEMO_BUYING_CODES, ...limits })
  const { userId } = await (await logInDemoMember(stage, GROUP_BUYER)).api.user.detail({})
  const membership = { enterpriseId, userId }
  await runInTransaction(stage.db, (tx) =>
    setPaymentPassword(tx, createMoment(stage.clock.now), { keys: stage.keys, membership, payPwd: DEMO_PAY_PASSWORD }),
  )
}

/** A group with its member: their limits become its limit, of which the parent moves a part to the member that digs. */
export async function createDemoCompanyGroup(stage: StoryContext, { groupParent, groupMember }: Companies): Promise<void> {
  for (const [mobile, address] of PLACES) {
    const { api } = await logInDemoMember(stage, mobile)
    const { agreementVersion: version } = await api.credit.overview({})
    await api.credit.acceptAgreement({ agree: true, version })
    await api.address.add(address)
  }
  const { consoleCompanyGroup, consoleCredit } = (await logInDemoStaff(stage)).api
  await consoleCompanyGroup.create({ enterpriseId: groupParent, name: '湘峦集团' })
  await consoleCompanyGroup.invite({ enterpriseId: groupParent, memberId: groupMember })
  const member = await logInDemoMember(stage, GROUP_MEMBER)
  await member.api.companyGroup.accept({ parentId: groupParent, payPwd: DEMO_PAY_PASSWORD })
  const parent = await logInDemoMember(stage, GROUP_PARENT)
  const { limitsVersion } = await consoleCompanyGroup.detail({ enterpriseId: groupParent })
  await consoleCredit.setGroupLimit({
    enterpriseId: groupParent,
    groupLimit: fromYuan(800_000),
    reason: '两条隧道同时开工',
    rowVersion: limitsVersion,
  })
  const { group } = await parent.api.companyGroup.own({})
  const rowVersion = group?.shares?.rowVersion ?? 0
  await parent.api.companyGroup.setShare({ memberId: groupMember, share: fromYuan(450_000), payPwd: DEMO_PAY_PASSWORD, rowVersion })
  await createDemoGroupBuyer(stage, groupMember, { parent, member })
}

/** Both buy on credit, and get it the next day. */
async function buyAndReceive(stage: StoryContext, { groupParent, groupMember }: Companies, lines: readonly DemoOrderLineRequest[][]) {
  for (const [at, [mobile, enterpriseId]] of (
    [
      [GROUP_PARENT, groupParent],
      [GROUP_MEMBER, groupMember],
    ] as const
  ).entries()) {
    const orderNos = await placeOrder(await logInDemoMember(stage, mobile), lines[at] ?? [], { method: 'credit' })
    await shipOrders(await logInDemoStaff(stage), enterpriseId, orderNos)
    const buyer = await logInDemoMember(stage, mobile)
    for (const orderNo of orderNos) await buyer.api.order.receive({ orderNo })
  }
}

/** What they buy in the month that is over when the demo starts, so that there is a consolidated statement of it. */
export async function createDemoGroupPurchasesOfLastMonth(stage: StoryContext, companies: Companies): Promise<void> {
  advanceDemoStoryClockByHours(stage, 2)
  await buyAndReceive(stage, companies, [
    [
      ['KT-B85HD', 40],
      ['KT-C31-40', 60],
    ],
    [
      ['KT-B85HD', 80],
      ['KT-YX152-Q', 10],
    ],
  ])
}

/** What they buy in the month that runs, the last of it by the buyer of the parent for the member. */
export async function createDemoGroupPurchasesOfThisMonth(stage: StoryContext, companies: Companies): Promise<void> {
  await buyAndReceive(stage, companies, [[['KT-C31-40', 20]], [['KT-B85HD', 50]]])
  const enterpriseId = companies.groupMember
  const { token } = await (await logInDemoMember(stage, GROUP_BUYER)).api.enterprise.change({ enterpriseId })
  const orderNos = await placeOrder(createTestUser(stage.http, token), [['KT-C31-40', 12]], { method: 'credit' })
  await shipOrders(await logInDemoStaff(stage), enterpriseId, orderNos)
  const member = await logInDemoMember(stage, GROUP_MEMBER)
  for (const orderNo of orderNos) await member.api.order.receive({ orderNo })
}

/** Each repays its own statement: the parent all of it, the member the rest only when it would become overdue. */
export async function repayDemoGroupStatements(stage: StoryContext, { groupParent, groupMember }: Companies, now: Date): Promise<void> {
  const month = addMonths(toShanghaiMonth(now), -1)
  const isAlmostDue = toShanghaiDay(now) > `${toShanghaiMonth(now)}-09`
  const repay = async (mobile: string, enterpriseId: string, share: number) => {
    const owed = async () => (await (await logInDemoMember(stage, mobile)).api.statement.detail({ month })).owed
    const all = await owed()
    const first = share === 10_000 ? all : computeShareOfAmount(all, share)
    const parts: Fen[] = [first, ...(isAlmostDue && first < all ? [subtractFen(all, first)] : [])]
    for (const [turn, amount] of parts.entries()) {
      await recordDemoBankTopUp(stage, enterpriseId, amount, `ICBC-DEMO-G${mobile.slice(-1)}-${turn}`)
      await (await logInDemoMember(stage, mobile)).api.statement.repayByWallet({ amount, payPwd: DEMO_PAY_PASSWORD })
    }
  }
  await repay(GROUP_PARENT, groupParent, 10_000)
  await repay(GROUP_MEMBER, groupMember, 6_000)
}
