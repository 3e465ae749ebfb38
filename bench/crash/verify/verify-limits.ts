import type { CrashFindings } from '#bench/crash/calls/findings.ts'
import { isCallDone, type JournalCall } from '#bench/crash/calls/journal.ts'
import { type CrashWorld, unitsAtBeginning } from '#bench/crash/crash-world.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import {
  AGREE_CANCEL,
  CANCEL,
  type ExpectedMall,
  type ExpectedOrder,
  PAY_BY_CREDIT,
  PAY_BY_WALLET,
  RECORD_TOP_UP,
  REPAY_BY_WALLET,
  SUBMIT,
} from './expected.ts'

/** Something that was taken at the latest at a time, or given back at the earliest. */
interface Move {
  at: number
  amount: number
}

type MovesById = Map<string, Move[]>

function addMove(moves: MovesById, id: string, move: Move): void {
  const list = moves.get(id)
  if (list) list.push(move)
  else moves.set(id, [move])
}

/**
 * The highest amount that was certainly in use at one time: what was answered as taken by then, less what had been asked to be given back.
 * If a limit is lower than that, it was passed, even if all of it was given back since.
 */
function findHighestCertainUse(moves: readonly Move[]): number {
  let [use, highest] = [0, 0]
  for (const { amount } of moves.toSorted((a, b) => a.at - b.at || a.amount - b.amount)) {
    use += amount
    highest = Math.max(highest, use)
  }
  return highest
}

const amountOf = ({ body }: JournalCall): number => fromYuan(Number(body.amount))

function takenByPayments({ calls, orders }: ExpectedMall, path: string): MovesById {
  const byTrade = new Map([...orders.values()].map((order) => [order.tradeId, order]))
  const moves: MovesById = new Map()
  for (const call of calls) {
    if (call.path !== path || !isCallDone(call)) continue
    const order = byTrade.get(String(call.body.tradeId))
    addMove(moves, call.enterpriseId, { at: call.answeredAt ?? 0, amount: order?.payableFen ?? 0 })
  }
  return moves
}

/** What calls may have given back or brought since they were asked, whether they were answered or not. */
function givenByCalls(calls: readonly JournalCall[], amountsBy: Record<string, (call: JournalCall) => number>): MovesById {
  const moves: MovesById = new Map()
  for (const call of calls) {
    const amount = amountsBy[call.path]?.(call) ?? 0
    if (amount !== 0) addMove(moves, call.enterpriseId, { at: call.askedAt, amount: -amount })
  }
  return moves
}

const refundOf =
  (orders: ExpectedMall['orders'], paidBy: ExpectedOrder['paidBy']) =>
  ({ body }: JournalCall): number => {
    const order = orders.get(String(body.orderNo))
    return order?.paidBy === paidBy ? (order?.payableFen ?? 0) : 0
  }

/** No company has held more than its limit, or spent more than its wallet ever got, at any time. */
function verifyMoneyLimits(expected: ExpectedMall, { companies }: CrashWorld, findings: CrashFindings): void {
  const { calls, orders } = expected
  const held = takenByPayments(expected, PAY_BY_CREDIT)
  const onlineRepayment = { '/pay-api/api/payment/repay': amountOf }
  const freed = givenByCalls(
    calls,
    Object.assign({ [AGREE_CANCEL]: refundOf(orders, 'credit'), [REPAY_BY_WALLET]: amountOf }, onlineRepayment),
  )
  const spent = takenByPayments(expected, PAY_BY_WALLET)
  const got = givenByCalls(
    calls,
    Object.assign(
      { [AGREE_CANCEL]: refundOf(orders, 'wallet'), [RECORD_TOP_UP]: amountOf, '/pay-api/api/payment/top-up': amountOf },
      // What repays more than is owed goes to the wallet.
      onlineRepayment,
    ),
  )
  for (const { enterpriseId, limitFen } of companies) {
    const most = findHighestCertainUse([...(held.get(enterpriseId) ?? []), ...(freed.get(enterpriseId) ?? [])])
    if (limitFen !== undefined && most > limitFen) findings.add('limits', `${enterpriseId} has used ${most} of ${limitFen}`)
    const repaid = calls
      .filter((call) => call.path === REPAY_BY_WALLET && call.enterpriseId === enterpriseId && isCallDone(call))
      .map((call) => ({ at: call.answeredAt ?? 0, amount: amountOf(call) }))
    const overdrawn = findHighestCertainUse([...(spent.get(enterpriseId) ?? []), ...repaid, ...(got.get(enterpriseId) ?? [])])
    if (overdrawn > 0) findings.add('limits', `${enterpriseId} has spent ${overdrawn} more than it had`)
  }
}

/** No more units were reserved at any time than there were, and of a SKU that was refused all units are sold. */
function verifyUnits({ calls, orders }: ExpectedMall, world: CrashWorld, findings: CrashFindings): void {
  const refused = new Set<string>()
  const moves: MovesById = new Map()
  for (const call of calls) {
    const lines = (call.body.lines ?? []) as { skuId: string; goodsNum: number }[]
    if (call.path === SUBMIT && isCallDone(call))
      for (const { skuId, goodsNum } of lines) addMove(moves, skuId, { at: call.answeredAt ?? 0, amount: goodsNum })
    if (call.path === SUBMIT && call.answer?.reason === 'OUT_OF_STOCK') for (const { skuId } of lines) refused.add(skuId)
    const order = call.path === CANCEL || call.path === AGREE_CANCEL ? orders.get(String(call.body.orderNo)) : undefined
    for (const { skuId, goodsNum } of order?.lines ?? []) addMove(moves, skuId, { at: call.askedAt, amount: -goodsNum })
  }
  for (const [skuId, own] of moves) {
    const most = findHighestCertainUse(own)
    const units = unitsAtBeginning(world, skuId)
    if (most > units) findings.add('limits', `${most} units of ${skuId} were sold, of ${units}`)
    const sold = own.reduce((total, { amount }) => total + amount, 0)
    if (refused.has(skuId) && world.scarceSkuIds.includes(skuId) && sold !== units)
      findings.add('limits', `${skuId} was sold out after ${sold} of ${units} units`)
  }
}

export function verifyLimits(expected: ExpectedMall, world: CrashWorld, findings: CrashFindings): void {
  verifyMoneyLimits(expected, world, findings)
  verifyUnits(expected, world, findings)
}
