import type { Socket } from 'node:net'
import { createRefusal, getRefusalHttpStatus, type RefusalName } from '#contract/platform/core/refusals.ts'
import { nodeHttp } from '#server/platform/core/node-http.ts'
import { createRefusalEnvelope } from '#server/platform/http/errors.ts'
import { createApiHeaders } from './headers.ts'

/** Refusals for the errors of Node's HTTP parser. */
const REASONS: Readonly<Record<string, RefusalName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEAD_TOO_LARGE',
}

/** Answers bytes that never became a request with the usual envelope and headers, and closes the connection. */
export function sendErrorToRawSocket(error: { code?: string }, socket: Socket, id: string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = createRefusal(REASONS[error.code ?? ''] ?? 'MALFORMED')
  const status = getRefusalHttpStatus(refusal.reason)
  const body = JSON.stringify(createRefusalEnvelope(refusal))
  const headers = {
    ...createApiHeaders({ id }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const head = [`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}`, ...Object.entries(headers).map((header) => header.join(': '))]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
