import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Binary, Endpoint } from '#contract/platform/core/endpoint.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/** A file that is still being made while it leaves: nobody holds all of it. */
export interface FileStream extends Omit<Binary, 'bytes'> {
  stream: Readable
}

/** What a call for a file answers with. */
export type FileResponse = Binary | FileStream

/** As long may a file take to leave: whoever asked has given it up by then. */
export const DOWNLOAD_TIMEOUT_MS = 300_000

/** An upload that is late is told so before its handler's time is up. */
const LATE_MS = 5_000

/** A file that comes, or that is made while it leaves, may take longer than an answer. */
export function handlerTimeoutFor({ kind }: Endpoint, { uploadMs }: Pick<ServerLimits, 'uploadMs'>): { handlerTimeout?: number } {
  if (kind === 'upload') return { handlerTimeout: uploadMs + LATE_MS }
  return kind === 'download' ? { handlerTimeout: DOWNLOAD_TIMEOUT_MS } : {}
}

/** A name that no header can be broken with: what is not plain travels encoded (RFC 6266). */
function dispositionOf({ type, name }: Omit<Binary, 'bytes'>): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${plain}"${encoded}`
}

/** What everybody may see is kept this long by whoever has seen it: as long may it be seen once it has been taken down. */
const KEPT = 'public, max-age=600'

/** Answers with a file: as what it is and nothing else, run by nobody, and kept by nobody but where everybody may see it. */
export function sendFile(reply: FastifyReply, file: FileResponse, { cached }: { cached: boolean }): FastifyReply {
  return reply
    .headers({
      'Content-Type': file.type,
      'Content-Disposition': dispositionOf(file),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': cached ? KEPT : 'private, no-store',
    })
    .send('stream' in file ? file.stream : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}
