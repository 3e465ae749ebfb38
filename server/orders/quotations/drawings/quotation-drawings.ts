// Reads and writes the table `quotation_drawing`: which files a request shows.
import { QUOTATION_DRAWINGS_MAX, type QuotationDrawing, toDrawingFileName } from '#contract/orders/quotations/shapes.ts'
import { PDF_TYPE } from '#contract/people/files/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { QuotationRef } from '#server/orders/quotations/quotation-store.ts'
import { type BoundFile, bindFiles, type FileVault, readBoundFile } from '#server/people/files/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The owner of all drawings of a company. It is not one request, because a later one may name the file again. */
const FILE_OWNER = 'quotation-drawings'

export interface NewQuotationDrawing {
  fileId: string
  name: string
  lineNo?: number | undefined
}

interface AddedDrawings {
  userId: string
  /** The offer that there is now; 0: none. */
  version: number
  lineCount: number
  drawings: readonly NewQuotationDrawing[]
}

/** Reads type and size of those files that an earlier request of the company shows. */
async function listKnownFiles(db: Db, enterpriseId: string, fileIds: readonly string[]): Promise<BoundFile[]> {
  const rows = await db
    .selectFrom('quotation_drawing')
    .select(['file_id', 'media_type', 'bytes'])
    .distinct()
    .where('enterprise_id', '=', enterpriseId)
    .where('file_id', '=', anyOfIdsSql(fileIds))
    .execute()
  return rows.map(({ file_id, media_type, bytes }) => ({ fileId: file_id, mediaType: media_type, bytes }))
}

/** They are kept for good, so a company brings no more of them in 24 hours. */
const NEW_BYTES_A_DAY_MAX = 500 * 1024 * 1024

/** Refuses DAILY_FULL if the company has brought too much since yesterday. */
async function requireRoomForDrawings(db: Db, { now }: Moment, enterpriseId: string, bytes: number): Promise<void> {
  const { before } = await db
    .selectFrom('quotation_drawing')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('before'))
    .where('enterprise_id', '=', enterpriseId)
    .where('at', '>=', addHours(now, -24))
    .executeTakeFirstOrThrow()
  if (Number(before) + bytes > NEW_BYTES_A_DAY_MAX)
    refuse('DAILY_FULL', { msg: '24 小时内上传的图纸已达 500 MB，请明天再传或联系客服', field: 'drawings' })
}

const selectDrawings = (db: Db, { enterpriseId, id }: QuotationRef) =>
  db.selectFrom('quotation_drawing').where('enterprise_id', '=', enterpriseId).where('quotation_id', '=', id)

/** A picture was encoded again as JPEG. */
const toMediaType = (mediaType: string): 'image/jpeg' | typeof PDF_TYPE => (mediaType === PDF_TYPE ? PDF_TYPE : 'image/jpeg')

/**
 * Adds drawings to a request that is new or locked: uploads of this person, and files of earlier requests of the company. One that the request
 * has already is left out, so that a repeated call changes nothing. Refuses FILE_NOT_FOUND, QUOTATION_LINE_NOT_FOUND, QUOTATION_DRAWINGS_FULL.
 */
export async function addQuotationDrawings(
  tx: Tx,
  moment: Moment,
  ref: QuotationRef,
  { userId, version, lineCount, drawings }: AddedDrawings,
): Promise<void> {
  if (drawings.length === 0) return
  const { enterpriseId, id } = ref
  if (drawings.some(({ lineNo = 1 }) => lineNo > lineCount)) refuse('QUOTATION_LINE_NOT_FOUND', { field: 'drawings' })
  const before = await selectDrawings(tx, ref).select('file_id').execute()
  const added = drawings.filter(({ fileId }) => !before.some(({ file_id }) => file_id === fileId))
  if (added.length === 0) return
  if (before.length + added.length > QUOTATION_DRAWINGS_MAX) refuse('QUOTATION_DRAWINGS_FULL', { field: 'drawings' })
  const fileIds = added.map(({ fileId }) => fileId)
  const known = await listKnownFiles(tx, enterpriseId, fileIds)
  const fresh = fileIds.filter((fileId) => !known.some((one) => one.fileId === fileId))
  const bound = await bindFiles(tx, { enterpriseId, userId, fileIds: fresh, purpose: 'drawing', boundTo: FILE_OWNER })
  await requireRoomForDrawings(
    tx,
    moment,
    enterpriseId,
    bound.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const files = new Map([...known, ...bound].map((file) => [file.fileId, file]))
  const rows = added.map(({ fileId, name, lineNo = null }, at) => {
    const { mediaType, bytes } = files.get(fileId) ?? refuse('FILE_NOT_FOUND', { msg: '图纸已失效，请移除后重新上传', field: 'drawings' })
    return {
      enterprise_id: enterpriseId,
      quotation_id: id,
      drawing_no: before.length + at + 1,
      line_no: lineNo,
      file_id: fileId,
      name,
      media_type: toMediaType(mediaType),
      bytes,
      version,
      user_id: userId,
      at: moment.now,
    }
  })
  await tx.insertInto('quotation_drawing').values(rows).execute()
}

/** Lists the drawings of a request in the order in which they were added. */
export async function listQuotationDrawings(db: Db, ref: QuotationRef): Promise<QuotationDrawing[]> {
  const rows = await selectDrawings(db, ref).selectAll().orderBy('drawing_no').execute()
  if (rows.length === 0) return []
  const names = await findDisplayNamesInEnterpriseByUserId(db, ref.enterpriseId, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map((row) => ({
    drawingNo: row.drawing_no,
    fileId: row.file_id,
    lineNo: row.line_no,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    version: row.version,
    by: names.get(row.user_id) ?? '',
    at: row.at,
  }))
}

/** Reads the bytes of a drawing, under the name of its upload. Refuses QUOTATION_DRAWING_NOT_FOUND, also for one of another company. */
export async function readQuotationDrawing(
  db: Db,
  vault: FileVault,
  { drawingNo, ...ref }: QuotationRef & { drawingNo: number },
): Promise<BinaryFile> {
  const row = await selectDrawings(db, ref).select(['file_id', 'name', 'media_type']).where('drawing_no', '=', drawingNo).executeTakeFirst()
  if (!row) return refuse('QUOTATION_DRAWING_NOT_FOUND')
  const file = await readBoundFile(db, vault, { enterpriseId: ref.enterpriseId, fileId: row.file_id, boundTo: FILE_OWNER })
  return { ...file, name: toDrawingFileName({ name: row.name, mediaType: row.media_type }) }
}
