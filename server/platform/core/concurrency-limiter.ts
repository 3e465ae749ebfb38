import { AsyncLocalStorage } from 'node:async_hooks'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'

/** For whom work is done: a company, a person of the platform, or an address of guests. Work that nobody asked for has none. */
const holders = new AsyncLocalStorage<string>()

/**
 * Does work for somebody. Lanes lie deep below the calls that use them; they learn here whose work it is, so that none can be forgotten
 * and no company can take another's turn.
 */
export const runForOwner = <T>(holder: string, work: () => T): T => holders.run(holder, work)

/** Lets a few things run at once and a few more wait; who comes after that is refused at once instead of piling up. */
export interface ConcurrencyLimiter {
  run<T>(work: () => Promise<T>): Promise<T>
  /** For work that goes on after the call that began it: what is given back ends it, however often it is called. */
  enter(): Promise<() => void>
}

export interface ConcurrencyLimiterOptions {
  atOnce: number
  waiting: number
  /** How many of one holder run at once; for work that lasts as long as its reader likes. As many as there are places, if not said. */
  atOnceEach?: number
  /** How many of one holder wait at once. */
  waitingEach: number
  /** What is said when too many wait; of one holder always TOO_MANY. */
  full?: RefusalName
}

/** Shown to whoever has too many of his own waiting. */
const OWN_FULL = '您有较多任务正在排队，请等前面的完成后再试'

interface Queue {
  running: number
  waiting: (() => void)[]
  /** When its last turn was, or, before its first, when it came. Nobody who keeps coming back passes who has waited longer. */
  turn: number
}

/** A lane that whoever waits leaves in turns: one of each holder, then the next of each, however many one of them has asked for. */
export function createConcurrencyLimiter({
  atOnce,
  waiting,
  atOnceEach = atOnce,
  waitingEach,
  full = 'OVERLOADED',
}: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  let running = 0
  let queued = 0
  let turns = 0
  const queues = new Map<string, Queue>()

  const start = (holder: string, queue: Queue) => {
    running++
    queue.running++
    queue.turn = ++turns
    queues.set(holder, queue)
  }
  const startNext = () => {
    const ready = [...queues].filter(([, queue]) => queue.waiting.length > 0 && queue.running < atOnceEach)
    const [first] = ready.sort(([, one], [, other]) => one.turn - other.turn)
    const next = first?.[1].waiting.shift()
    if (!first || !next) return
    queued--
    start(...first)
    next()
  }
  const leave = (holder: string, queue: Queue) => {
    running--
    queue.running--
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(holder)
    startNext()
  }
  const lane: ConcurrencyLimiter = {
    async enter() {
      const own = holders.getStore()
      const holder = own ?? ''
      const queue = queues.get(holder) ?? { running: 0, waiting: [], turn: turns - 0.5 }
      if (running < atOnce && queue.running < atOnceEach) start(holder, queue)
      else {
        if (own !== undefined && queue.waiting.length >= waitingEach) refuse('TOO_MANY', { msg: OWN_FULL })
        if (queued >= waiting) refuse(full)
        queues.set(holder, queue)
        queued++
        await new Promise<void>((resolve) => queue.waiting.push(resolve))
      }
      let inside = true
      return () => {
        if (inside) leave(holder, queue)
        inside = false
      }
    },
    async run(work) {
      const leaves = await lane.enter()
      try {
        return await work()
      } finally {
        leaves()
      }
    },
  }
  return lane
}
