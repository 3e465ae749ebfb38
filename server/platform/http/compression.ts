import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '#server/platform/core/keys.ts'

const gzipped = promisify(gzip)

/** Below this size an answer fits into one packet, and compression saves nothing. */
const SMALL = 1_024

/** Bytes that many callers will request: plain, and compressed once for all who accept it. */
export interface PrecompressedBody {
  plain: Buffer
  packed?: Buffer
}

/** A weak ETag of the plain bytes, so that the compressed answer has the same one. */
export const computeEtag = (plain: Buffer): string => `W/"${sha256(plain).toString('base64url').slice(0, 22)}"`

/**
 * Compresses a public answer that is the same for everybody. Answers with secrets must not be compressed, because their length would reveal
 * something.
 */
export async function compressBody(plain: Buffer): Promise<PrecompressedBody> {
  return plain.length < SMALL ? { plain } : { plain, packed: await gzipped(plain) }
}

/** Whether an Accept-Encoding header accepts gzip (RFC 9110 §12.5.3): it is named and its weight is not zero. */
const takesGzip = (header: string): boolean =>
  header.split(',').some((one) => {
    const [coding, ...parameters] = one.split(';').map((part) => part.trim())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** The last header and the result for it, because most browsers send the same one. */
let latest = { header: '', takes: false }
function acceptsGzip(header: string | string[] | undefined): boolean {
  const text = String(header)
  if (text !== latest.header) latest = { header: text, takes: takesGzip(text) }
  return latest.takes
}

/** What a public answer depends on beside its URL. */
export const VARY_HEADER_VALUE = 'Accept-Encoding, Authorization'

/** Bytes as they are sent, and their encoding if they have one. */
export interface EncodedBody {
  bytes: Buffer
  encoding?: 'gzip'
}

/** Returns the bytes that a caller accepts, and their encoding if they have one. */
export function chooseEncodedBody(headers: IncomingHttpHeaders, { plain, packed }: PrecompressedBody): EncodedBody {
  return packed && acceptsGzip(headers['accept-encoding']) ? { bytes: packed, encoding: 'gzip' } : { bytes: plain }
}

/** Sends the encoding that the caller accepts. */
export function sendCompressed({ headers }: FastifyRequest, reply: FastifyReply, body: PrecompressedBody): FastifyReply {
  const { bytes, encoding } = chooseEncodedBody(headers, body)
  reply.header('Vary', VARY_HEADER_VALUE)
  return encoding ? reply.header('Content-Encoding', encoding).send(bytes) : reply.send(bytes)
}
