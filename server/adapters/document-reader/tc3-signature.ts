import { createHash, createHmac } from 'node:crypto'

/** A request to Tencent Cloud as it is signed. `at` is the time of the request, which is in the signature. */
export interface Tc3Request {
  host: string
  /** The product, which is the first part of the host of the real service. */
  service: string
  action: string
  body: string
  at: Date
}

export interface Tc3Key {
  secretId: string
  secretKey: string
}

/** The type of the body. It is part of what is signed. */
export const TC3_CONTENT_TYPE = 'application/json; charset=utf-8'
const SIGNED_HEADERS = 'content-type;host;x-tc-action'

const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

/** Computes the header `Authorization` of TC3-HMAC-SHA256 (签名方法 v3) for a POST to `/`. */
export function computeTc3Authorization({ secretId, secretKey }: Tc3Key, { host, service, action, body, at }: Tc3Request): string {
  const day = at.toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const headers = `content-type:${TC3_CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, SIGNED_HEADERS, sha256Hex(body)].join('\n')
  const toSign = ['TC3-HMAC-SHA256', String(Math.floor(at.getTime() / 1_000)), scope, sha256Hex(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`
}
