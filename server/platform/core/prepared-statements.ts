import { createHash } from 'node:crypto'

/** Reads the values of a row that the database has sent. */
export interface RowReader {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
}

/** Statements that are sent together. */
interface PacketOfStatements {
  isSent: boolean
}

/** A statement of one connection. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
  /** The packet that uses it last. */
  usedBy: PacketOfStatements
  /** The packet that prepares it; `done`: the database has executed it, so it is prepared; undefined: it must be prepared before its next use. */
  preparedBy: PacketOfStatements | 'done' | undefined
  /** How its rows are read. The database refuses to execute it if that would change, so it is asked once. */
  reader: RowReader | undefined
}

const KNOWN_MAX = 5_000
/** The names by text, so that all connections share one string for both. The least recently added first. */
const known = new Map<string, { name: string; text: string }>()

/** Statements of one word, such as `commit`, are called by it: tests and the crash run see them on the wire. */
const ONE_WORD = /^[a-z]+$/

/** The same text has the same name on every connection. */
function nameStatement(text: string): { name: string; text: string } {
  const found = known.get(text)
  if (found) return found
  const name = ONE_WORD.test(text) ? text : createHash('sha256').update(text).digest('base64url').slice(0, 20)
  const named = { name, text }
  known.set(text, named)
  for (const oldest of known.keys()) {
    if (known.size <= KNOWN_MAX) break
    known.delete(oldest)
  }
  return named
}

/**
 * The prepared statements of one connection. List filters can produce thousands of texts, and each prepared statement takes memory in the
 * database. So only the `keptMax` that were used last are kept.
 */
export class PreparedStatements {
  readonly #keptMax: number
  /** By text, the least recently used first. */
  readonly #kept = new Map<string, PreparedStatement>()

  constructor(keptMax: number) {
    this.#keptMax = keptMax
  }

  /** The statement for a text, which a packet uses. */
  use(text: string, packet: PacketOfStatements): PreparedStatement {
    const statement = this.#kept.get(text) ?? create(text, packet)
    this.#kept.delete(text)
    this.#kept.set(statement.text, statement)
    statement.usedBy = packet
    return statement
  }

  /** Returns the names of the statements that are too many now. No packet that will be sent uses them, so the next one can close them. */
  takeTooMany(): string[] {
    const names: string[] = []
    for (const oldest of this.#kept.values()) {
      if (this.#kept.size <= this.#keptMax || !oldest.usedBy.isSent) break
      this.#kept.delete(oldest.text)
      names.push(oldest.name)
    }
    return names
  }
}

const create = (text: string, packet: PacketOfStatements): PreparedStatement => {
  const { name, text: shared } = nameStatement(text)
  return { name, text: shared, usedBy: packet, preparedBy: undefined, reader: undefined }
}
