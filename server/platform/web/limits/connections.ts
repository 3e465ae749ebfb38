import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { computeIpKey } from '#server/platform/core/ip-key.ts'
import { monotonicNow } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/** Slower than any line on which a page could be used: below it a reader is as good as gone. */
const BYTES_PER_SECOND = 4_096
/** How often in its grace a reader is looked at. */
const LOOKS = 10
/** An answer leaves in pieces of so much, so that what a slow reader has taken of it can be seen. */
const PIECE_BYTES = 16 * 1024

interface Line {
  /** Requests that are not answered yet. */
  requests: number
  /** Bytes that the other side's machine has taken. */
  taken: number
  graceMs: number
}

type Limits = Pick<ServerLimits, 'addressConnections' | 'transferGraceMs'>

export interface ConnectionOptions extends Limits {
  /** Whether an address is that of a proxy of ours: it speaks for many, and bounds them itself. */
  isProxy: (address: string) => boolean
}

/** The connections of each address. Beyond its bound one that waits for nothing makes room, the one that has waited longest. */
function boundAddresses(lines: ReadonlyMap<Socket, Line>, { addressConnections, isProxy }: ConnectionOptions) {
  const byAddress = new Map<string, Set<Socket>>()
  return {
    /** Whether there is room for one more. */
    admit(socket: Socket): boolean {
      const address = socket.remoteAddress ?? ''
      if (isProxy(address)) return true
      const group = computeIpKey(address)
      const own = byAddress.get(group) ?? new Set()
      if (own.size >= addressConnections) {
        const idle = [...own].find((one) => lines.get(one)?.requests === 0)
        if (!idle) return false
        own.delete(idle)
        idle.destroy()
      }
      byAddress.set(group, own.add(socket))
      socket.once('close', () => {
        own.delete(socket)
        if (own.size === 0 && byAddress.get(group) === own) byAddress.delete(group)
      })
      return true
    },
    /** It has been answered: it comes last among those that wait. */
    answered(socket: Socket): void {
      const own = byAddress.get(computeIpKey(socket.remoteAddress ?? ''))
      if (own?.delete(socket)) own.add(socket)
    },
  }
}

/** Cuts off who takes an answer below the least speed for longer than the grace. Time in which nothing waits for him does not count. */
function cutSlowReaders(lines: ReadonlyMap<Socket, Line>, graceMs: number): NodeJS.Timeout {
  const everyMs = graceMs / LOOKS
  let before = monotonicNow()
  return setInterval(() => {
    const now = monotonicNow()
    // A loop that was late itself could not have taken note of what was read meanwhile.
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

/** Bounds how many connections one address has open, and how slowly an answer may be taken. */
export function limitConnections(server: Server, options: ConnectionOptions): void {
  const lines = new Map<Socket, Line>()
  const addresses = boundAddresses(lines, options)
  const cutting = cutSlowReaders(lines, options.transferGraceMs)
  server.on('connection', (socket: Socket) => {
    if (!addresses.admit(socket)) return socket.destroy()
    lines.set(socket, { requests: 0, taken: 0, graceMs: options.transferGraceMs })
    return socket.once('close', () => lines.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const line = lines.get(socket)
    if (!line) return
    line.requests++
    response.once('close', () => {
      line.requests--
      addresses.answered(socket)
    })
  })
  server.once('close', () => clearInterval(cutting))
}

/** Sends large answers in pieces. */
export function chunkLargeResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length <= PIECE_BYTES) return payload
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('Content-Length', bytes.length)
    return Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: PIECE_BYTES })
  })
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
