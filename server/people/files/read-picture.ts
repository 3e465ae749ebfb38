import { type FilePurpose, filePurposes } from '#contract/people/files/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type FileVault, readAndDecryptStoredFile } from './encrypted-files.ts'
import { findFile } from './files.ts'

/**
 * Reads a picture that belongs to an object of an enterprise. The caller has checked that the reader may see the object. It never returns
 * identity documents. Refuses FILE_NOT_FOUND.
 */
export async function readBoundFile(
  db: Db,
  vault: FileVault,
  { enterpriseId, fileId, boundTo }: { enterpriseId: string; fileId: string; boundTo: string },
): Promise<BinaryFile> {
  const file = await findFile(db, [enterpriseId], fileId)
  if (!file || file.boundTo !== boundTo || filePurposes[file.purpose].secret) refuse('FILE_NOT_FOUND')
  return readAndDecryptStoredFile(vault, file)
}

/**
 * Reads a picture that the member himself has uploaded for a purpose and that belongs to nothing yet. The caller records the look if it is an
 * identity document. Refuses FILE_NOT_FOUND.
 */
export async function readOwnUnboundUpload(
  db: Db,
  vault: FileVault,
  { enterpriseId, userId, fileId, purpose }: { enterpriseId: string; userId: string; fileId: string; purpose: FilePurpose },
): Promise<BinaryFile> {
  const file = await findFile(db, [enterpriseId], fileId)
  if (!file || file.userId !== userId || file.purpose !== purpose || file.boundTo !== null) refuse('FILE_NOT_FOUND')
  return readAndDecryptStoredFile(vault, file)
}
