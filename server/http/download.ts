import type { FastifyReply } from 'fastify'
import type { Binary } from '../../contract/endpoint.ts'

/** A name that no header can be broken with: what is not plain travels encoded (RFC 6266). */
function dispositionOf({ type, name }: Binary): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${plain}"${encoded}`
}

/** What everybody may see is kept this long by whoever has seen it: as long may it be seen once it has been taken down. */
const KEPT = 'public, max-age=600'

/** Answers with a file: as what it is and nothing else, run by nobody, and kept by nobody but where everybody may see it. */
export function sendFile(reply: FastifyReply, file: Binary, { cached }: { cached: boolean }): FastifyReply {
  const { buffer, byteOffset, byteLength } = file.bytes
  return reply
    .headers({
      'Content-Type': file.type,
      'Content-Disposition': dispositionOf(file),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': cached ? KEPT : 'private, no-store',
    })
    .send(Buffer.from(buffer, byteOffset, byteLength))
}
