import { cpus, loadavg, totalmem } from 'node:os'
import { tenths } from '#bench/clients.ts'
import type { WireCount } from './counting-proxy.ts'
import {
  type ActFigures,
  computeCpuMsPerAct,
  computeLockWaitMsPerAct,
  computeMedianOfRounds,
  computeMedianRatioOfRounds,
  type MeasuredRound,
  median,
} from './figures.ts'
import { LOCK_SAMPLE_MS, type LockWait } from './lock-waits.ts'
import type { CountedStatement } from './statements.ts'
import { type CountedAct, countedActs } from './wire.ts'

/** All figures of a comparison. */
export interface CommitComparison {
  thisCommit: string
  otherCommit: string
  otherPackages: boolean
  day: string
  node: string
  postgres: string
  seconds: number
  roundCount: number
  options: { buyers: number; skus: number; orders: number }
  wire: Record<'this' | 'other', Record<CountedAct, WireCount>>
  acts: ActFigures[]
  statements: Record<'this' | 'other', CountedStatement[]>
}

const hundredths = (value: number): string => (Math.round(value * 100) / 100).toString()
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const table = (heads: string[], rows: string[]): string[] => [row(...heads), row(...heads.map(() => '---')), ...rows]
const sides = ['other', 'this'] as const

function actRow({ act, buyers, rounds }: ActFigures): string {
  const of = (figure: Parameters<typeof computeMedianRatioOfRounds>[1]) =>
    `${tenths(computeMedianOfRounds(rounds, 'other', figure))} → ${tenths(computeMedianOfRounds(rounds, 'this', figure))}`
  const bare = rounds.flatMap(({ bare: limit, ...round }) => (limit ? [{ round, limit }] : []))
  const share = (side: 'this' | 'other') =>
    `${Math.round(median(bare.map(({ round, limit }) => round[side].perSecond / limit[side])) * 100)} %`
  return row(
    act,
    buyers,
    of((turn) => turn.perSecond),
    `**${hundredths(computeMedianRatioOfRounds(rounds, (turn) => turn.perSecond))}**`,
    of((turn) => turn.serverMs),
    of((turn) => turn.databaseMs),
    `**${hundredths(computeMedianRatioOfRounds(rounds, computeCpuMsPerAct))}**`,
    of((turn) => turn.p99),
    `**${hundredths(computeMedianRatioOfRounds(rounds, (turn) => turn.p99))}**`,
    of(computeLockWaitMsPerAct),
    bare.length > 0 ? `${share('other')} → ${share('this')}` : '–',
  )
}

const errorsOf = (rounds: readonly MeasuredRound[]): number =>
  rounds.reduce((sum, round) => sum + round.this.errors + round.other.errors, 0)

const code = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('|', '\\|').replaceAll('`', '')}\``)

function waitLines(acts: readonly ActFigures[]): string[] {
  return acts.flatMap(({ act, buyers, rounds }) =>
    sides.flatMap((side) => {
      const sums = new Map<string, { wait: LockWait; sum: number }>()
      for (const round of rounds) {
        for (const wait of round[side].waits.by) {
          const key = JSON.stringify([wait.statement, wait.lock, wait.holder])
          sums.set(key, { wait, sum: (sums.get(key)?.sum ?? 0) + wait.average / rounds.length })
        }
      }
      return [...sums.values()]
        .sort((one, other) => other.sum - one.sum)
        .slice(0, 3)
        .filter(({ sum }) => sum >= 0.02)
        .map(({ wait, sum }) => row(act, buyers, side, hundredths(sum), code(wait.statement), wait.lock, code(wait.holder)))
    }),
  )
}

/** The section of docs/benchmarks.md. */
export function formatCommitComparison(figures: CommitComparison): string {
  const { options, acts, wire, statements } = figures
  const failed = acts
    .filter(({ rounds }) => errorsOf(rounds) > 0)
    .map(({ act, buyers, rounds }) => `${act}, ${buyers} buyers: ${errorsOf(rounds)}`)
  return [
    `Commit ${figures.thisCommit} against ${figures.otherCommit} on ${figures.day}: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB,`,
    `Node ${figures.node}, PostgreSQL ${figures.postgres}; load, both servers (from their sources) and both databases on the same machine, load average at the end ${loadavg()[0]?.toFixed(0)}.`,
    ...(figures.otherPackages ? ['The other commit was measured with the packages of this one.'] : []),
    `${options.orders} orders there already, ${options.skus} SKUs, three lines on credit an order; ${figures.roundCount} rounds of ${figures.seconds} s a turn, medians. A ratio is the median of`,
    'the ratios of the rounds, this / other; the absolute figures depend on what else the machine did.',
    '',
    '```sh',
    `npm run bench -- --against ${figures.otherCommit} --orders ${options.orders} --seconds ${figures.seconds} --rounds ${figures.roundCount}`,
    '```',
    '',
    ...table(
      [
        'act',
        'people',
        'acts/s',
        'ratio',
        'server CPU ms',
        'database CPU ms',
        'CPU ratio',
        'p99 ms',
        'ratio',
        'waits for locks ms',
        'of the bare handler',
      ],
      acts.map(actRow),
    ),
    '',
    'The bare handler is Fastify and pg with four small tables and as many round trips as the side has. CPU includes the jobs that follow an act.',
    `Waits for locks: sampled every ${LOCK_SAMPLE_MS} ms, per act.`,
    ...(failed.length > 0 ? ['', `Failed acts: ${failed.join('; ')}.`] : []),
    '',
    'Round trips (statements), counted between a server and its database, `begin`, `commit` and the check of the session included:',
    '',
    ...table(
      ['act', 'other', 'this'],
      countedActs.map((act) => row(act, ...sides.map((side) => `${wire[side][act].trips} (${wire[side][act].statements})`))),
    ),
    '',
    'Who waited for which lock of `pg_locks`, in sessions that wait on average, and what the session that it waits for did:',
    '',
    ...table(['act', 'people', 'side', 'waiting', 'statement', 'lock', 'holder'], waitLines(acts)),
    '',
    'The statements of an order at 8 buyers over all SKUs, with what jobs send, those with the most time first:',
    '',
    ...sides.flatMap((side) => [
      ...table(
        [`${side} commit`, 'an order', 'mean ms'],
        statements[side].map(({ query, calls, meanMs }) => row(code(query), hundredths(calls), hundredths(meanMs))),
      ),
      '',
    ]),
  ].join('\n')
}
