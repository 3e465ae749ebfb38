import { AsyncLocalStorage } from 'node:async_hooks'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'

/** The holder that work is done for: a company, a staff member, or the address of a guest. Work without a caller has no holder. */
const holders = new AsyncLocalStorage<string>()

/**
 * Runs work for a holder. The limiters are far below the calls that use them and read the holder from here. So no call can forget to pass
 * it, and no company can use another's share.
 */
export const runWithConcurrencyOwner = <T>(holder: string, work: () => T): T => holders.run(holder, work)

/** Runs a few jobs at once and lets a few more wait. Jobs beyond that are refused at once, so that they do not pile up. */
export interface ConcurrencyLimiter {
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Takes a slot for work that continues after the call which started it. The returned function releases the slot and may be called several
   * times.
   */
  enter(): Promise<() => void>
}

export interface ConcurrencyLimiterOptions {
  concurrency: number
  queueMax: number
  /** How many jobs of one holder run at once, for work that can last as long as its reader wants. Default: `concurrency`. */
  concurrencyPerOwner?: number
  /** How many jobs of one holder may wait. */
  queueMaxPerOwner: number
  /** The refusal when too many jobs wait. For too many of one holder it is always TOO_MANY. */
  refusal?: RefusalName
}

/** The message for a holder with too many waiting jobs. */
const OWN_FULL = '您有较多任务正在排队，请等前面的完成后再试'

interface Queue {
  running: number
  waiters: (() => void)[]
  /**
   * The number of its last turn; before the first turn, of its arrival. So a holder that returns often cannot overtake one that has waited
   * longer.
   */
  turn: number
}

/** Creates a limiter that serves waiting holders in turns: one job of each, then the next of each, however many jobs one holder has. */
export function createConcurrencyLimiter({
  concurrency: atOnce,
  queueMax: waiting,
  concurrencyPerOwner: atOnceEach = atOnce,
  queueMaxPerOwner: waitingEach,
  refusal: full = 'OVERLOADED',
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
    const ready = [...queues].filter(([, queue]) => queue.waiters.length > 0 && queue.running < atOnceEach)
    const [first] = ready.sort(([, one], [, other]) => one.turn - other.turn)
    const next = first?.[1].waiters.shift()
    if (!first || !next) return
    queued--
    start(...first)
    next()
  }
  const leave = (holder: string, queue: Queue) => {
    running--
    queue.running--
    if (queue.running === 0 && queue.waiters.length === 0) queues.delete(holder)
    startNext()
  }
  const lane: ConcurrencyLimiter = {
    async enter() {
      const own = holders.getStore()
      const holder = own ?? ''
      const queue = queues.get(holder) ?? { running: 0, waiters: [], turn: turns - 0.5 }
      if (running < atOnce && queue.running < atOnceEach) start(holder, queue)
      else {
        if (own !== undefined && queue.waiters.length >= waitingEach) refuse('TOO_MANY', { msg: OWN_FULL })
        if (queued >= waiting) refuse(full)
        queues.set(holder, queue)
        queued++
        await new Promise<void>((resolve) => queue.waiters.push(resolve))
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
