// How the local providers decide that a fault happens, and what one of them looks like.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether a fault happens that has this share, between 0 and 1, of all cases. */
export const happensByChance = (share: number): boolean => randomBytes(4).readUInt32BE() / 2 ** 32 < share

/** Whether a fault happens that is to happen so many times more. Counts it. */
export function takeFault<Name extends string>(faults: Record<Name, number>, name: Name): boolean {
  if (faults[name] <= 0) return false
  faults[name]--
  return true
}

/** Closes the connection without an answer. */
export function hangUp(request: FastifyRequest, out: FastifyReply): FastifyReply {
  out.hijack()
  request.raw.socket.destroy()
  return out
}
