import { createHash } from 'node:crypto'
import type pg from 'pg'

interface Statement {
  name: string
  /** One string that all connections share. */
  text: string
}

const KNOWN_MAX = 5_000
/** In the order of use, the least recently used first. */
const known = new Map<string, Statement>()

function touch<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/** The prepared statement for a text. The same text has the same name on every connection. */
function statementOf(text: string): Statement {
  const statement = known.get(text) ?? { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text }
  touch(known, statement.text, statement)
  for (const oldest of known.keys()) {
    if (known.size <= KNOWN_MAX) break
    known.delete(oldest)
  }
  return statement
}

/** The part of a pg connection that remembers which names are prepared. */
interface Remembering {
  connection: { parsedStatements: Record<string, string> }
}

/**
 * Makes a connection prepare the statements with parameters. List filters can produce thousands of texts, and each prepared statement takes
 * memory in the database. So a connection keeps only the `keptMax` that were used last.
 */
export function enablePreparedStatements(client: pg.Client, keptMax: number): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const { parsedStatements } = (client as unknown as Remembering).connection
  const kept = new Map<string, true>()
  // Nothing here is asynchronous, because a later statement must not be sent before an earlier one.
  const release = (name: string) => {
    kept.delete(name)
    const text = parsedStatements[name]
    // A statement whose first use failed was never prepared.
    if (text === undefined) return
    delete parsedStatements[name]
    plain(`deallocate "${name}"`).catch(() => {
      // A failed transaction cannot deallocate. The statement still exists, so it counts as the newest, and others are released before it.
      parsedStatements[name] = text
      touch(kept, name, true)
    })
  }
  const makeRoom = () => {
    for (const oldest of [...kept.keys()].slice(0, kept.size - keptMax)) release(oldest)
  }
  const named = (given: unknown, values?: unknown, done?: unknown) => {
    if (typeof given !== 'string' || !Array.isArray(values) || done !== undefined) return plain(given, values, done)
    const statement = { ...statementOf(given), values }
    touch(kept, statement.name, true)
    if (kept.size > keptMax) makeRoom()
    return plain(statement)
  }
  client.query = named as typeof client.query
}
