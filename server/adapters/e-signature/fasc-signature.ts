import { createHash, createHmac } from 'node:crypto'

/** The headers of 法大大's FASC OpenAPI. */
export const fascHeaderNames = {
  appId: 'X-FASC-App-Id',
  signType: 'X-FASC-Sign-Type',
  sign: 'X-FASC-Sign',
  timestamp: 'X-FASC-Timestamp',
  nonce: 'X-FASC-Nonce',
  accessToken: 'X-FASC-AccessToken',
  grantType: 'X-FASC-Grant-Type',
  subVersion: 'X-FASC-Api-SubVersion',
  event: 'X-FASC-Event',
} as const

/** The form field with the content of a call or a notice, as JSON. It is signed like a header. */
export const FASC_CONTENT_FIELD = 'bizContent'
export const FASC_SIGN_TYPE = 'HMAC-SHA256'
export const FASC_SUCCESS_CODE = '100000'

/**
 * The signature over the fields of a call or a notice, in lower hex: the fields are sorted and joined, empty ones left out. Their SHA-256 is
 * signed with a key that is derived from the secret and the time, in milliseconds.
 */
export function computeFascSignature(fields: Readonly<Record<string, string>>, appSecret: string): string {
  const joined = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const key = createHmac('sha256', appSecret)
    .update(fields[fascHeaderNames.timestamp] ?? '')
    .digest()
  return createHmac('sha256', key).update(createHash('sha256').update(joined).digest('hex')).digest('hex')
}
