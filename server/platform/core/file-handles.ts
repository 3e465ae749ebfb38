import { readFileSync } from 'node:fs'
import { ConfigError } from './env.ts'

/** An idle connection costs some kilobytes. */
export const HTTP_CONNECTIONS_MAX = 10_000
/** Handles for files, threads and outgoing connections, besides the database connections. */
const RESERVE = 100
const CONNECTIONS_MIN = 50
/** Below this number the start logs a warning: a page of the mall takes six connections of a browser. */
const COMFORTABLE = 4_096

/** Returns how many file handles this process may have; undefined if the system does not say. Node has already raised it to the maximum. */
export function readFileHandleLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * Computes how many connections of callers a server accepts, so that its own files and connections always get a handle. Throws
 * `ConfigError` if there are too few handles to serve at all. `scarce`: they are enough for a small mall only.
 */
export function computeHttpConnectionLimit(handles: number | undefined, poolSize: number): { connections: number; scarce: boolean } {
  if (handles === undefined) return { connections: HTTP_CONNECTIONS_MAX, scarce: false }
  const left = handles - RESERVE - poolSize
  if (left < CONNECTIONS_MIN)
    throw new ConfigError(`可打开的文件数（ulimit -n）只有 ${handles}，至少需要 ${RESERVE + poolSize + CONNECTIONS_MIN}，建议 65536`)
  return { connections: Math.min(HTTP_CONNECTIONS_MAX, left), scarce: handles < COMFORTABLE }
}
