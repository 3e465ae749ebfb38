import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Moment } from './moment.ts'

/** A key that seals values. Its id precedes each sealed value in plain text, so that several keys can be in use at once. */
export interface SealKey {
  id: string
  key: Buffer
}

/** Seals short texts and the keys of files (AES-256-GCM). */
export interface Sealer {
  /** Seals a text with the newest key for one row and column. In another row or column it cannot be opened. */
  seal(moment: Moment, place: string, text: string): Buffer
  /** Throws if the value was sealed for another row or column, or with a key that this server does not have. */
  open(place: string, sealed: Buffer): string
  /** The first bytes of every value that was sealed with the newest key. */
  newestSeal: Buffer
}

/** The first byte of a value: sealed with the key derived from the server's secret, which has no id, or with the key whose id follows. */
const [PLAIN, NAMED] = [1, 2]
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The content of a sealed column whose value was erased. No key opens it. */
export const ERASED_SEALED_VALUE: Buffer = Buffer.alloc(0)

/** The first bytes of every value that a key has sealed. `id` undefined: the key derived from the secret. */
export const toSealHeader = (id: string | undefined): Buffer =>
  id === undefined ? Buffer.from([PLAIN]) : Buffer.concat([Buffer.from([NAMED, Buffer.byteLength(id)]), Buffer.from(id)])

/** The id of the key that sealed a value; undefined: the key derived from the secret. */
export const parseSealKeyId = (sealed: Buffer): string | undefined =>
  sealed[0] === NAMED ? sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString() : undefined

/** Encrypts bytes to nonce, ciphertext and tag. The same `bound` is required to decrypt. */
export function encrypt(key: Buffer, { nonce, bound, bytes }: { nonce: Buffer; bound: Buffer; bytes: Uint8Array }): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts. Throws if a single bit differs, or if the bytes were bound to something else. */
export function decrypt(key: Buffer, { bound, bytes }: { bound: Buffer; bytes: Uint8Array }): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(bound)
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()])
}

/** `base` seals while there are no named keys, and always opens what it has sealed. The last named key is the newest. */
export function createSealer(base: Buffer, sealKeys: readonly SealKey[]): Sealer {
  const newest = sealKeys.at(-1)
  const head = toSealHeader(newest?.id)
  const boundTo = (start: Buffer, place: string) => (start[0] === PLAIN ? Buffer.from(place) : Buffer.concat([start, Buffer.from(place)]))
  const keyOf = (sealed: Buffer): { key: Buffer; start: Buffer } => {
    if (sealed[0] === PLAIN) return { key: base, start: sealed.subarray(0, 1) }
    if (sealed[0] !== NAMED) throw new Error('sealed with a format that this server does not know')
    const start = sealed.subarray(0, 2 + (sealed[1] ?? 0))
    const id = start.subarray(2).toString()
    const key = sealKeys.find((one) => one.id === id)?.key
    if (!key) throw new Error(`sealed with the key ${id}, which this server does not have`)
    return { key, start }
  }
  return {
    seal(moment, place, text) {
      const sealed = { nonce: moment.bytes(NONCE_BYTES), bound: boundTo(head, place), bytes: Buffer.from(text) }
      return Buffer.concat([head, encrypt(newest?.key ?? base, sealed)])
    },
    open(place, sealed) {
      const { key, start } = keyOf(sealed)
      return decrypt(key, { bound: boundTo(start, place), bytes: sealed.subarray(start.length) }).toString('utf8')
    },
    newestSeal: head,
  }
}
