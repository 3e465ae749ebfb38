import { type RefusalName, refuse } from '../../contract/refusals.ts'

/** Lets a few things run at once and a few more wait; who comes after that is refused at once instead of piling up. */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>
  /** For work that goes on after the call that began it: what is given back ends it, however often it is called. */
  enter(): Promise<() => void>
}

export function openLane({ atOnce, waiting, full = 'OVERLOADED' }: { atOnce: number; waiting: number; full?: RefusalName }): Lane {
  let running = 0
  const queue: (() => void)[] = []
  // A place is handed on to who waits: were it free for a moment, somebody who comes just then would be one too many.
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else running--
  }
  const lane: Lane = {
    async enter() {
      if (running >= atOnce) {
        if (queue.length >= waiting) refuse(full)
        await new Promise<void>((resolve) => queue.push(resolve))
      } else running++
      let inside = true
      return () => {
        if (inside) leave()
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
