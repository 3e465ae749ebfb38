import net from 'node:net'

/** The messages that a server has sent to its database since the last reset. */
export interface WireCount {
  /** Waits for the database: how often the server sent something after it had received the previous answer. */
  trips: number
  /** Statements, including `begin` and `commit`. */
  statements: number
}

const SIMPLE_QUERY = 'Q'.charCodeAt(0)
const EXECUTE = 'E'.charCodeAt(0)
const HEADER = 5

/** Counts the statements in a stream of messages of PostgreSQL's protocol. The first message, the start of a session, has no type. */
function createMessageCounter(onStatement: () => void): (chunk: Buffer) => void {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let started = false
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typed = started ? 1 : 0
      if (rest.length < HEADER) return
      const length = rest.readUInt32BE(typed) + typed
      if (rest.length < length) return
      if (started && (rest[0] === SIMPLE_QUERY || rest[0] === EXECUTE)) onStatement()
      started = true
      rest = rest.subarray(length)
    }
  }
}

/**
 * A proxy in front of a database on loopback that counts the messages. So round trips are counted on the wire, whatever library sends them.
 */
export async function startCountingProxy({ hostname, port }: URL): Promise<{
  port: number
  reset(): void
  read(): WireCount
  stop(): void
}> {
  const host = decodeURIComponent(hostname)
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
  let count: WireCount = { trips: 0, statements: 0 }
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const database = net.connect(target)
    let answered = true
    const onMessage = createMessageCounter(() => count.statements++)
    client.setNoDelay(true)
    database.setNoDelay(true)
    client.on('data', (chunk: Buffer) => {
      if (answered) count.trips++
      answered = false
      onMessage(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      answered = true
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    reset() {
      count = { trips: 0, statements: 0 }
    },
    read: () => ({ ...count }),
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
