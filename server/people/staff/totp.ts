import { Secret, TOTP } from 'otpauth'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Totp } from './staff-store.ts'

// In letters that need no escaping: the fewer signs, the coarser the picture that a telephone has to read.
const ISSUER = 'Yanfeng Console'
/** As every authenticator takes them: SHA-1, six digits, thirty seconds (RFC 6238); the neighbouring codes count too, for clocks that are off. */
const PERIOD_SECONDS = 30
const WINDOW = 1
const SECRET_BYTES = 20

const place = (staffId: string) => `staff|totp_sealed|${staffId}`

/** Makes a second factor: its secret sealed for the table, and as a person's authenticator takes it, by picture or typed. */
export function createTotp(
  moment: Moment,
  { keys, staffId, email }: { keys: Keys; staffId: string; email: string },
): { sealed: Buffer; secret: string; url: string } {
  const secret = Secret.fromHex(moment.bytes(SECRET_BYTES).toString('hex'))
  const url = new TOTP({ issuer: ISSUER, label: email, secret, period: PERIOD_SECONDS }).toString()
  return { sealed: keys.seal(moment, place(staffId), secret.base32), secret: secret.base32, url }
}

/** The step that a code is of, if it is one of this secret, of about now, and of no step that was used before. */
export function findTotpStep(
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
