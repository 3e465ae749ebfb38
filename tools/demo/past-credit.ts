import { computeShareOfAmount, type Fen, subtractFen } from '#contract/platform/core/money.ts'
import { addMonths, getStartOfShanghaiDay, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { closeMonthsAndChargeInterest } from '#server/billing/receivables/public.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { DEMO_PAY_PASSWORD, MAIN } from './people.ts'
import { logInDemoMember, type StoryContext } from './story-context.ts'
import { recordDemoBankTopUp } from './trade.ts'

/** The functions that a statement story needs: to buy on credit, and to ship. */
interface Trading {
  mining: string
  buy(lines: readonly (readonly [code: string, goodsNum: number])[]): Promise<string[]>
  send(orderNos: readonly string[]): Promise<void>
}

const at = (month: string, day: number, hour: number) =>
  new Date(getStartOfShanghaiDay(`${month}-${String(day).padStart(2, '0')}`).getTime() + hour * 3_600_000)

/** Two parcels of a month on credit, so that its statement has two lines. */
export async function createDemoDrawdownsOfMonth(stage: StoryContext, month: string, { buy, send }: Trading): Promise<void> {
  for (const [day, code, goodsNum] of [
    [20, 'KT-U84-22', 260],
    [24, 'KT-W6-20', 400],
  ] as const) {
    stage.clock.now = at(month, day, 10)
    const orderNos = await buy([[code, goodsNum]])
    stage.clock.now = at(month, day, 16)
    await send(orderNos)
  }
}

/** A top-up of the wallet, and a repayment from it. */
async function repay(stage: StoryContext, mining: string, { amount, reference }: { amount: Fen; reference: string }): Promise<void> {
  await recordDemoBankTopUp(stage, mining, amount, reference)
  await (await logInDemoMember(stage, MAIN)).api.statement.repayByWallet({ amount, payPwd: DEMO_PAY_PASSWORD })
}

/** The month before last: confirmed, and repaid in time. */
export async function repayInTime(stage: StoryContext, month: string, { mining }: Trading): Promise<void> {
  stage.clock.now = at(addMonths(month, 1), 8, 10)
  await closeMonthsAndChargeInterest(stage.db, createMoment(stage.clock.now))
  const lin = await logInDemoMember(stage, MAIN)
  const { owed } = await lin.api.statement.detail({ month })
  await lin.api.statement.confirm({ month })
  await repay(stage, mining, { amount: owed, reference: `ICBC-DEMO-R${month}` })
}

/**
 * Last month: partly repaid, and one of its two lines is disputed. Until its due day a part of the other line is unpaid. After that day it
 * is paid, because an overdue enterprise could not buy on credit.
 */
export async function repayDemoMonthInPart(stage: StoryContext, month: string, { mining }: Trading, now: Date): Promise<void> {
  const next = toShanghaiMonth(now)
  stage.clock.now = new Date(Math.min(at(next, 1, 8).getTime(), now.getTime()))
  await closeMonthsAndChargeInterest(stage.db, createMoment(stage.clock.now))
  const lin = await logInDemoMember(stage, MAIN)
  const { lines } = await lin.api.statement.detail({ month })
  const [kept, doubted] = lines
  if (!kept || !doubted) throw new Error(`${month} has no two lines`)
  await lin.api.statement.dispute({ month, id: doubted.id, reason: '实收数量与送货单不符，少 20 支' })
  const first = computeShareOfAmount(kept.amount, 6_000)
  const parts = toShanghaiDay(now) > `${next}-09` ? [first, subtractFen(kept.amount, first)] : [first]
  for (const [turn, amount] of parts.entries()) await repay(stage, mining, { amount, reference: `ICBC-DEMO-R${month}-${turn}` })
}
