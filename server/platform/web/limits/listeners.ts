import { once } from 'node:events'
import { createServer, type Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How many connections are accepted in each turn of the event loop. */
const LISTENERS = 8
/** The kernel spreads connections over the listeners of one port only there. Elsewhere one listener has to do. */
const CAN_SHARE = process.platform === 'linux'

/** How often idle connections are closed while the server closes. */
const SWEEP_MS = 100

interface Address {
  host: string
  port: number
}

/** Fails with EADDRINUSE if the port is in use: shared listeners would join the other process silently. */
async function expectUnused({ host, port }: Address): Promise<void> {
  const probe = createServer()
  await once(probe.listen({ host, port, exclusive: true }), 'listening')
  await once(probe.close(), 'close')
}

function openListener(app: FastifyInstance, { host, port }: Address): NetServer {
  // The same options as Node's HTTP server sets for its own connections.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
  listener.on('error', (error) => app.server.emit('error', error))
  return listener.listen({ host, port, reusePort: true, exclusive: true })
}

/**
 * Lets a server listen with several listeners of one port, and returns the function that starts to listen and gives the address. Node
 * accepts one connection per listener and turn of the event loop. With turns of 10 ms a busy server would accept 100 connections a second,
 * and the others, payments too, would wait in the kernel for seconds. Must be called after all other hooks of closing are set.
 */
export function listenOnSeveralSockets(app: FastifyInstance): (address: Address) => Promise<string> {
  const more: NetServer[] = []
  let closed: Promise<unknown> = Promise.resolve()
  // They stop to accept together with the server. It waits only for its own connections, so the rest is waited for here.
  app.addHook('preClose', async () => {
    closed = Promise.all(more.map((listener) => once(listener.close(), 'close')))
  })
  app.addHook('onClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    await closed
    clearInterval(sweep)
  })
  return async ({ host, port }) => {
    if (!CAN_SHARE) return app.listen({ host, port })
    if (port !== 0) await expectUnused({ host, port })
    const address = await app.listen({ host, port, reusePort: true } as Address)
    const own = app.server.address()
    if (own === null || typeof own === 'string') return address
    for (let at = 1; at < LISTENERS; at++) more.push(openListener(app, { host, port: own.port }))
    await Promise.all(more.map((listener) => once(listener, 'listening')))
    return address
  }
}
