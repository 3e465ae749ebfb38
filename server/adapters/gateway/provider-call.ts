import { GatewayOutcomeUnknown } from './gateway.ts'

const TIMEOUT_MS = 8_000
const ANSWER_BYTES_MAX = 20_000_000

export interface ProviderResponse {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** Whether an address is this very machine's own, where no provider of the world is. */
export const isLoopback = (address: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(URL.parse(address)?.hostname ?? '')

/** One HTTP call to a provider. Whatever keeps an answer from us is `GatewayOutcomeUnknown`: the call may have been taken. */
export async function callProvider(
  url: string,
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
): Promise<ProviderResponse> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body = await answer.text()
    if (body.length > ANSWER_BYTES_MAX) throw new Error('an answer without end')
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
  } catch (error) {
    throw new GatewayOutcomeUnknown(error instanceof Error ? error.message : String(error))
  }
}

/** Reads JSON that a provider sent; what is none is `GatewayOutcomeUnknown`. */
export function parseProviderJson(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through: the same to us as an answer that is no object.
  }
  throw new GatewayOutcomeUnknown('an answer that is no JSON object')
}
