import net from 'node:net'
import { createWireMessageReader } from '#bench/wire-messages.ts'
import { toDatabaseSocketAddress } from '#server/platform/testing/database-proxy.ts'

/** The messages that a server has sent to its database since the last reset. */
export interface WireCount {
  /** Waits for the database: how often the server sent something after it had received the previous answer. */
  trips: number
  /** Statements, including `begin` and `commit`. */
  statements: number
}

/** Messages that run a statement: a simple query, and the execution of a prepared one. */
const STATEMENTS = new Set(['Q', 'E'])

/**
 * A proxy in front of a database on loopback that counts the messages. So round trips are counted on the wire, whatever library sends them.
 */
export async function startCountingProxy(database: URL): Promise<{
  port: number
  reset(): void
  read(): WireCount
  stop(): void
}> {
  const target = toDatabaseSocketAddress(database.toString())
  let count: WireCount = { trips: 0, statements: 0 }
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const backend = net.connect(target)
    let answered = true
    const onMessage = createWireMessageReader(
      (type) => {
        if (STATEMENTS.has(type)) count.statements++
      },
      { untypedFirst: true },
    )
    client.setNoDelay(true)
    backend.setNoDelay(true)
    client.on('data', (chunk: Buffer) => {
      if (answered) count.trips++
      answered = false
      onMessage(chunk)
      backend.write(chunk)
    })
    backend.on('data', (chunk: Buffer) => {
      answered = true
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, backend],
      [backend, client],
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
