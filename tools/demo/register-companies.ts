import { fromYuan } from '#contract/platform/core/money.ts'
import { grantInitialMemberLevel } from '#server/orders/levels/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import {
  companyAwaitingAgentReview,
  companyAwaitingEnterpriseReview,
  groupMemberCompany,
  groupParentCompany,
  miningCompany,
  tunnelCompany,
} from './companies.ts'
import { addDemoSubAccountMembership, DEMO_BUYING_CODES, GROUP_BUYER, SUB, UNVERIFIED } from './people.ts'
import { advanceDemoStoryClockByHours, type StoryContext } from './story-context.ts'
import {
  approveVerificationCases,
  registerUser,
  submitDemoAgentIdentityVerification,
  submitDemoEnterpriseVerification,
  submitDemoSeniorVerification,
  submitEnterpriseAndSenior,
} from './verify-companies.ts'

export interface DemoCompanies {
  /** 深圳市鹏岩矿业有限公司, of the main account. */
  mining: string
  /** 广东穗隧建设工程有限公司. */
  tunnel: string
  /** 湖南湘峦路桥集团有限公司, and the member of its group. */
  groupParent: string
  groupMember: string
}

const [SILVER, GOLD] = [2, 3] as const
/** The time between a submission and its review, and between a review and the next submission. */
const NIGHT = 16
/** How long before the first purchase the enterprises register. All their reviews fit in. */
export const REGISTRATION_DAYS_BEFORE_FIRST_ORDER = 8

/** The people of the demo register, and their enterprises are verified step by step. */
export async function registerCompanies(stage: StoryContext): Promise<DemoCompanies> {
  const { db, keys, clock } = stage
  const lin = await registerUser(stage, miningCompany.mobile, miningCompany.agent.name)
  const chen = await registerUser(stage, SUB, '陈敏')
  await registerUser(stage, UNVERIFIED, '周海')
  const huang = await registerUser(stage, tunnelCompany.mobile, tunnelCompany.agent.name)
  await submitDemoAgentIdentityVerification(stage, lin, miningCompany)
  await submitDemoAgentIdentityVerification(stage, huang, tunnelCompany)
  const peng = await registerUser(stage, groupParentCompany.mobile, groupParentCompany.agent.name)
  const jiang = await registerUser(stage, groupMemberCompany.mobile, groupMemberCompany.agent.name)
  const tan = await registerUser(stage, GROUP_BUYER, '谭丽')
  await submitDemoAgentIdentityVerification(stage, peng, groupParentCompany)
  await submitDemoAgentIdentityVerification(stage, jiang, groupMemberCompany)
  advanceDemoStoryClockByHours(stage, NIGHT)
  await approveVerificationCases(stage, [[lin], [huang], [peng], [jiang]])
  advanceDemoStoryClockByHours(stage, NIGHT)
  await Promise.all([
    submitDemoEnterpriseVerification(lin, miningCompany),
    submitDemoEnterpriseVerification(huang, tunnelCompany),
    submitDemoEnterpriseVerification(peng, groupParentCompany),
    submitDemoEnterpriseVerification(jiang, groupMemberCompany),
  ])
  advanceDemoStoryClockByHours(stage, NIGHT)
  await approveVerificationCases(stage, [
    [lin, fromYuan(200_000)],
    [huang, fromYuan(120_000)],
    [peng, fromYuan(200_000)],
    [jiang, fromYuan(200_000)],
  ])
  advanceDemoStoryClockByHours(stage, NIGHT)
  await submitDemoSeniorVerification(lin, miningCompany)
  advanceDemoStoryClockByHours(stage, NIGHT)
  await approveVerificationCases(stage, [[lin, fromYuan(500_000)]])
  await runInTransaction(db, async (tx) => {
    const moment = createMoment(clock.now)
    const memberships = [
      { enterpriseId: lin.enterpriseId, userId: chen.userId, name: '陈敏', permCode: 'lookGoods,addCart' },
      { enterpriseId: lin.enterpriseId, userId: huang.userId, name: tunnelCompany.agent.name, permCode: DEMO_BUYING_CODES },
      { enterpriseId: peng.enterpriseId, userId: tan.userId, name: '谭丽', permCode: DEMO_BUYING_CODES },
    ]
    for (const membership of memberships) await addDemoSubAccountMembership(tx, moment, { keys, membership })
  })
  return { mining: lin.enterpriseId, tunnel: huang.enterpriseId, groupParent: peng.enterpriseId, groupMember: jiang.enterpriseId }
}

/** The levels that two companies begin the last half year with. */
export const grantDemoLevels = ({ db, clock }: StoryContext, { mining, tunnel }: DemoCompanies): Promise<void> =>
  runInTransaction(db, async (tx) => {
    const moment = createMoment(clock.now)
    await grantInitialMemberLevel(tx, moment, { enterpriseId: mining, level: GOLD })
    await grantInitialMemberLevel(tx, moment, { enterpriseId: tunnel, level: SILVER })
  })

/** Two new enterprises that wait for staff. */
export async function registerWaitingCompanies(stage: StoryContext, now: Date): Promise<void> {
  stage.clock.now = now
  advanceDemoStoryClockByHours(stage, -30)
  const wu = await registerUser(stage, companyAwaitingEnterpriseReview.mobile, companyAwaitingEnterpriseReview.agent.name)
  await submitDemoAgentIdentityVerification(stage, wu, companyAwaitingEnterpriseReview)
  advanceDemoStoryClockByHours(stage, 4)
  await approveVerificationCases(stage, [[wu]])
  advanceDemoStoryClockByHours(stage, 5)
  await submitEnterpriseAndSenior(wu, companyAwaitingEnterpriseReview)
  advanceDemoStoryClockByHours(stage, NIGHT)
  await submitDemoAgentIdentityVerification(
    stage,
    await registerUser(stage, companyAwaitingAgentReview.mobile, companyAwaitingAgentReview.agent.name),
    companyAwaitingAgentReview,
  )
}
