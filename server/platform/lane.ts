import { refuse } from '../../contract/refusals.ts'

/** Lets a few things run at once and a few more wait; who comes after that is refused at once instead of piling up. */
export interface Lane {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function openLane({ atOnce, waiting }: { atOnce: number; waiting: number }): Lane {
  let running = 0
  const queue: (() => void)[] = []
  const leave = () => {
    running--
    queue.shift()?.()
  }
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) refuse('OVERLOADED')
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      running++
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
