import { readResidentMb } from '#bench/processes.ts'

const WATCHED_MS = 20

export interface MemoryWatchResult<T> {
  result: T
  ms: number
  before: number
  peak: number
  after: number
}

/** Runs some work, and returns its time and the memory of a process before and after. */
export async function measureProcessMemoryDuring<T>(pid: number, work: () => Promise<T>): Promise<MemoryWatchResult<T>> {
  const before = readResidentMb(pid)
  let peak = before
  const look = () => {
    peak = Math.max(peak, readResidentMb(pid))
  }
  const watch = setInterval(look, WATCHED_MS)
  const begun = performance.now()
  try {
    const result = await work()
    look()
    return { result, ms: performance.now() - begun, before, peak, after: readResidentMb(pid) }
  } finally {
    clearInterval(watch)
  }
}
