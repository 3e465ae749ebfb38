import net from 'node:net'
import { toDatabaseSocketAddress } from '#server/platform/testing/database-address.ts'

/** A connection of a server, and the one to its database that it is passed on to. */
export interface SocketPair {
  server: net.Socket
  database: net.Socket
}

export interface SocketPairs {
  /** The port on loopback at which servers connect. */
  port: number
  /** Ends all connections, and accepts no more. */
  stop(): void
}

/** Ends both connections of a pair at once. What was not passed on is lost. */
export function cutSocketPair({ server, database }: SocketPair): void {
  server.resetAndDestroy()
  database.destroy()
}

/**
 * Accepts connections on loopback, and opens one to the database of a URL for each. `watch` passes on what either side sends. If one side
 * ends, the other one is ended, too.
 */
export async function openSocketPairs(databaseUrl: string, watch: (pair: SocketPair) => void): Promise<SocketPairs> {
  const address = toDatabaseSocketAddress(databaseUrl)
  const pairs = new Set<SocketPair>()
  const listener = net.createServer((server) => {
    const pair = { server, database: net.connect(address) }
    pairs.add(pair)
    watch(pair)
    for (const [one, other] of [
      [pair.server, pair.database],
      [pair.database, pair.server],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as net.AddressInfo
  return {
    port,
    stop() {
      listener.close()
      for (const pair of pairs) cutSocketPair(pair)
    },
  }
}
