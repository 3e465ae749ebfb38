import type { CrashCalls } from '#bench/crash/calls/caller.ts'
import type { CrashFindings } from '#bench/crash/calls/findings.ts'
import { isCallDone, type JournalCall } from '#bench/crash/calls/journal.ts'
import { type CrashWorld, unitsAtBeginning } from '#bench/crash/crash-world.ts'
import {
  AGREE_CANCEL,
  amountOf,
  CANCEL,
  type ExpectedMall,
  type ExpectedOrder,
  type ExpectedPayment,
  PAY_BY_CREDIT,
  PAY_BY_WALLET,
  RECORD_TOP_UP,
  REJECT,
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

/** The amounts of calls that take or give something, by their path. */
type AmountsByPath = Readonly<Record<string, (call: JournalCall) => number>>

/** What calls have certainly taken when they were answered. */
function takenByCalls(calls: readonly JournalCall[], amountsBy: AmountsByPath): MovesById {
  const moves: MovesById = new Map()
  for (const call of calls) {
    const amount = isCallDone(call) ? (amountsBy[call.path]?.(call) ?? 0) : 0
    if (amount !== 0) addMove(moves, call.enterpriseId, { at: call.answeredAt ?? 0, amount })
  }
  return moves
}

/** Whether a call may have been done: it was, or nothing was heard of it. */
const mayBeDone = (call: JournalCall): boolean => call.answer === undefined || isCallDone(call)

/** What calls may have given back or brought since they were asked. */
function givenByCalls(calls: readonly JournalCall[], amountsBy: AmountsByPath): MovesById {
  const moves: MovesById = new Map()
  for (const call of calls) {
    const amount = mayBeDone(call) ? (amountsBy[call.path]?.(call) ?? 0) : 0
    if (amount !== 0) addMove(moves, call.enterpriseId, { at: call.askedAt, amount: -amount })
  }
  return moves
}

/** What was brought by payments online: what the provider took, since it was asked for. */
function broughtOnline({ payments }: ExpectedMall, kinds: readonly ExpectedPayment['what'][]): MovesById {
  const moves: MovesById = new Map()
  for (const { enterpriseId, what, askedAt, takenFen } of payments)
    if (kinds.includes(what) && takenFen > 0) addMove(moves, enterpriseId, { at: askedAt, amount: -takenFen })
  return moves
}

const refundOf =
  (orders: ExpectedMall['orders'], ...paidBy: ExpectedOrder['paidBy'][]) =>
  ({ body }: JournalCall): number => {
    const order = orders.get(String(body.orderNo))
    return order && paidBy.includes(order.paidBy) ? order.payableFen : 0
  }

/** No company has held more than its limit, or spent more than its wallet ever got, at any time. */
function verifyMoneyLimits(expected: ExpectedMall, { companies }: CrashWorld, findings: CrashFindings): void {
  const { calls, orders } = expected
  const byTrade = new Map([...orders.values()].map((order) => [order.tradeId, order]))
  const payableOf = ({ body }: JournalCall) => byTrade.get(String(body.tradeId))?.payableFen ?? 0
  const held = takenByCalls(calls, { [PAY_BY_CREDIT]: payableOf })
  const freed = givenByCalls(calls, { [AGREE_CANCEL]: refundOf(orders, 'credit'), [REPAY_BY_WALLET]: amountOf })
  const freedOnline = broughtOnline(expected, ['repay'])
  const spent = takenByCalls(calls, { [PAY_BY_WALLET]: payableOf, [REPAY_BY_WALLET]: amountOf })
  const got = givenByCalls(calls, { [AGREE_CANCEL]: refundOf(orders, 'wallet', 'transfer'), [RECORD_TOP_UP]: amountOf })
  // What repays more than is owed goes to the wallet.
  const gotOnline = broughtOnline(expected, ['topUp', 'repay'])
  const movesOf = (enterpriseId: string, ...lists: MovesById[]) => lists.flatMap((moves) => moves.get(enterpriseId) ?? [])
  for (const { enterpriseId, limitFen } of companies) {
    const most = findHighestCertainUse(movesOf(enterpriseId, held, freed, freedOnline))
    if (limitFen !== undefined && most > limitFen) findings.add('limits', `${enterpriseId} has used ${most} of ${limitFen}`)
    const overdrawn = findHighestCertainUse(movesOf(enterpriseId, spent, got, gotOnline))
    if (overdrawn > 0) findings.add('limits', `${enterpriseId} has spent ${overdrawn} more than it had`)
  }
}

/**
 * No more units were reserved at any time than there were, and of a scarce SKU that was refused all units are sold. Counts how many SKUs of
 * the latter kind were compared, and how many of all were sold to the last unit.
 */
function verifyUnits(run: CrashCalls, { calls, orders, tradeByDocument }: ExpectedMall, world: CrashWorld): void {
  const { counts, findings, refusedSkuIds } = run
  const byTrade = new Map([...orders.values()].map((order) => [order.tradeId, order]))
  const moves: MovesById = new Map()
  for (const call of calls) {
    const lines = (call.body.lines ?? []) as { skuId: string; goodsNum: number }[]
    if (call.path === SUBMIT && isCallDone(call))
      for (const { skuId, goodsNum } of lines) addMove(moves, skuId, { at: call.answeredAt ?? 0, amount: goodsNum })
    const cancels = [CANCEL, AGREE_CANCEL, REJECT].includes(call.path) && mayBeDone(call)
    const about = orders.get(String(call.body.orderNo)) ?? byTrade.get(tradeByDocument.get(String(call.body.id)) ?? '')
    const order = cancels ? about : undefined
    for (const { skuId, goodsNum } of order?.lines ?? []) addMove(moves, skuId, { at: call.askedAt, amount: -goodsNum })
  }
  for (const [skuId, own] of moves) {
    const most = findHighestCertainUse(own)
    const units = unitsAtBeginning(world, skuId)
    if (most > units) findings.add('limits', `${most} units of ${skuId} were sold, of ${units}`)
    if (most === units) counts.lastUnits++
    if (!refusedSkuIds.has(skuId)) continue
    counts.soldOutSkus++
    const sold = own.reduce((total, { amount }) => total + amount, 0)
    if (sold !== units) findings.add('limits', `${skuId} was sold out after ${sold} of ${units} units`)
  }
}

/** Compares limits, wallets and units with what was answered, at each moment of the run. */
export function verifyLimits(run: CrashCalls, expected: ExpectedMall, world: CrashWorld): void {
  verifyMoneyLimits(expected, world, run.findings)
  verifyUnits(run, expected, world)
}
