import { createHash, createHmac } from 'node:crypto'
import { areSameDigests } from '#server/platform/core/keys.ts'

/** The maximum difference between the clocks. */
const AGE_SECONDS_MAX = 300

export interface HttpMessageSignatureFields {
  timestamp: string
  nonce: string
  sign: string
}

/**
 * HMAC-SHA256 in hex over some lines: for a request its method and target, for an answer its status and the nonce of the request; then
 * time, nonce and the SHA-256 of the body. Both sides have the secret.
 */
export function computeHttpMessageSignature(
  head: readonly string[],
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: string },
  secret: string,
): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret)
    .update([...head, timestamp, nonce, digest].join('\n'))
    .digest('hex')
}

/** Whether a signature is correct and not too old. */
export function verifyHttpMessageSignature(
  head: readonly string[],
  message: HttpMessageSignatureFields & { body: string },
  { secret, now }: { secret: string; now: Date },
): boolean {
  const seconds = Number(message.timestamp)
  if (!Number.isSafeInteger(seconds) || Math.abs(now.getTime() / 1_000 - seconds) > AGE_SECONDS_MAX) return false
  return areSameDigests(Buffer.from(message.sign), Buffer.from(computeHttpMessageSignature(head, message, secret)))
}

/** The headers of the signature, in both directions. */
export const httpMessageSignatureHeaderNames = { appKey: 'x-app-key', timestamp: 'x-timestamp', nonce: 'x-nonce', sign: 'x-sign' } as const
