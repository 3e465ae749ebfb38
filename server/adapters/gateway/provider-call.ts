import { traceProviderCall } from '#server/platform/core/tracing.ts'
import { GatewayOutcomeUnknownError } from './gateway.ts'

const TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 20_000_000

export interface ProviderResponse {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** Whether a host is this machine. No real provider is. */
export const isLoopbackUrl = (address: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(URL.parse(address)?.hostname ?? '')

/** Reads the body of an answer. Throws as soon as it is longer than that, so that an endless one does not fill the memory. */
async function readBytesUpTo(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > most) throw new Error('an answer without end')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The bounds of a call that needs less than the usual ones. */
export interface ProviderCallOptions {
  /** The longest answer, in bytes. */
  answerBytesMax?: number
  /** How long an answer is waited for, in milliseconds. */
  timeoutMs?: number
}

interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

async function fetchBytes(
  url: string,
  request: ProviderRequest,
  { answerBytesMax = ANSWER_BYTES_MAX, timeoutMs = TIMEOUT_MS }: ProviderCallOptions = {},
): Promise<{ answer: Response; bytes: Uint8Array<ArrayBuffer> }> {
  try {
    const answer = await traceProviderCall(url, request, (headers) =>
      fetch(url, { ...request, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }),
    )
    return { answer, bytes: await readBytesUpTo(answer, answerBytesMax) }
  } catch (error) {
    throw new GatewayOutcomeUnknownError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Makes one HTTP call to a provider. Every failure to get an answer is `GatewayOutcomeUnknownError`, because the provider may have processed the
 * call.
 */
export async function callProvider(url: string, request: ProviderRequest, bounds?: ProviderCallOptions): Promise<ProviderResponse> {
  const { answer, bytes } = await fetchBytes(url, request, bounds)
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: new TextDecoder().decode(bytes) }
}

/** Fetches a file from an address that a provider has given. Every failure is `GatewayOutcomeUnknownError`. */
export async function fetchProviderFile(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const { answer, bytes } = await fetchBytes(url, { method: 'GET', headers: {} })
  if (!answer.ok) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
  return bytes
}

/** Parses JSON from a provider. Throws `GatewayOutcomeUnknownError` if it is not a JSON object. */
export function parseProviderJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Continues below, like a value that is not an object.
  }
  throw new GatewayOutcomeUnknownError('an answer that is no JSON object')
}
