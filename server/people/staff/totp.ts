import { Secret, TOTP } from 'otpauth'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Totp } from './staff-store.ts'

// Characters that need no escaping: fewer characters give a QR code that is easier to read.
const ISSUER = 'Yanfeng Console'
/**
 * The usual parameters of authenticator apps: SHA-1, six digits, thirty seconds (RFC 6238). The codes before and after are accepted, too,
 * for clocks that are not exact.
 */
const PERIOD_SECONDS = 30
const WINDOW = 1
const SECRET_BYTES = 20

const place = (staffId: string) => `staff|totp_sealed|${staffId}`

/** Creates a second factor: the sealed secret for the table, and the secret for an authenticator app as QR code and as text. */
export function createTotpSecret(
  moment: Moment,
  { keys, staffId, email }: { keys: Keys; staffId: string; email: string },
): { sealed: Buffer; secret: string; url: string } {
  const secret = Secret.fromHex(moment.bytes(SECRET_BYTES).toString('hex'))
  const url = new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_SECONDS }).toString()
  return { sealed: keys.seal(moment, place(staffId), secret.base32), secret: secret.base32, url }
}

/** Returns the time step of a code if it is valid now and later than the last used one. */
export function computeMatchingTotpStep(
  moment: Moment,
  { keys, staffId, totp, code }: { keys: Keys; staffId: string; totp: Totp; code: string },
): number | undefined {
  const timestamp = moment.now.getTime()
  const secret = Secret.fromBase32(keys.open(place(staffId), totp.sealed))
  const delta = TOTP.validate({ token: code, secret, period: PERIOD_SECONDS, timestamp, window: WINDOW })
  if (delta === null) return undefined
  const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
  return totp.lastStep !== null && step <= totp.lastStep ? undefined : step
}
