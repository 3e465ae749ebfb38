// Reads and writes the table `company_picture`: the logo in its sizes, and the picture of the stamp.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const DAY_MS = 86_400_000

/** The name of a size that only logos have, and of the only size of a stamp. */
export const LARGE_LOGO_FILE_NAME = '512.png'
export const STAMP_FILE_NAME = 'stamp.png'

/** Inserts a picture in its sizes, by their names. Returns its id. */
export async function insertMallCompanyPicture(tx: Tx, moment: Moment, parts: ReadonlyMap<string, Buffer>): Promise<string> {
  const id = moment.newId()
  const rows = [...parts].map(([part, bytes]) => ({ id, part, bytes, uploaded_at: moment.now }))
  await tx.insertInto('company_picture').values(rows).execute()
  return id
}

/** Reads one size of a picture. */
export async function readMallCompanyPictureInSize(db: Db, id: string, part: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('company_picture').select('bytes').where('id', '=', id).where('part', '=', part).executeTakeFirst()
  return row?.bytes
}

/** Marks pictures as used, so that they stay. Refuses PICTURE_NOT_FOUND unless each has a size of this name. */
export async function markMallCompanyPicturesUsed(tx: Tx, moment: Moment, ids: readonly (string | null)[], part: string): Promise<void> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return
  const found = await tx.selectFrom('company_picture').select('id').where('id', 'in', wanted).where('part', '=', part).execute()
  if (found.length < wanted.length) refuse('PICTURE_NOT_FOUND')
  await tx.updateTable('company_picture').set({ used_at: moment.now }).where('id', 'in', wanted).where('used_at', 'is', null).execute()
}

/** Deletes pictures that were not used within a day. */
export async function deleteMallCompanyPicturesUnusedForADay(tx: Tx, moment: Moment): Promise<void> {
  const before = new Date(moment.now.getTime() - DAY_MS)
  await tx.deleteFrom('company_picture').where('used_at', 'is', null).where('uploaded_at', '<', before).execute()
}
