import type { Binary } from '../../contract/endpoint.ts'
import { filePurposes } from '../../contract/files/api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../platform/db.ts'
import { findFile } from './files.ts'
import { unlock, type Vault } from './vault.ts'

/** A picture that belongs to something of a company's, for whoever may see that thing. Papers are never read this way. Refuses FILE_NOT_FOUND. */
export async function readBound(
  db: Db,
  vault: Vault,
  { enterpriseId, fileId, boundTo }: { enterpriseId: string; fileId: string; boundTo: string },
): Promise<Binary> {
  const file = await findFile(db, [enterpriseId], fileId)
  if (!file || file.boundTo !== boundTo || filePurposes[file.purpose].secret) refuse('FILE_NOT_FOUND')
  return unlock(vault, file)
}
