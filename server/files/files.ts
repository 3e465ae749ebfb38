// The only file that touches the table `file`.
import type { FilePurpose } from '../../contract/files/api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../platform/db.ts'

export interface Binding {
  enterpriseId: string
  userId: string
  fileId: string
  purpose: FilePurpose
  /** What it belongs to from now on, such as `submission:…`; bound files are never swept away. */
  boundTo: string
}

/** Binds a picture that its own uploader names, for the purpose that it was uploaded for and for nothing else; refuses every other as not there. */
export async function bindFile(tx: Tx, { enterpriseId, userId, fileId, purpose, boundTo }: Binding): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('file')
    .set({ bound_to: boundTo })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('bound_to', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('FILE_NOT_FOUND')
}
