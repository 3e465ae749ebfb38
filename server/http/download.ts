import type { FastifyReply } from 'fastify'
import type { Binary } from '../../contract/endpoint.ts'

/** A name that no header can be broken with: what is not plain travels encoded (RFC 6266). */
function dispositionOf({ type, name }: Binary): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${plain}"${encoded}`
}

const YEAR = 31_536_000

/** Answers with a file: as what it is and nothing else, run by nobody; kept by nobody, unless it is everybody's and never changes. */
export function sendFile(reply: FastifyReply, file: Binary, { lasting = false } = {}): FastifyReply {
  const { buffer, byteOffset, byteLength } = file.bytes
  return reply
    .headers({
      'Content-Type': file.type,
      'Content-Disposition': dispositionOf(file),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': lasting ? `public, max-age=${YEAR}, immutable` : 'private, no-store',
    })
    .send(Buffer.from(buffer, byteOffset, byteLength))
}
