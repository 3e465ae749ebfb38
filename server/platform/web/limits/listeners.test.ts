// Node accepts one connection per listener and turn of the event loop. So a busy server has several listeners.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { listenOnSeveralSockets } from './listeners.ts'

const COMING = 64

const app = fastify({ forceCloseConnections: 'idle' })
app.get('/', async () => 'hello')
const listen = listenOnSeveralSockets(app)
const base = await listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
afterAll(() => app.close())

test.runIf(process.platform === 'linux')(
  'simultaneous connections are accepted in far fewer event loop turns than there are connections',
  async () => {
    let accepted = 0
    const count = () => accepted++
    app.server.on('connection', count)
    // The kernel completes these connections; the server accepts them when its event loop turns.
    const sockets = Array.from({ length: COMING }, () => connect({ host: '127.0.0.1', port }))
    let turns = 0
    while (accepted < COMING) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
    app.server.off('connection', count)
    for (const socket of sockets) socket.destroy()
    expect(turns).toBeLessThan(COMING / 2)
  },
)

test('every connection is answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: COMING }, async () => (await fetch(base, { headers: { connection: 'close' } })).text()),
  )
  expect(new Set(answers)).toEqual(new Set(['hello']))
})

test('a port that another process uses is refused, even if that process shares it', async () => {
  const other = fastify()
  await expect(listenOnSeveralSockets(other)({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  await other.close()
  const taken = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(taken, 'listening')
  const third = fastify()
  await expect(listenOnSeveralSockets(third)({ host: '127.0.0.1', port: (taken.address() as AddressInfo).port })).rejects.toThrow(
    'EADDRINUSE',
  )
  await third.close()
  taken.close()
})

test('closing ends the idle connections of all listeners and frees the port', async () => {
  const closing = fastify({ forceCloseConnections: 'idle' })
  closing.get('/', async () => 'hello')
  closing.addHook('preClose', async () => closing.server.closeIdleConnections())
  const start = listenOnSeveralSockets(closing)
  await start({ host: '127.0.0.1', port: 0 })
  const own = (closing.server.address() as AddressInfo).port
  const sockets = Array.from({ length: 16 }, () => connect({ host: '127.0.0.1', port: own }))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: mall\r\n\r\n')
      await once(socket, 'data')
    }),
  )
  const ended = sockets.map((socket) => once(socket, 'close'))
  await closing.close()
  await Promise.all(ended)
  const again = createServer().listen({ host: '127.0.0.1', port: own })
  await once(again, 'listening')
  again.close()
})
