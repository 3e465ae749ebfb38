import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)

/** What travels in one packet anyway is not worth it. */
const SMALL = 1_024

/** Bytes that many will ask for: as they are, and packed once for all who take them so. */
export interface Packed {
  plain: Buffer
  packed?: Buffer
}

/** Packs what is public and the same for everybody; of an answer that holds a secret, its length would tell. */
export async function pack(plain: Buffer): Promise<Packed> {
  return plain.length < SMALL ? { plain } : { plain, packed: await gzipped(plain) }
}

/** Sends what the caller takes. An ETag of it is a weak one: both are the same answer. */
export function sendPacked({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed }: Packed): FastifyReply {
  reply.header('Vary', 'Accept-Encoding, Authorization')
  if (!packed || !/\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers['accept-encoding']))) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(packed)
}
