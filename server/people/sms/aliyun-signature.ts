import { createHash, createHmac } from 'node:crypto'

export interface AliyunRequest {
  host: string
  action: string
  version: string
  /** ISO 8601 in UTC without milliseconds. */
  date: string
  nonce: string
  query: Readonly<Record<string, string>>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** RFC 3986: encodes everything except letters, digits and - _ . ~ */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query as it is signed and sent: sorted by name, names and values encoded. */
export const formatCanonicalQuery = (query: AliyunRequest['query']): string =>
  Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')

/**
 * Signs a call of Alibaba Cloud's API (V3, ACS3-HMAC-SHA256) with all parameters in the query and no body. Returns all headers. The steps
 * are those of the provider's document "V3 request structure and signature"; its example is our test.
 */
export function createSignedAliyunHeaders(
  request: AliyunRequest,
  { keyId, keySecret }: { keyId: string; keySecret: string },
): Record<string, string> {
  const headers = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': request.date,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  }
  const names = Object.keys(headers).sort() as (keyof typeof headers)[]
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', formatCanonicalQuery(request.query), lines, signed, headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return { ...headers, Authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${signed},Signature=${signature}` }
}
