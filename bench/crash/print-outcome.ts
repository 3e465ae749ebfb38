import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { crashChecks } from './calls/findings.ts'
import { DISTURBANCES_OF_DECK } from './disturb.ts'
import type { CrashOutcome } from './run-crash.ts'
import type { CrashTotals } from './verify/verify.ts'

const write = (text: string) => process.stdout.write(`${text}\n`)
const yuan = (fen: number) => formatYuan(fen as Fen, { grouped: true })

/** How often its processes and its connections to the database were killed or frozen. Connections that were cut are counted apart. */
const countDisturbances = ({ disturbances }: Pick<CrashOutcome, 'disturbances'>): number =>
  Object.values(disturbances).reduce((total, count) => total + count, 0)

function printTotals(totals: CrashTotals): void {
  const { orders, shipped, refunded, payments, paidOnline, repaidByWallet, statements, interestDays, automatic } = totals
  const { withCoupon, approved, rejected, paidByBank, usedUpLimits } = totals
  write(
    `  ${orders} orders, ${shipped} shipped, ${refunded} refunded; ${payments} payments online, ${paidOnline} of orders; ${repaidByWallet} repayments by wallet`,
  )
  write(
    `  ${withCoupon} orders paid with a coupon, ${approved} approved and ${rejected} rejected by a main account, ${paidByBank} paid by voucher`,
  )
  write(`  ${usedUpLimits} times a limit was used to the last fen`)
  write(`  ${statements} statements, ${interestDays} charges of interest, ${automatic} automatic repayments`)
  const { paid, settled, unusable, returned, refunded: booked } = totals.provider
  write(
    `  the provider took ${yuan(paid)} = ${yuan(settled)} settled + ${yuan(unusable)} sent back; returned ${yuan(returned)} = ${yuan(booked)} refunded`,
  )
}

function printFigures(outcome: CrashOutcome): void {
  const { run, disturbances, cuts, jobs, restSeconds, totals } = outcome
  const { counts } = run
  const each = Object.entries(disturbances).map(([name, count]) => `${name} ${count}`)
  write(`disturbed: ${countDisturbances(outcome)} times: ${each.join(', ')}`)
  write(
    `cut: ${cuts.after} connections after the commit, ${cuts.before} before it, of ${cuts.commits} commits; ${counts.cuts} calls after they were sent, ${counts.doneBehindCuts} of them seen to be done`,
  )
  write(`acknowledged: ${counts.acknowledged} writes in ${counts.calls} requests`)
  write(
    `replayed: ${counts.replays} money calls, compared byte by byte, at the end ${counts.reachedReplays} of ${counts.chosenReplays}; ${counts.reusedKeys} keys used for another request`,
  )
  const refusals = [...counts.refusals].toSorted((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} ${count}`)
  write(`refused: ${refusals.join(', ')}`)
  write(`reached: the last unit of ${counts.lastUnits} SKUs sold`)
  write(`at rest ${Math.round(restSeconds)} s after the last fault; ${jobs} jobs started`)
  if (totals) printTotals(totals)
}

/** What a run must have come to. */
export interface CrashFloor {
  acknowledged: number
  disturbances: number
}

/** A figure with its name, and the least that it must be. */
type Reached = readonly [name: string, count: number, least: number]

/** The figures of a run that was checked to its end. */
function listReachedTotals(totals: CrashTotals): Reached[] {
  const { shipped, refunded, paidOnline, repaidByWallet, automatic, provider, withCoupon, approved, rejected, paidByBank } = totals
  return [
    ['limits used to the last fen', totals.usedUpLimits, 1],
    ['orders shipped', shipped, 1],
    ['orders refunded', refunded, 1],
    ['orders paid online', paidOnline, 1],
    ['repayments by wallet', repaidByWallet, 1],
    ['automatic repayments', automatic, 1],
    ['orders with a coupon', withCoupon, 1],
    ['approved orders', approved, 1],
    ['rejected orders', rejected, 1],
    ['orders paid by voucher', paidByBank, 1],
    ['fen returned by the provider', provider.returned, 1],
    ['fen of payments that could not be used', provider.unusable, 1],
  ]
}

/** Of the commits that are cut, two of three are cut after the database has them. Half of that must have happened. */
const leastCutsAfter = ({ cuts, cutEvery }: CrashOutcome): number => Math.max(1, Math.floor(cuts.commits / (3 * cutEvery)))

/** What the run has not come to. With less, it has proved less than it says. */
function listUnreached(outcome: CrashOutcome, floor: CrashFloor): string[] {
  const { run, cuts, disturbances, totals } = outcome
  const { counts } = run
  const refused = (reason: string) => counts.refusals.get(reason) ?? 0
  const each = floor.disturbances >= DISTURBANCES_OF_DECK ? 1 : 0
  const reached: Reached[] = [
    ['acknowledged writes', counts.acknowledged, floor.acknowledged],
    ['disturbances', countDisturbances({ disturbances }), floor.disturbances],
    ...keysOf(disturbances).map((name): Reached => [name, disturbances[name], each]),
    ['refusals of sold out SKUs', refused('OUT_OF_STOCK'), 1],
    ['last units sold', counts.lastUnits, 1],
    ['sold out SKUs that were compared', counts.soldOutSkus, 1],
    ['refusals of credit limits', refused('CREDIT_SHORT'), 1],
    ['empty wallets', refused('WALLET_SHORT'), 1],
    ['connections cut after the commit', cuts.after, leastCutsAfter(outcome)],
    ['connections cut before the commit', cuts.before, 1],
    ['calls cut after they were sent', counts.cuts, 1],
    ['cut calls that were seen to be done', counts.doneBehindCuts, 1],
    ['replays at the end', counts.reachedReplays, Math.max(1, counts.chosenReplays)],
    ['keys used for another request', counts.reusedKeys, 1],
    ['forged prices', counts.forgedPrices, 1],
    ['coupon limits', refused('COUPON_LIMIT'), 1],
    ...(totals ? listReachedTotals(totals) : []),
  ]
  return reached.filter(([, count, least]) => count < least).map(([name, count, least]) => `${name}: ${count} of ${least}`)
}

/** Prints the figures and what the checks have found. Returns whether nothing was found. */
export function printCrashOutcome(outcome: CrashOutcome, floor: CrashFloor): boolean {
  printFigures(outcome)
  const { findings, journal } = outcome.run
  const lists = [
    ...keysOf(crashChecks).map((check) => [crashChecks[check], findings.of(check)] as const),
    ['never reached', listUnreached(outcome, floor)] as const,
  ]
  for (const [name, list] of lists) write(`${name}: ${list.length}${list.length > 0 ? `, e.g. ${list.slice(0, 3).join(' | ')}` : ''}`)
  const sound = lists.every(([, list]) => list.length === 0)
  if (sound) journal.remove()
  else write(`the journal is kept: ${journal.file}`)
  return sound
}
