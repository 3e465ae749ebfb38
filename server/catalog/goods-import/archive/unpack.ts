import { GOODS_DOCUMENT_BYTES_MAX, type goodsDocumentKinds } from '#contract/catalog/pictures/document-api.ts'
import { IMAGE_BYTES_MAX } from '#contract/people/files/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { type ZipArchive, ZipArchiveError } from '#contract/platform/spreadsheets/archive.ts'
import { storeGoodsDocumentOnce, storeGoodsPictureOnce } from '#server/catalog/pictures/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type ImportFileOutcome, readWaitingImportFiles, updateImportFileRow } from './file-store.ts'
import { openGoodsArchive } from './read-archive.ts'

type StoreOptions = Parameters<typeof storeGoodsPictureOnce>[0]

interface Unpacking {
  db: Db
  files: FileStore
  log: StoreOptions['log']
  /** Returns the time for the next file. */
  moment: () => Moment
  /** Whether there is time for one more. */
  goOn: () => boolean
}

interface Job {
  id: string
  staffId: string
  archiveId: string
}

/** How many files are read from the database at once. */
const BATCH = 50
const PDF = /\.pdf$/i
/** The kind of a document by its name. */
const KINDS: readonly [RegExp, keyof typeof goodsDocumentKinds][] = [
  [/合格证/, 'certificate'],
  [/检[测验]/, 'test'],
  [/图纸?/, 'drawing'],
  [/msds|安全技术说明/i, 'msds'],
]
const NAME_MAX = 60
const GONE = '压缩包已不在，请重新上传'

/** Puts one file into the library, or records why not. */
async function storeFile(
  around: Unpacking,
  { staffId }: Job,
  { archive, name, path }: { archive: ZipArchive; name: string; path: string },
) {
  const isPdf = PDF.test(name)
  const { db, files, log } = around
  const options: StoreOptions = { db, files, log, moment: around.moment(), write: (work) => runInTransaction(db, work) }
  try {
    const file = Buffer.from(await archive.readBytes(path, isPdf ? GOODS_DOCUMENT_BYTES_MAX : IMAGE_BYTES_MAX))
    if (!isPdf) return { pictureId: await storeGoodsPictureOnce(options, { file, alt: '', staffId }) }
    const title = name.replace(PDF, '').slice(0, NAME_MAX)
    const [, kind = 'other' as const] = KINDS.find(([pattern]) => pattern.test(title)) ?? []
    return { documentId: await storeGoodsDocumentOnce(options, { file, name: title, kind, validUntil: null, staffId }) }
  } catch (error) {
    if (error instanceof Refusal && error.reason !== 'OVERLOADED') return { refused: error.message }
    if (error instanceof ZipArchiveError || error instanceof TypeError || error instanceof RangeError)
      return { refused: error.message.includes('large') ? '文件过大' : '文件已损坏，无法解压' }
    throw error
  }
}

/**
 * Puts the files of an archive into the library until the time is over. They are unused until goods name them, and are deleted after a day
 * if none does. Returns whether all files are processed.
 */
export async function storeArchiveFilesInLibrary(around: Unpacking, job: Job): Promise<boolean> {
  const { db, files } = around
  const record = (name: string, outcome: ImportFileOutcome) => runInTransaction(db, (tx) => updateImportFileRow(tx, job.id, name, outcome))
  let waiting = await readWaitingImportFiles(db, job.id, BATCH)
  if (waiting.length === 0) return true
  const bytes = await files.get(job.archiveId)
  const archive = bytes && openGoodsArchive(bytes)
  while (waiting.length > 0) {
    for (const { name, path } of waiting) {
      if (!around.goOn()) return false
      await record(name, archive ? await storeFile(around, job, { archive, name, path }) : { refused: GONE })
    }
    waiting = await readWaitingImportFiles(db, job.id, BATCH)
  }
  return true
}
