import { createHash } from 'node:crypto'
import type pg from 'pg'

interface Statement {
  name: string
  /** One string for all connections that keep it. */
  text: string
}

const KNOWN_MAX = 5_000
/** The least recently used first. */
const known = new Map<string, Statement>()

function touch<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/** The statement of a text: the same text has the same name on every connection. */
function statementOf(text: string): Statement {
  const statement = known.get(text) ?? { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text }
  touch(known, statement.text, statement)
  for (const oldest of known.keys()) {
    if (known.size <= KNOWN_MAX) break
    known.delete(oldest)
  }
  return statement
}

/** What pg remembers of a connection: names that need not be prepared again. */
interface Remembering {
  connection: { parsedStatements: Record<string, string> }
}

/**
 * Makes a connection prepare what it is given with parameters. Whoever filters a list chooses among thousands of texts, and each that is prepared
 * takes memory of the database: a connection keeps `keptMax` of them, those that were used last.
 */
export function enablePreparedStatements(client: pg.Client, keptMax: number): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const { parsedStatements } = (client as unknown as Remembering).connection
  const kept = new Map<string, true>()
  const release = async (name: string) => {
    kept.delete(name)
    // One whose first use failed was never prepared.
    if (parsedStatements[name] === undefined) return
    try {
      await plain(`deallocate "${name}"`)
      delete parsedStatements[name]
    } catch {
      // In a transaction that has failed nothing is released: it is still there, and another time goes first.
      touch(kept, name, true)
    }
  }
  const makeRoom = async () => {
    for (const oldest of [...kept.keys()].slice(0, kept.size - keptMax)) await release(oldest)
  }
  const named = (given: unknown, values?: unknown, done?: unknown) => {
    if (typeof given !== 'string' || !Array.isArray(values) || done !== undefined) return plain(given, values, done)
    const statement = { ...statementOf(given), values }
    touch(kept, statement.name, true)
    return kept.size > keptMax ? makeRoom().then(() => plain(statement)) : plain(statement)
  }
  client.query = named as typeof client.query
}
