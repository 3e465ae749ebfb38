import { setTimeout as wait } from 'node:timers/promises'
import { type CrashCalls, replayCall } from './caller.ts'

const REPLAYS_MAX = 2_000
const AT_ONCE = 8
/** An answer may not come while a server is busy. */
const TRIES = 20
const PAUSE_MS = 200

/**
 * Repeats money calls that were answered, spread over the whole run, each with its key. Every answer must be the first one, byte for byte.
 */
export async function replayAnsweredCalls(run: CrashCalls): Promise<void> {
  const { answered, counts } = run
  const step = Math.max(1, Math.floor(answered.length / REPLAYS_MAX))
  const chosen = answered.filter((_, at) => at % step === 0)
  counts.chosenReplays = chosen.length
  const waiting = chosen.values()
  const replay = async () => {
    for (const call of waiting) {
      let reached = await replayCall(run, call)
      for (let tries = 1; !reached && tries < TRIES; tries++) {
        await wait(PAUSE_MS)
        reached = await replayCall(run, call)
      }
      if (reached) counts.reachedReplays++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, replay))
}
