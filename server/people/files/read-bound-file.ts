import { filePurposes } from '#contract/people/files/api.ts'
import type { Binary } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import { readStoredFile, type Vault } from './encrypted-files.ts'
import { findFile } from './files.ts'

/** A picture that belongs to something of a company's, for whoever may see that thing. Papers are never read this way. Refuses FILE_NOT_FOUND. */
export async function readBoundFile(
  db: Db,
  vault: Vault,
  { enterpriseId, fileId, boundTo }: { enterpriseId: string; fileId: string; boundTo: string },
): Promise<Binary> {
  const file = await findFile(db, [enterpriseId], fileId)
  if (!file || file.boundTo !== boundTo || filePurposes[file.purpose].secret) refuse('FILE_NOT_FOUND')
  return readStoredFile(vault, file)
}
