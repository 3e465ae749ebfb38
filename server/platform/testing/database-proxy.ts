import net from 'node:net'
import { replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { toDatabaseSocketAddress } from './database-address.ts'

type Cut = 'before' | 'after' | 'heard'

/** A connection to a database that a test can cut. */
export interface DatabaseProxy {
  /** The URL of the same database through the proxy, with the same role and password. */
  url: string
  /** Resets all connections and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /** New connections go to the server of this URL. Call it while the proxy is cut. */
  leadTo(url: string): void
  /**
   * Resets the next connection that commits a transaction: before the database receives the commit, or after it has answered and before the
   * client receives that. With `heard` the client receives it, and everything after it is lost. `stay`: the proxy stays cut. `of`: waits
   * for a transaction that contains this text.
   */
  cutAtCommit(when: Cut, options?: { stay?: boolean; of?: string }): void
  /** Whether the cut has happened. */
  wasCutAtCommit(): boolean
  /**
   * From now on the end of a connection by the database is delayed: the connection to the client stays open, and only earlier bytes arrive.
   */
  holdEnds(): void
  /** How many connections were refused while the proxy was cut. */
  refused(): number
  close(): Promise<void>
}

/** The commit in the wire protocol: as an unnamed statement that is parsed, or as the name of a prepared one. */
const COMMIT = Buffer.from('\0commit\0', 'latin1')

/** Opens a TCP proxy on loopback in front of the server of a database URL. */
export async function openDatabaseProxy(targetUrl: string): Promise<DatabaseProxy> {
  let address = toDatabaseSocketAddress(targetUrl)
  const pairs = new Set<readonly [net.Socket, net.Socket]>()
  let isCut = false
  let refused = 0
  let atCommit: Cut | undefined
  let commitOf = ''
  let staysCut = false
  let holdsEnds = false
  const server = net.createServer((from) => {
    from.on('error', () => {})
    if (isCut) {
      refused++
      from.resetAndDestroy()
      return
    }
    const to = net.connect(address)
    const pair = [from, to] as const
    pairs.add(pair)
    to.on('error', () => from.destroy())
    to.pipe(from, { end: false })
    let hasStatement = false
    from.on('data', (bytes: Buffer) => {
      if (isCut) {
        from.resetAndDestroy()
        return
      }
      hasStatement ||= bytes.includes(commitOf)
      const when = hasStatement && bytes.includes(COMMIT) ? atCommit : undefined
      if (when !== undefined) atCommit = undefined
      if (bytes.includes(COMMIT)) hasStatement = false
      if (when === 'heard')
        to.once('data', () => {
          isCut = true
        })
      if (when === 'before') {
        from.resetAndDestroy()
        return
      }
      if (when === 'after') {
        to.unpipe(from)
        to.resume()
        to.once('data', () => {
          isCut = staysCut
          from.resetAndDestroy()
        })
      }
      to.write(bytes)
    })
    from.on('close', () => {
      to.destroy()
      pairs.delete(pair)
    })
    to.on('close', () => holdsEnds || from.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const [from] of pairs) from.resetAndDestroy()
  }
  const { port } = server.address() as net.AddressInfo
  const url = new URL(replaceDatabaseUrlParts(targetUrl, {}))
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    cut() {
      isCut = true
      reset()
    },
    restore() {
      isCut = false
    },
    leadTo(other) {
      address = toDatabaseSocketAddress(other)
    },
    cutAtCommit(when, { stay = false, of = '' } = {}) {
      atCommit = when
      commitOf = of
      staysCut = stay
    },
    wasCutAtCommit: () => atCommit === undefined,
    holdEnds() {
      holdsEnds = true
    },
    refused: () => refused,
    close: () => {
      reset()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
