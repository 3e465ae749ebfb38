import type { FilePurpose } from '#contract/people/files/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { areSameDigests, type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { decrypt, encrypt } from '#server/platform/core/sealing.ts'
import type { FileStore } from './file-store.ts'
import type { FileRow } from './files.ts'
import { reencodePicture } from './pictures.ts'

/** The file store, and the keys that open the keys of encrypted files. */
export interface FileVault {
  store: FileStore
  keys: Keys
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

interface Place {
  enterpriseId: string
  id: string
}

const placesOf = ({ enterpriseId, id }: Place) => ({ keyPlace: `file|sealed_key|${id}`, bound: `file|${enterpriseId}|${id}` })

/**
 * The identity of an encrypted file: the row and column of its sealed key, and the value that its bytes are bound to. It cannot be opened
 * under another identity.
 */
interface SealedPlaces {
  keyPlace: string
  bound: string
}

/** Encrypts bytes with a new key, and seals that key for its row. */
function encryptBytes(
  keys: Keys,
  moment: Moment,
  { keyPlace, bound, bytes }: SealedPlaces & { bytes: Buffer },
): { stored: Buffer; sealedKey: Buffer } {
  const key = moment.bytes(KEY_BYTES)
  return {
    stored: encrypt(key, { nonce: moment.bytes(NONCE_BYTES), bound: Buffer.from(bound), bytes }),
    sealedKey: keys.seal(moment, keyPlace, key.toString('base64')),
  }
}

/** Decrypts what `encryptBytes` has made. Throws if no key opens it. */
function decryptBytes(
  keys: Keys,
  { keyPlace, bound, sealedKey, stored }: SealedPlaces & { sealedKey: Buffer; stored: Uint8Array },
): Buffer {
  const key = Buffer.from(keys.open(keyPlace, sealedKey), 'base64')
  return decrypt(key, { bound: Buffer.from(bound), bytes: stored })
}

/** Encrypts a secret picture with a key of its own. That key is sealed and stored in the row of the file. */
export const encryptFileWithOwnKey = (
  keys: Keys,
  moment: Moment,
  { place, bytes }: { place: Place; bytes: Buffer },
): { stored: Buffer; sealedKey: Buffer } => encryptBytes(keys, moment, { ...placesOf(place), bytes })

/** Reads the bytes of a file as they are stored. Throws if the store has lost or changed them. */
async function readStoredBytes(store: FileStore, fileId: string, storedHash: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await store.get(fileId)
  if (!stored || !areSameDigests(sha256(Buffer.from(stored)), storedHash)) throw new Error(`the store has lost or changed ${fileId}`)
  return stored
}

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' }

/** Reads and decrypts a picture. Throws if the store has lost or changed it, or if no key opens it. */
export async function readAndDecryptStoredFile({ store, keys }: FileVault, file: FileRow): Promise<BinaryFile> {
  const stored = await readStoredBytes(store, file.id, file.storedHash)
  const name = `${file.id}.${EXTENSIONS[file.type] ?? 'bin'}`
  if (file.sealedKey === null) return { type: file.type, bytes: stored, name }
  const bytes = decryptBytes(keys, { ...placesOf(file), sealedKey: file.sealedKey, stored })
  return { type: file.type, bytes: new Uint8Array(bytes), name }
}

// Files that are encrypted like identity documents and whose rows are in the table of their owner: pictures of licences and signed papers.

const placesOfRow = ({ table, id }: { table: string; id: string }) => ({
  keyPlace: `${table}|sealed_key|${id}`,
  bound: `${table}|${id}`,
})

/** Encrypts the bytes of such a file with a key of its own, bound to the id of its row. Hash and key belong into the row. */
export function encryptFileOfRow(
  keys: Keys,
  moment: Moment,
  { table, id, bytes }: { table: string; id: string; bytes: Buffer },
): { stored: Buffer; storedHash: Buffer; sealedKey: Buffer } {
  const { stored, sealedKey } = encryptBytes(keys, moment, { ...placesOfRow({ table, id }), bytes })
  return { stored, storedHash: sha256(stored), sealedKey }
}

/** The columns of the row of a sealed picture. */
export interface EncryptedPictureRow {
  /** Its name in the store. */
  id: string
  mediaType: string
  /** SHA-256 of the bytes in the store. */
  storedHash: Buffer
  /** Its own key, sealed for `<table>|sealed_key|<id>`. */
  sealedKey: Buffer
}

/** Encodes an uploaded picture again and encrypts it with a key of its own. Refuses NOT_AN_IMAGE, IMAGE_TOO_LARGE. */
export async function reencodeAndEncryptPicture(
  keys: Keys,
  moment: Moment,
  { table, id, file, purpose }: { table: string; id: string; file: Buffer; purpose: FilePurpose },
): Promise<{ row: EncryptedPictureRow; stored: Buffer }> {
  const { bytes, type } = await reencodePicture(file, purpose)
  const { stored, storedHash, sealedKey } = encryptFileOfRow(keys, moment, { table, id, bytes })
  return { stored, row: { id, mediaType: type, storedHash, sealedKey } }
}

/**
 * Reads and decrypts such a file. `fileId` is its name in the store, if that is another one than the id of its row. Throws if the store has
 * lost or changed it, or if no key opens it.
 */
export async function readAndDecryptFileOfRow(
  { store, keys }: FileVault,
  table: string,
  { id, fileId = id, storedHash, sealedKey }: Pick<EncryptedPictureRow, 'id' | 'storedHash' | 'sealedKey'> & { fileId?: string },
): Promise<Buffer> {
  const stored = await readStoredBytes(store, fileId, storedHash)
  return decryptBytes(keys, { ...placesOfRow({ table, id }), sealedKey, stored })
}

/** Reads and decrypts a sealed picture. Throws as `readAndDecryptFileOfRow` does. */
export async function readAndDecryptPicture(vault: FileVault, table: string, row: EncryptedPictureRow): Promise<BinaryFile> {
  return { type: row.mediaType, bytes: new Uint8Array(await readAndDecryptFileOfRow(vault, table, row)), name: `${row.id}.jpg` }
}
