import net from 'node:net'
import { changeUrl } from '#server/platform/database/roles.ts'

type Cut = 'before' | 'after' | 'heard'

/** A line to a database that a test can cut. */
export interface DatabaseProxy {
  /** The same database, role and password by way of this line. */
  url: string
  /** Resets all connections and refuses new ones until `restore`. */
  cut(): void
  restore(): void
  /**
   * Resets the next connection that commits a transaction: before the database hears of it, or after it has answered and we have not heard;
   * once that is `heard`, everything that is said next is lost. `stay`: from then on the line is cut. `of`: waits for a transaction that has said this.
   */
  cutAtCommit(when: Cut, wish?: { stay?: boolean; of?: string }): void
  /** Whether that has happened. */
  wasCutAtCommit(): boolean
  /** From now on the end of a connection by the database comes late: it stays open here, and only what was said before is heard. */
  holdEnds(): void
  /** How many connections were asked for while the line was cut. */
  refused(): number
  close(): Promise<void>
}

/** A simple query of the wire protocol that says `commit`, as a server sends it that prepares no statements. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')

/** Opens a TCP proxy on loopback in front of the server that a database URL names. */
export async function openDatabaseProxy(targetUrl: string): Promise<DatabaseProxy> {
  const target = new URL(targetUrl)
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
    const to = net.connect(Number(target.port), target.hostname)
    const pair = [from, to] as const
    pairs.add(pair)
    to.on('error', () => from.destroy())
    to.pipe(from, { end: false })
    let hasSaid = false
    from.on('data', (bytes: Buffer) => {
      if (isCut) {
        from.resetAndDestroy()
        return
      }
      hasSaid ||= bytes.includes(commitOf)
      const when = hasSaid && bytes.includes(COMMIT) ? atCommit : undefined
      if (when !== undefined) atCommit = undefined
      if (bytes.includes(COMMIT)) hasSaid = false
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
  const url = new URL(changeUrl(targetUrl, {}))
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
