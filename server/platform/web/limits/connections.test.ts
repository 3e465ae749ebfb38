import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { expectNothingInFlight } from '#server/platform/testing/in-flight.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { chunkLargeResponses, limitConnections } from './connections.ts'

// P7, P12: clients that keep connections open, and clients that read an answer byte by byte.

const MOST = 20
const GRACE_MS = 1_000
const limits = { addressConnections: MOST, transferGraceMs: GRACE_MS }
const LIST = API_BASE + contract.goods.list.path
const opened: Socket[] = []
afterAll(() => {
  for (const socket of opened) socket.destroy()
})

type Line = Awaited<ReturnType<typeof lineFrom>>

/** A connection from one of the loopback addresses. Each counts as a different client. */
async function lineFrom(localAddress: string, port: number) {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  opened.push(socket)
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return {
    socket,
    heard: () => heard,
    isOpen: () => !socket.destroyed,
    /** Sends a request and waits for the answer; false if the connection is closed. */
    async asks(): Promise<boolean> {
      heard = ''
      socket.write(`GET ${LIST} HTTP/1.1\r\nHost: mall\r\n\r\n`)
      await expect.poll(() => heard.includes('"success":true') || socket.destroyed, { interval: 5 }).toBe(true)
      return heard.includes('"success":true')
    },
  }
}

describe('a client address that keeps connections open', () => {
  test('has a limited number; a new connection replaces the one that is idle longest', async () => {
    const mall = await openMall({ limits })
    await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = mall.app.http.server.address() as AddressInfo
    const lines: Line[] = []
    for (let at = 0; at < MOST; at++) lines.push(await lineFrom('127.0.0.2', port))
    for (const line of lines) expect(await line.asks()).toBe(true)
    // The first connection is used again, so the second has now waited longest.
    expect(await lines[0]?.asks()).toBe(true)
    expect(await (await lineFrom('127.0.0.2', port)).asks()).toBe(true)
    await expect.poll(() => lines.map(({ isOpen }) => isOpen()).indexOf(false)).toBe(1)
    // Idle connections push out only each other, and those of other addresses are not touched.
    const other = await lineFrom('127.0.0.3', port)
    expect(await other.asks()).toBe(true)
    for (let at = 0; at < 5 * MOST; at++) await lineFrom('127.0.0.2', port)
    expect(await other.asks()).toBe(true)
    expect(await (await lineFrom('127.0.0.2', port)).asks()).toBe(true)
    const open = await new Promise<number>((resolve) => mall.app.http.server.getConnections((_, count) => resolve(count)))
    expect(open).toBe(MOST + 1)
    await expectNothingInFlight(mall)
  })

  test('with requests on all its connections is refused another one, and other addresses are not', async () => {
    const mall = await openMall({ limits })
    await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = mall.app.http.server.address() as AddressInfo
    const busy: Line[] = []
    let begun = 0
    mall.app.http.server.on('request', () => begun++)
    for (let at = 0; at < MOST; at++) {
      const line = await lineFrom('127.0.0.2', port)
      line.socket.write(`POST ${LIST} HTTP/1.1\r\nHost: mall\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`)
      busy.push(line)
    }
    await expect.poll(() => begun).toBe(MOST)
    expect(await (await lineFrom('127.0.0.2', port)).asks()).toBe(false)
    expect(await (await lineFrom('127.0.0.3', port)).asks()).toBe(true)
    expect(busy.every(({ isOpen }) => isOpen())).toBe(true)
    for (const { socket } of busy) socket.destroy()
    await expectNothingInFlight(mall)
  })

  test('is not limited if it is a trusted proxy', async () => {
    const mall = await openMall({ limits, trustProxy: ['127.0.0.2'] })
    await mall.app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = mall.app.http.server.address() as AddressInfo
    const lines: Line[] = []
    for (let at = 0; at < 2 * MOST; at++) lines.push(await lineFrom('127.0.0.2', port))
    for (const line of lines) expect(await line.asks()).toBe(true)
    expect(lines.every(({ isOpen }) => isOpen())).toBe(true)
  })
})

describe('a client that reads an answer slowly', async () => {
  const app = fastify()
  limitConnections(app.server, { ...limits, connections: 1_000, isProxy: () => false })
  chunkLargeResponses(app)
  // More than the buffers of both machines hold.
  const LARGE = Buffer.alloc(48 * 1024 * 1024, 'x')
  app.get('/large', async () => LARGE)
  app.get('/late', async (_, reply) => {
    async function* late() {
      for (let at = 0; at < 3; at++) {
        await pause(1.5 * GRACE_MS)
        yield 'piece '
      }
    }
    return reply.send(Readable.from(late(), { objectMode: false }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const lines = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

  /** Reads this number of bytes every tenth of a second and no more. */
  async function takes(bytes: number) {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write('GET /large HTTP/1.1\r\nHost: mall\r\n\r\n'))
    opened.push(socket)
    socket.on('error', () => {})
    // Without a data listener nothing is read automatically.
    socket.on('readable', () => {})
    let taken = 0
    const taking = setInterval(() => {
      taken += socket.read(bytes)?.length ?? 0
    }, 100)
    await once(socket, 'connect')
    return {
      taken: () => taken,
      stop: () => {
        clearInterval(taking)
        socket.destroy()
      },
    }
  }

  test.each([0, 10])('at %d bytes a time is cut off', async (bytes) => {
    const reader = await takes(bytes)
    await expect.poll(lines).toBe(0)
    reader.stop()
  })

  test('but steadily is served to the end', async () => {
    const reader = await takes(200_000)
    await pause(4 * GRACE_MS)
    expect([await lines(), reader.taken() > 2_000_000]).toEqual([1, true])
    reader.stop()
    await expect.poll(lines).toBe(0)
  })

  test('is not cut off while the server has not produced the answer', async () => {
    expect(await (await fetch(`http://127.0.0.1:${port}/late`)).text()).toBe('piece piece piece ')
  })

  test('gets every byte, and the content length', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/large`)
    expect(answer.headers.get('content-length')).toBe(String(LARGE.length))
    expect(Buffer.from(await answer.arrayBuffer()).equals(LARGE)).toBe(true)
  })
})

test('a large binary answer is sent without copying, and a text has its content length in bytes', async () => {
  const app = fastify()
  chunkLargeResponses(app)
  const large = Buffer.alloc(100_000, 'x')
  const memory = new Set<ArrayBufferLike>()
  app.addHook('onSend', async (request, _, payload) => {
    const pieces = (await (payload as Readable).toArray()) as Buffer[]
    if (request.url === '/bytes') for (const piece of pieces) memory.add(piece.buffer)
    return Buffer.concat(pieces)
  })
  app.get('/bytes', async () => large)
  app.get('/text', async () => '大'.repeat(100_000))
  expect((await app.inject('/bytes')).rawPayload.equals(large)).toBe(true)
  expect([...memory].map((one) => one === large.buffer)).toEqual([true])
  const { body, headers } = await app.inject('/text')
  expect([body, headers['content-length']]).toEqual(['大'.repeat(100_000), '300000'])
  await app.close()
})
