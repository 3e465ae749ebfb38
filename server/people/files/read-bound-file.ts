import { filePurposes } from '#contract/people/files/api.ts'
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
