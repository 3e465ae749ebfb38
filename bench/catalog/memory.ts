import { readFileSync } from 'node:fs'

const PAGES = 4_096
const MB = 1024 * 1024
const WATCHED_MS = 20

/** The resident memory of a process in MB, or 0 if it is gone. */
function residentMb(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGES) / MB
  } catch {
    return 0
  }
}

export interface MemoryWatchResult<T> {
  result: T
  ms: number
  before: number
  peak: number
  after: number
}

/** Runs some work, and returns its time and the memory of a process before and after. */
export async function measureProcessMemoryDuring<T>(pid: number, work: () => Promise<T>): Promise<MemoryWatchResult<T>> {
  const before = residentMb(pid)
  let peak = before
  const look = () => {
    peak = Math.max(peak, residentMb(pid))
  }
  const watch = setInterval(look, WATCHED_MS)
  const begun = performance.now()
  try {
    const result = await work()
    look()
    return { result, ms: performance.now() - begun, before, peak, after: residentMb(pid) }
  } finally {
    clearInterval(watch)
  }
}
