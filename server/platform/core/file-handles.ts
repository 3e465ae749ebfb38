import { readFileSync } from 'node:fs'
import { ConfigError } from './env.ts'

/** Idle connections cost some kilobytes each. */
export const CONNECTIONS_MAX = 10_000
/** Besides its database connections a server opens files, threads and lines to others. */
const RESERVE = 100
const CONNECTIONS_MIN = 50
/** Below this a warning is due: a page of the mall takes six connections of a browser. */
const COMFORTABLE = 4_096

/** How many file handles this process may have; undefined where the system does not tell. Node has raised it to what it may be at most. */
export function readHandleLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * How many connections of callers a server takes, so that what it opens itself always finds a handle. Throws `ConfigError` where there are too
 * few handles to serve at all. `scarce`: they suffice, but for a small mall only.
 */
export function computeConnectionLimit(handles: number | undefined, poolSize: number): { connections: number; scarce: boolean } {
  if (handles === undefined) return { connections: CONNECTIONS_MAX, scarce: false }
  const left = handles - RESERVE - poolSize
  if (left < CONNECTIONS_MIN)
    throw new ConfigError(`可打开的文件数（ulimit -n）只有 ${handles}，至少需要 ${RESERVE + poolSize + CONNECTIONS_MIN}，建议 65536`)
  return { connections: Math.min(CONNECTIONS_MAX, left), scarce: handles < COMFORTABLE }
}
