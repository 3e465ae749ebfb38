import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import { crashChecks } from './calls/findings.ts'
import type { CrashOutcome } from './run-crash.ts'
import type { CrashTotals } from './verify/verify.ts'

const write = (text: string) => process.stdout.write(`${text}\n`)
const yuan = (fen: number) => formatYuan(fen as Fen, { grouped: true })

/** How often the mall was disturbed: processes, and connections that were cut. */
const countDisturbances = ({ disturbances }: Pick<CrashOutcome, 'disturbances'>): number =>
  Object.values(disturbances).reduce((total, count) => total + count, 0)

function printTotals({ orders, payments, statements, interestDays, automatic, provider }: CrashTotals): void {
  write(
    `  ${orders} orders, ${payments} payments online, ${statements} statements, ${interestDays} days of interest, ${automatic} automatic repayments`,
  )
  const { paid, settled, unusable, returned, refunded } = provider
  write(
    `  the provider took ${yuan(paid)} = ${yuan(settled)} settled + ${yuan(unusable)} sent back; returned ${yuan(returned)} = ${yuan(refunded)} refunded`,
  )
}

function printFigures(outcome: CrashOutcome): void {
  const { run, disturbances, cuts, jobs, restSeconds, totals } = outcome
  const { counts } = run
  const each = Object.entries(disturbances).map(([name, count]) => `${name} ${count}`)
  write(`disturbed: ${countDisturbances(outcome)} times: ${each.join(', ')}`)
  write(
    `cut: ${cuts.after} connections after the commit, ${cuts.before} before it, of ${cuts.commits} commits; ${counts.cuts} calls after they were sent`,
  )
  write(`acknowledged: ${counts.acknowledged} writes in ${counts.calls} requests`)
  write(`replayed: ${counts.replays} money calls, compared byte by byte; ${counts.reusedKeys} keys used for another request`)
  const refusals = [...counts.refusals].toSorted((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} ${count}`)
  write(`refused: ${refusals.join(', ')}`)
  write(`at rest ${Math.round(restSeconds)} s after the last fault; ${jobs} jobs started`)
  if (totals) printTotals(totals)
}

/** What the run must have come to. Without it, it has proved less than it says. */
function listUnreached({ run, cuts, disturbances }: CrashOutcome, floor: { acknowledged: number; disturbances: number }): string[] {
  const { counts } = run
  const reached: readonly (readonly [string, number, number])[] = [
    ['acknowledged writes', counts.acknowledged, floor.acknowledged],
    ['disturbances', countDisturbances({ disturbances }), floor.disturbances],
    ['last units', counts.refusals.get('OUT_OF_STOCK') ?? 0, 1],
    ['credit limits', counts.refusals.get('CREDIT_SHORT') ?? 0, 1],
    ['empty wallets', counts.refusals.get('WALLET_SHORT') ?? 0, 1],
    ['connections cut after the commit', cuts.after, 1],
    ['connections cut before the commit', cuts.before, 1],
    ['calls cut after they were sent', counts.cuts, 1],
    ['replays', counts.replays, 1],
    ['forged prices', counts.refusals.get('ORDER_CHANGED') ?? 0, 1],
  ]
  return reached.filter(([, count, least]) => count < least).map(([name, count, least]) => `${name}: ${count} of ${least}`)
}

/** Prints the figures and what the checks have found. Returns whether nothing was found. */
export function printCrashOutcome(outcome: CrashOutcome, floor: { acknowledged: number; disturbances: number }): boolean {
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
