import type { CrashCalls } from './caller.ts'

const REPLAYS_MAX = 2_000
const AT_ONCE = 8

/**
 * Repeats money calls that were answered, spread over the whole run, each with its key. Every answer must be the first one, byte for byte.
 */
export async function replayAnsweredCalls({ answered, counts, findings }: CrashCalls): Promise<void> {
  const step = Math.max(1, Math.floor(answered.length / REPLAYS_MAX))
  const chosen = answered.filter((_, at) => at % step === 0)
  const waiting = chosen.values()
  const replay = async () => {
    for (const { caller, path, body, key, text } of waiting) {
      const again = await caller.repeat(path, body, key)
      if (!again) continue
      counts.replays++
      if (again.toString('utf8') !== text) findings.add('replays', `${path} ${text} and then ${again.toString('utf8')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, replay))
}
