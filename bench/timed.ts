import type { InvariantResult } from '#server/operations/invariants/check-invariants.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'

const SLOWEST_SHOWN = 12

/** Does some work, and returns its result with the seconds that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = monotonicNowMs()
  const done = await work()
  return [done, (monotonicNowMs() - begun) / 1_000]
}

/** Times a check of the invariants, and prints its seconds, the slowest and the broken ones. Returns the seconds, and how many are broken. */
export async function timeInvariantCheck(
  name: string,
  check: () => Promise<readonly InvariantResult[]>,
): Promise<{ seconds: number; broken: number }> {
  const print = (text: string) => process.stdout.write(`  ${name}: ${text}\n`)
  const [results, seconds] = await timed(check)
  const slowest = results.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST_SHOWN)
  print(
    `${seconds.toFixed(1)} s, the slowest ${slowest.map(({ id, durationMs }) => `${id} ${(durationMs / 1_000).toFixed(1)} s`).join(', ')}`,
  )
  const broken = results.filter(({ breaches }) => breaches > 0)
  for (const { id, breaches, examples } of broken) print(`${id} is broken ${breaches} times: ${examples.join(', ')}`)
  return { seconds, broken: broken.length }
}
