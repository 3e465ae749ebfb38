import { createHash, createHmac } from 'node:crypto'
import { sameDigest } from '#server/platform/core/keys.ts'

/** How far clocks may be apart. */
const AGE_SECONDS_MAX = 300

export interface SignedMessage {
  timestamp: string
  nonce: string
  sign: string
}

/**
 * HMAC-SHA256 in hex over what is said, line by line: of a request its method and target, of an answer its status and the nonce that it
 * answers; then time, nonce and the SHA-256 of the body. Both sides hold the secret.
 */
export function computeSignature(
  head: readonly string[],
  { timestamp, nonce, body }: { timestamp: string; nonce: string; body: string },
  secret: string,
): string {
  const digest = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret)
    .update([...head, timestamp, nonce, digest].join('\n'))
    .digest('hex')
}

/** Whether a signature is right and fresh. */
export function verifySignature(
  head: readonly string[],
  given: SignedMessage & { body: string },
  { secret, now }: { secret: string; now: Date },
): boolean {
  const seconds = Number(given.timestamp)
  if (!Number.isSafeInteger(seconds) || Math.abs(now.getTime() / 1_000 - seconds) > AGE_SECONDS_MAX) return false
  return sameDigest(Buffer.from(given.sign), Buffer.from(computeSignature(head, given, secret)))
}

/** The headers that carry it, both ways. */
export const signatureHeaders = { appKey: 'x-app-key', timestamp: 'x-timestamp', nonce: 'x-nonce', sign: 'x-sign' } as const
