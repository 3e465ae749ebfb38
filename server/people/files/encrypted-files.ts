import type { Binary } from '#contract/platform/core/endpoint.ts'
import { areSameDigests, type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { decrypt, encrypt } from '#server/platform/core/sealing.ts'
import type { FileStore } from './file-store.ts'
import type { StoredFile } from './files.ts'

/** The file store, and the keys that open the keys of encrypted files. */
export interface Vault {
  store: FileStore
  keys: Keys
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

interface Place {
  enterpriseId: string
  id: string
}

const keyPlace = ({ id }: Place) => `file|sealed_key|${id}`
const boundTo = ({ enterpriseId, id }: Place) => Buffer.from(`file|${enterpriseId}|${id}`)

/** Encrypts a secret picture with a key of its own. That key is sealed and stored in the row of the file. */
export function encryptFile(
  keys: Keys,
  moment: Moment,
  { place, bytes }: { place: Place; bytes: Buffer },
): { stored: Buffer; sealedKey: Buffer } {
  const key = moment.bytes(KEY_BYTES)
  return {
    stored: encrypt(key, { nonce: moment.bytes(NONCE_BYTES), bound: boundTo(place), bytes }),
    sealedKey: keys.seal(moment, keyPlace(place), key.toString('base64')),
  }
}

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** Reads and decrypts a picture. Throws if the store has lost or changed it, or if no key opens it. */
export async function readStoredFile({ store, keys }: Vault, file: StoredFile): Promise<Binary> {
  const stored = await store.get(file.id)
  if (!stored || !areSameDigests(sha256(Buffer.from(stored)), file.storedHash)) throw new Error(`the store has lost or changed ${file.id}`)
  const name = `${file.id}.${EXTENSIONS[file.type] ?? 'bin'}`
  if (file.sealedKey === null) return { type: file.type, bytes: stored, name }
  const key = Buffer.from(keys.open(keyPlace(file), file.sealedKey), 'base64')
  return { type: file.type, bytes: new Uint8Array(decrypt(key, { bound: boundTo(file), bytes: stored })), name }
}
