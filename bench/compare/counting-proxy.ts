import { openSocketPairs } from '#bench/socket-pairs.ts'
import { createWireMessageReader } from '#bench/wire-messages.ts'

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
  let count: WireCount = { trips: 0, statements: 0 }
  const { port, stop } = await openSocketPairs(database.toString(), ({ server, database: backend }) => {
    let answered = true
    const onMessage = createWireMessageReader(
      (type) => {
        if (STATEMENTS.has(type)) count.statements++
      },
      { untypedFirst: true },
    )
    server.on('data', (chunk: Buffer) => {
      if (answered) count.trips++
      answered = false
      onMessage(chunk)
      backend.write(chunk)
    })
    backend.on('data', (chunk: Buffer) => {
      answered = true
      server.write(chunk)
    })
  })
  return {
    port,
    reset() {
      count = { trips: 0, statements: 0 }
    },
    read: () => ({ ...count }),
    stop,
  }
}
