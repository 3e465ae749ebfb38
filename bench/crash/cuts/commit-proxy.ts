import { cutSocketPair, openSocketPairs } from '#bench/socket-pairs.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'
import { type CommitCutPlan, type CommitCuts, createCommitWatch } from './commit-watch.ts'
import { createSlowPassage } from './slow-passage.ts'

/** A proxy between servers and their database that cuts connections at the worst moment, and passes some chunks on late. */
export interface CommitProxy {
  /** The URL of a role of the same database, through the proxy. */
  through(url: string): string
  cuts(): CommitCuts
  /** Whether connections are cut and slow from now on. At first they are not. */
  setCutting(yes: boolean): void
  stop(): void
}

/** While connections are cut, one chunk in so many is passed on late, and by how much at most. */
const SLOW_EVERY = 16
const LONGEST_DELAY_MS = 40

/** Starts it on loopback, in front of the database of a URL, which may die and come back. One commit in `every` is cut. */
export async function startCommitProxy(target: string, every: number, random: SeededRandom): Promise<CommitProxy> {
  const plan: CommitCutPlan = { counted: { commits: 0, before: 0, after: 0 }, cutting: false, every, random }
  const drawDelayMs = () => (plan.cutting && random.below(SLOW_EVERY) === 0 ? 1 + random.below(LONGEST_DELAY_MS) : 0)
  const { port, stop } = await openSocketPairs(target, (pair) => {
    const { server, database } = pair
    const watch = createCommitWatch(plan)
    const [toDatabase, toServer] = [createSlowPassage(database, drawDelayMs), createSlowPassage(server, drawDelayMs)]
    server.on('data', (chunk: Buffer) => (watch.isCutByRequest(chunk) ? cutSocketPair(pair) : toDatabase(chunk)))
    database.on('data', (chunk: Buffer) => (watch.isCutByAnswer(chunk) ? cutSocketPair(pair) : toServer(chunk)))
  })
  return {
    through(url) {
      const own = new URL(url)
      own.hostname = '127.0.0.1'
      own.port = String(port)
      return own.toString()
    },
    cuts: () => plan.counted,
    setCutting(yes) {
      plan.cutting = yes
    },
    stop,
  }
}
