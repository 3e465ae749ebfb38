import { createSign, createVerify, type KeyObject } from 'node:crypto'

/** The text to sign: all parameters except the signature, without empty ones, sorted by name. */
export const formatCanonicalAlipayParameters = (
  parameters: Readonly<Record<string, string>>,
  without: readonly string[] = ['sign'],
): string =>
  Object.entries(parameters)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** RSA2: SHA256withRSA over the canonical text, in base64. */
export const signAlipayText = (text: string, key: KeyObject): string => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64')

export const verifyAlipaySignature = (text: string, signature: string, key: KeyObject): boolean =>
  createVerify('RSA-SHA256').update(text, 'utf8').verify(key, Buffer.from(signature, 'base64'))

/** The text that an answer's signature covers: the raw value under its name, byte for byte. */
export function extractAlipaySignedText(body: string, name: string): string | undefined {
  const begin = body.indexOf(`"${name}":`)
  if (begin < 0) return undefined
  const open = body.indexOf('{', begin)
  let depth = 0
  let inText = false
  for (let at = open; at >= 0 && at < body.length; at++) {
    const sign = body[at]
    if (inText) {
      if (sign === '\\') at++
      else if (sign === '"') inText = false
    } else if (sign === '"') inText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return body.slice(open, at + 1)
  }
  return undefined
}
