import type { CallOptions } from '#contract/platform/core/client.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'

/** How long the same call counts as a repetition. Later it is meant anew, because whoever sends it has seen meanwhile what became of it. */
const REPETITION_MS = 10 * 60_000

const isFile = (file: Blob | undefined): file is File => file instanceof File

/** What a call says. The same file has the same name, size and time of its last change. */
const describeCall = ({ path }: Endpoint, wire: unknown, { file }: CallOptions): string =>
  JSON.stringify([path, wire, isFile(file) ? [file.name, file.size, file.lastModified] : (file?.size ?? null)])

export interface UnansweredCalls {
  /** The idempotency key of a call: that of the same call if its answer is not known yet, and otherwise a new one. */
  keyOf(endpoint: Endpoint, wire: unknown, options: CallOptions): string
  /** The server has answered: whether it has done it or refused it, the same call is a new one from now on. */
  answered(key: string): void
}

/**
 * The calls of money and of batches whose answer is not known. A repetition has the same idempotency key, also from a window that was closed
 * and opened again, so that nothing is ordered, paid or received twice.
 */
export function createUnansweredCalls(now = Date.now): UnansweredCalls {
  const keys = new Map<string, { key: string; since: number }>()
  return {
    keyOf: (endpoint, wire, options) => {
      const content = describeCall(endpoint, wire, options)
      const known = keys.get(content)
      if (known && now() - known.since < REPETITION_MS) return known.key
      const key = crypto.randomUUID()
      keys.set(content, { key, since: now() })
      return key
    },
    answered: (key) => {
      for (const [content, known] of keys) if (known.key === key) keys.delete(content)
    },
  }
}
