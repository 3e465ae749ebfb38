import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '#server/platform/core/keys.ts'

const gzipped = promisify(gzip)

/** What travels in one packet anyway is not worth it. */
const SMALL = 1_024

/** Bytes that many will ask for: as they are, and packed once for all who take them so. */
export interface CompressedBody {
  plain: Buffer
  packed?: Buffer
}

/** A weak one, of the bytes as they are: packed or not, the answer is the same. */
export const computeEtag = (plain: Buffer): string => `W/"${sha256(plain).toString('base64url').slice(0, 22)}"`

/** Packs what is public and the same for everybody; of an answer that holds a secret, its length would tell. */
export async function compressBody(plain: Buffer): Promise<CompressedBody> {
  return plain.length < SMALL ? { plain } : { plain, packed: await gzipped(plain) }
}

/** Whether an Accept-Encoding header takes gzip (RFC 9110 §12.5.3): named, and not with a weight of zero. */
const takesGzip = (header: string): boolean =>
  header.split(',').some((one) => {
    const [coding, ...parameters] = one.split(';').map((part) => part.trim())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Sends what the caller takes. */
export function sendCompressed({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed }: CompressedBody): FastifyReply {
  reply.header('Vary', 'Accept-Encoding, Authorization')
  if (!packed || !takesGzip(String(headers['accept-encoding']))) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(packed)
}
