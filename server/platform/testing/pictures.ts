import type { FilePurpose } from '#contract/people/files/api.ts'
import type { Buyer, Mall } from './mall.ts'

/** Inserts the row of an uploaded picture and returns its id. There is no file. */
export async function insertPictureRow(mall: Mall, owner: Pick<Buyer, 'enterpriseId' | 'userId'>, purpose: FilePurpose): Promise<string> {
  const { now, newId } = mall.moment()
  const id = newId()
  const facts = { media_type: 'image/webp', bytes: 1, width: 1, height: 1, stored_hash: Buffer.alloc(32), created_at: now }
  const row = { enterprise_id: owner.enterpriseId, id, user_id: owner.userId, purpose, ...facts }
  await mall.runInTransaction((tx) => tx.insertInto('file').values(row).execute())
  return id
}
