import { awaitAllAndThrowFirstError } from './db.ts'

/**
 * Locks rows of several companies, or of other keys, with one statement for each key, sent together in the order of the keys. So whoever locks
 * rows of the same keys waits, and nobody waits in a circle. A distributed database locks rows of one machine by a statement: it would
 * refuse one statement for all keys.
 */
export async function lockRowsByKey<Row>(keys: readonly string[], lock: (key: string) => Promise<readonly Row[]>): Promise<Row[]> {
  const inOrder = [...new Set(keys)].sort()
  return (await awaitAllAndThrowFirstError(...inOrder.map(lock))).flat()
}
