import { createWireMessageReader } from '#bench/wire-messages.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'

/** How often connections were cut at a commit, of the commits that were sent while connections were cut. */
export interface CommitCuts {
  commits: number
  /** Cut before the database received the commit: nothing was done. */
  before: number
  /** Cut after the database had answered that it was committed, and before the server received that. */
  after: number
}

/** What all connections of a proxy share. */
export interface CommitCutPlan {
  counted: CommitCuts
  /** Whether connections are cut. */
  cutting: boolean
  /** One commit in so many is cut. */
  every: number
  random: Pick<SeededRandom, 'below'>
}

/** The two directions of one connection. Each returns whether the connection is cut now, instead of passing the chunk on. */
export interface CommitWatch {
  isCutByRequest(chunk: Buffer): boolean
  isCutByAnswer(chunk: Buffer): boolean
}

/** Of the commits that are cut, one in so many before the database has it. */
const BEFORE = 3
/** The beginning of a message that binds the prepared statement `commit`: no portal, and its name. */
const COMMIT = '\0commit\0'

/**
 * Watches the commits of one connection. A server sends statements and the commit together, so each request that the database ends with
 * "ready" (the start, a simple query, the sync of a packet) has a number, and the answer to a commit is told by the number of its packet.
 */
export function createCommitWatch(plan: CommitCutPlan): CommitWatch {
  const { counted, random } = plan
  // The start of the session is the first request.
  let asked = 1
  let answered = 0
  let marked: number | undefined
  let cut: 'before' | 'after' | undefined
  const onAsked = createWireMessageReader(
    (type, payload) => {
      if (type === 'Q' || type === 'S') asked++
      if (type !== 'B' || !payload.toString('latin1', 0, COMMIT.length).startsWith(COMMIT)) return
      if (!plan.cutting) return
      counted.commits++
      if (marked !== undefined || random.below(plan.every) !== 0) return
      if (random.below(BEFORE) === 0) cut = 'before'
      // Its packet has not ended yet.
      else marked = asked + 1
    },
    { untypedFirst: true },
  )
  const onAnswered = createWireMessageReader(
    (type, payload) => {
      if (marked !== undefined && type === 'C' && answered === marked - 1 && payload.toString('latin1').startsWith('COMMIT')) cut = 'after'
      if (type !== 'Z') return
      answered++
      // The transaction had failed, so its commit was a rollback.
      if (answered === marked) marked = undefined
    },
    { untypedFirst: false },
  )
  const countCut = (): boolean => {
    if (cut === undefined) return false
    counted[cut]++
    cut = undefined
    return true
  }
  return {
    isCutByRequest(chunk) {
      onAsked(chunk)
      return countCut()
    },
    isCutByAnswer(chunk) {
      onAnswered(chunk)
      return countCut()
    },
  }
}
