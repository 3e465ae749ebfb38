import { fromYuan } from '#contract/platform/core/money.ts'
import { grantInitialMemberLevel } from '#server/orders/levels/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { companyAwaitingAgentReview, companyAwaitingEnterpriseReview, miningCompany, tunnelCompany } from './companies.ts'
import { addDemoMembership, SUB, UNVERIFIED } from './people.ts'
import { advanceClock, type StoryContext } from './story-context.ts'
import {
  approveVerificationCases,
  registerUser,
  submitAgent,
  submitEnterprise,
  submitEnterpriseAndSenior,
  submitSenior,
} from './verify-companies.ts'

export interface DemoCompanies {
  /** 深圳市鹏岩矿业有限公司, of the main account. */
  mining: string
  /** 广东穗隧建设工程有限公司. */
  tunnel: string
}

const [SILVER, GOLD] = [2, 3] as const
/** The time between a submission and its review, and between a review and the next submission. */
const NIGHT = 16
/** How long before the first purchase the enterprises register. All their reviews fit in. */
export const REGISTRATION_DAYS = 8

/** The people of the demo register, and their enterprises are verified step by step. */
export async function registerCompanies(stage: StoryContext): Promise<DemoCompanies> {
  const { db, keys, clock } = stage
  const lin = await registerUser(stage, miningCompany.mobile, miningCompany.agent.name)
  const chen = await registerUser(stage, SUB, '陈敏')
  await registerUser(stage, UNVERIFIED, '周海')
  const huang = await registerUser(stage, tunnelCompany.mobile, tunnelCompany.agent.name)
  await submitAgent(stage, lin, miningCompany)
  await submitAgent(stage, huang, tunnelCompany)
  advanceClock(stage, NIGHT)
  await approveVerificationCases(stage, [[lin], [huang]])
  advanceClock(stage, NIGHT)
  await Promise.all([submitEnterprise(lin, miningCompany), submitEnterprise(huang, tunnelCompany)])
  advanceClock(stage, NIGHT)
  await approveVerificationCases(stage, [
    [lin, fromYuan(200_000)],
    [huang, fromYuan(120_000)],
  ])
  advanceClock(stage, NIGHT)
  await submitSenior(lin, miningCompany)
  advanceClock(stage, NIGHT)
  await approveVerificationCases(stage, [[lin, fromYuan(500_000)]])
  const buys = 'lookGoods,addCart,editCart,buyPay,lookOrder,addressSet'
  await runInTransaction(db, async (tx) => {
    const moment = createMoment(clock.now)
    await grantInitialMemberLevel(tx, moment, { enterpriseId: lin.enterpriseId, level: GOLD })
    await grantInitialMemberLevel(tx, moment, { enterpriseId: huang.enterpriseId, level: SILVER })
    const memberships = [
      { enterpriseId: lin.enterpriseId, userId: chen.userId, name: '陈敏', permCode: 'lookGoods,addCart' },
      { enterpriseId: lin.enterpriseId, userId: huang.userId, name: tunnelCompany.agent.name, permCode: buys },
    ]
    for (const membership of memberships) await addDemoMembership(tx, moment, { keys, membership })
  })
  return { mining: lin.enterpriseId, tunnel: huang.enterpriseId }
}

/** Two new enterprises that wait for staff. */
export async function registerWaitingCompanies(stage: StoryContext, now: Date): Promise<void> {
  stage.clock.now = now
  advanceClock(stage, -30)
  const wu = await registerUser(stage, companyAwaitingEnterpriseReview.mobile, companyAwaitingEnterpriseReview.agent.name)
  await submitAgent(stage, wu, companyAwaitingEnterpriseReview)
  advanceClock(stage, 4)
  await approveVerificationCases(stage, [[wu]])
  advanceClock(stage, 5)
  await submitEnterpriseAndSenior(wu, companyAwaitingEnterpriseReview)
  advanceClock(stage, NIGHT)
  await submitAgent(
    stage,
    await registerUser(stage, companyAwaitingAgentReview.mobile, companyAwaitingAgentReview.agent.name),
    companyAwaitingAgentReview,
  )
}
