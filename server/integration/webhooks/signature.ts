import { createHmac } from 'node:crypto'
import type { Moment } from '#server/platform/core/moment.ts'

// The scheme of Standard Webhooks (standardwebhooks.com), which has libraries in most languages.
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createWebhookSecret = (moment: Moment): string => PREFIX + moment.bytes(SECRET_BYTES).toString('base64')

export interface UnsignedWebhookMessage {
  id: string
  at: Date
  body: string
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

const signatureOf = (secret: string, { id, at, body }: UnsignedWebhookMessage): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${seconds(at)}.${body}`)
    .digest('base64')

/**
 * Returns the headers with the delivery id, the time and the signatures. With several secrets there is one signature for each, so that a
 * secret can be replaced without an interruption.
 */
export const createWebhookSignatureHeaders = (secrets: readonly string[], signed: UnsignedWebhookMessage): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(seconds(signed.at)),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, signed)}`).join(' '),
})
