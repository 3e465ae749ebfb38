import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { BinaryFile, Endpoint } from '#contract/platform/core/endpoint.ts'
import { isPlatformKeyAccess } from '#contract/platform/core/permissions.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/** A file that is produced while it is sent, so that it is never in memory as a whole. */
export interface FileStream extends Omit<BinaryFile, 'bytes'> {
  stream: Readable
}

/** The answer of a call of kind `download`. */
export type FileResponse = BinaryFile | FileStream

/** The maximum duration of a download. Clients have given up by then. */
export const DOWNLOAD_TIMEOUT_MS = 300_000

/** A late upload is refused this long before its handler's timeout. */
const LATE_MS = 5_000

/** The maximum duration of a call of a platform key, which may write hundreds of goods. */
const PLATFORM_KEY_TIMEOUT_MS = 120_000

/** A call that receives a file, produces one while sending it, or writes many rows may take longer than other calls. */
export function getHandlerTimeoutOptions(
  { kind, needs }: Endpoint,
  { uploadMs }: Pick<ServerLimits, 'uploadMs'>,
): { handlerTimeout?: number } {
  if (kind === 'upload') return { handlerTimeout: uploadMs + LATE_MS }
  if (isPlatformKeyAccess(needs)) return { handlerTimeout: PLATFORM_KEY_TIMEOUT_MS }
  return kind === 'download' ? { handlerTimeout: DOWNLOAD_TIMEOUT_MS } : {}
}

/** Builds a Content-Disposition header that no file name can break. A name with special characters is encoded (RFC 6266). */
function dispositionOf({ type, name }: Omit<BinaryFile, 'bytes'>): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${plain}"${encoded}`
}

/** How long browsers cache a public file. After it has been removed it may stay visible for this long. */
const KEPT = 'public, max-age=600'

/** For a file whose address never gets another content. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

const cacheControlOf = (cached: boolean | 'forever'): string =>
  cached === 'forever' ? IMMUTABLE_CACHE_CONTROL : cached ? KEPT : 'private, no-store'

/** Sends a file with its exact type, so that no browser executes it. Only public files may be cached. */
export function sendFile(reply: FastifyReply, file: FileResponse, { cached }: { cached: boolean | 'forever' }): FastifyReply {
  return reply
    .headers({
      'Content-Type': file.type,
      'Content-Disposition': dispositionOf(file),
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Cache-Control': cacheControlOf(cached),
    })
    .send('stream' in file ? file.stream : Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}
