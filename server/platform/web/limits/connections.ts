import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { toIpNetworkKey } from '#server/platform/core/ip-key.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/** The minimum speed. It is below that of any connection on which a page could be used. */
const BYTES_PER_SECOND = 4_096
/** How often a reader is checked during its grace. */
const LOOKS = 10
/** A large answer is sent in pieces of this size, so that the progress of a slow reader can be measured. */
export const RESPONSE_CHUNK_BYTES = 16 * 1024

interface Line {
  /** The connections of its address; undefined: a proxy, whose connections are not limited. */
  group: Set<Socket> | undefined
  /** Requests without an answer. */
  requests: number
  /** Bytes that the other side has received. */
  taken: number
  graceMs: number
}

type Limits = Pick<ServerLimits, 'addressConnections' | 'transferGraceMs'>

export interface ConnectionLimitOptions extends Limits {
  /** The maximum number of open connections, of all listeners together. */
  connections: number
  /** Whether an address is a trusted proxy. It speaks for many clients and has its own limits. */
  isProxy: (address: string) => boolean
}

/** Limits the connections of each address. Beyond the limit the connection that has been idle longest is closed. */
function boundAddresses(
  lines: ReadonlyMap<Socket, Line>,
  { addressConnections, isProxy }: Pick<ConnectionLimitOptions, 'addressConnections' | 'isProxy'>,
) {
  const byAddress = new Map<string, Set<Socket>>()
  /** Returns whether there is room for one more connection, and the connections of its address. */
  return (socket: Socket): { admitted: boolean; group?: Set<Socket> } => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return { admitted: true }
    const key = toIpNetworkKey(address)
    const group = byAddress.get(key) ?? new Set()
    if (group.size >= addressConnections) {
      const idle = [...group].find((one) => lines.get(one)?.requests === 0)
      if (!idle) return { admitted: false }
      group.delete(idle)
      idle.destroy()
    }
    byAddress.set(key, group.add(socket))
    socket.once('close', () => {
      group.delete(socket)
      if (group.size === 0 && byAddress.get(key) === group) byAddress.delete(key)
    })
    return { admitted: true, group }
  }
}

/**
 * Closes connections that read an answer below the minimum speed for longer than the grace. Time in which nothing waits to be read does not
 * count.
 */
function cutSlowReaders(lines: ReadonlyMap<Socket, Line>, graceMs: number): NodeJS.Timeout {
  const everyMs = graceMs / LOOKS
  let before = monotonicNowMs()
  return setInterval(() => {
    const now = monotonicNowMs()
    // If the event loop was late, it could not count what was read meanwhile.
    const passed = Math.min(now - before, everyMs)
    before = now
    for (const [socket, line] of lines) {
      const taken = socket.bytesWritten - socket.writableLength
      const earned = ((taken - line.taken) * 1_000) / BYTES_PER_SECOND
      line.taken = taken
      line.graceMs = socket.writableLength === 0 ? graceMs : Math.min(graceMs, line.graceMs - passed + earned)
      if (line.graceMs <= 0) socket.destroy()
    }
  }, everyMs).unref()
}

/** Limits how many connections are open, how many of them one address has, and how slowly an answer may be read. */
export function limitConnections(server: Server, options: ConnectionLimitOptions): void {
  const lines = new Map<Socket, Line>()
  const admit = boundAddresses(lines, options)
  const cutting = cutSlowReaders(lines, options.transferGraceMs)
  server.on('connection', (socket: Socket) => {
    if (lines.size >= options.connections) return socket.destroy()
    const { admitted, group } = admit(socket)
    if (!admitted) return socket.destroy()
    lines.set(socket, { group, requests: 0, taken: 0, graceMs: options.transferGraceMs })
    return socket.once('close', () => lines.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const line = lines.get(socket)
    if (!line) return
    line.requests++
    // A response is closed once, so the listener needs no wrapper that removes it.
    response.on('close', () => {
      line.requests--
      // It is now the last to be closed among the idle connections of its address.
      if (line.group?.delete(socket)) line.group.add(socket)
    })
  })
  server.once('close', () => clearInterval(cutting))
}

/** Sends large answers in pieces. */
export function chunkLargeResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length <= RESPONSE_CHUNK_BYTES) return payload
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('Content-Length', bytes.length)
    return Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: RESPONSE_CHUNK_BYTES })
  })
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += RESPONSE_CHUNK_BYTES) yield bytes.subarray(at, at + RESPONSE_CHUNK_BYTES)
}
