import { IDENTITY_DOCUMENTS_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { type FilePurpose, filePurposes, isFilePurposeEncrypted } from '#contract/people/files/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { hasConsented, lockMembership, recordConsent } from '#server/people/organisation/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import { encryptFileWithOwnKey, type FileVault } from './encrypted-files.ts'
import { countUnboundFiles, deleteFileRow, insertFile } from './files.ts'
import { type EncodedPicture, encodeUpload, reencodePicture } from './pictures.ts'

/** How many unbound files a person may have. They are deleted after a day. */
const FILES_MAX = 50
const BYTES_MAX = 200 * 1024 * 1024

async function refuseBeyondQuota(db: Db, membership: Member, more: number): Promise<void> {
  const { files, bytes } = await countUnboundFiles(db, membership)
  if (files >= FILES_MAX || bytes + more > BYTES_MAX) refuse('FILE_QUOTA')
}

export interface PictureUploadInput {
  purpose: FilePurpose
  consent?: boolean | undefined
  file: Buffer
}

type Around = Pick<Context<Member>, 'db' | 'caller' | 'moment' | 'origin' | 'log'> & {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Returns the consent that an identity document still needs; none if the same text was accepted before. Refuses if it is needed and not
 * given.
 */
async function consentFor({ purpose, consent }: PictureUploadInput, { db, caller }: Pick<Around, 'db' | 'caller'>) {
  if (!filePurposes[purpose].secret) return undefined
  const { version, hash } = await readPublishedAgreement(db, IDENTITY_DOCUMENTS_AGREEMENT_ID)
  const { enterpriseId, userId } = caller
  if (await hasConsented(db, { enterpriseId, userId, kind: 'papers', hash })) return undefined
  if (consent !== true) refuse('CONSENT_NEEDED')
  return { enterpriseId, userId, kind: 'papers', version, hash } as const
}

/**
 * Saves a picture that a member has uploaded: encoded again, and encrypted if it is an identity document or a drawing. The row is inserted before the
 * bytes are stored, so that an interruption leaves a row that the retention job deletes, and never bytes without a row.
 */
export async function saveMemberPicture(
  { store, keys }: FileVault,
  upload: PictureUploadInput,
  { db, caller, moment, origin, log, write }: Around,
) {
  const { enterpriseId, userId } = caller
  const consent = await consentFor(upload, { db, caller })
  await refuseBeyondQuota(db, caller, 0)
  const picture = await encodeUpload(upload.file, upload.purpose)
  const membership = { enterpriseId, userId }
  return saveEncodedPicture({ store, keys }, picture, { ...membership, purpose: upload.purpose, db, moment, log }, (insert) =>
    write(async (tx) => {
      await lockMembership(tx, enterpriseId, userId)
      await refuseBeyondQuota(tx, caller, picture.bytes.length)
      if (consent) await recordConsent(tx, moment, { ...consent, ip: origin.ip })
      await insert(tx)
    }),
  )
}

interface SaveContext extends Pick<Around, 'db' | 'moment' | 'log'> {
  enterpriseId: string
  userId: string
  purpose: FilePurpose
}

/** Inserts the row of an encoded picture and then stores its bytes. `within` opens the transaction for the row. */
async function saveEncodedPicture(
  { store, keys }: FileVault,
  { bytes, ...picture }: EncodedPicture,
  { enterpriseId, userId, purpose, db, moment, log }: SaveContext,
  within: (insert: (tx: Tx) => Promise<void>) => Promise<void>,
) {
  const place = { enterpriseId, id: moment.newId() }
  const { stored, sealedKey } = isFilePurposeEncrypted(purpose)
    ? encryptFileWithOwnKey(keys, moment, { place, bytes })
    : { stored: bytes, sealedKey: null }
  const file = { ...place, ...picture, userId, purpose, bytes: bytes.length, storedHash: sha256(stored), sealedKey }
  await within((tx) => insertFile(tx, moment, file))
  await store.put(place.id, stored).catch(async (error) => {
    log.error({ err: error }, 'the store did not take a file')
    await runInTransaction(db, (tx) => deleteFileRow(tx, place))
    refuse('OVERLOADED')
  })
  return { fileId: place.id, type: picture.type, width: picture.width, height: picture.height, bytes: bytes.length }
}

/** Saves a picture that staff upload about an enterprise. It is unbound until the same person binds it. */
export async function saveStaffPictureAboutEnterprise(
  vault: FileVault,
  { enterpriseId, staffId, purpose, file }: { enterpriseId: string; staffId: string; purpose: FilePurpose; file: Buffer },
  { db, moment, log }: Pick<Around, 'db' | 'moment' | 'log'>,
): Promise<string> {
  const picture = await reencodePicture(file, purpose)
  const saveContext = { enterpriseId, userId: staffId, purpose, db, moment, log }
  const { fileId } = await saveEncodedPicture(vault, picture, saveContext, (insert) => runInTransaction(db, insert))
  return fileId
}
