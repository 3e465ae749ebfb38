import { GOODS_IMPORT_SHEET_BYTES_MAX } from '#contract/catalog/goods-import/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { openZipArchive, type ZipArchive, ZipArchiveError } from '#contract/platform/spreadsheets/archive.ts'

/** A file beside the sheet. `refused`: why it is not accepted. */
export interface ArchiveFile {
  /** The name as cells write it: without folders, in lower case. */
  name: string
  path: string
  refused: string | null
}

const UNPACKED_MAX = 512 * 1024 * 1024
const SHEET = /\.(xlsx|csv)$/i
const USABLE = /\.(jpe?g|png|webp|pdf)$/i
/** Files that programs and systems add to an archive. */
const BESIDE = /(^|\/)(__MACOSX\/|\.[^.]|~\$|Thumbs\.db$|desktop\.ini$)/i

/** The name by which cells name a file. */
export const normaliseArchiveFileName = (path: string): string => (path.split(/[\\/]/).at(-1) ?? '').normalize('NFC').trim().toLowerCase()

const isUnsafe = (path: string): boolean => /^([\\/]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..')

const damaged = (): never => refuse('GOODS_FILE_UNREADABLE', { msg: '压缩包已损坏或不是 ZIP，请重新压缩后上传' })

/** Opens an archive. Refuses GOODS_FILE_UNREADABLE. */
export function openGoodsArchive(bytes: Uint8Array<ArrayBuffer>): ZipArchive {
  try {
    return openZipArchive(bytes, UNPACKED_MAX)
  } catch {
    return damaged()
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/** A view of the same bytes without a copy: an archive may have more than a hundred megabytes. */
const viewOf = ({ buffer, byteOffset, length }: Buffer) => new Uint8Array(buffer as ArrayBuffer, byteOffset, length)

/** Lists the files beside the sheet. Each file that cannot be accepted has its own refusal. */
function listFiles(paths: readonly string[]): ArchiveFile[] {
  const named = Map.groupBy(paths, normaliseArchiveFileName)
  return [...named].map(([name, [path = '', ...twins]]) => {
    const reason = isUnsafe(path)
      ? '文件路径不安全，没有读取'
      : twins.length > 0
        ? '压缩包里有几个同名的文件'
        : USABLE.test(name)
          ? null
          : '仅支持 JPG、PNG、WebP 图片和 PDF 文件'
    return { name, path, refused: reason }
  })
}

/**
 * Returns the sheet of an archive and the files beside it; undefined: the bytes are a sheet themselves. Only the sheet is unpacked. Refuses
 * GOODS_FILE_UNREADABLE, GOODS_FILE_TOO_LARGE.
 */
export async function parseGoodsArchive(given: Buffer): Promise<{ sheet: Buffer; files: ArchiveFile[] } | undefined> {
  if (!isZip(given)) return undefined
  const archive = openGoodsArchive(viewOf(given))
  // A workbook is an archive too.
  if (archive.read('xl/workbook.xml')) return undefined
  const paths = archive.paths.filter((path) => !path.endsWith('/') && !BESIDE.test(path.replaceAll('\\', '/')))
  const [sheet, ...others] = paths.filter((path) => SHEET.test(path))
  if (sheet === undefined || others.length > 0)
    refuse('GOODS_FILE_UNREADABLE', { msg: '压缩包里须有且只有一个表格（.xlsx 或 .csv），其余为图片和 PDF' })
  try {
    const bytes = await archive.readBytes(sheet, GOODS_IMPORT_SHEET_BYTES_MAX)
    return { sheet: Buffer.from(bytes), files: listFiles(paths.filter((path) => path !== sheet)) }
  } catch (error) {
    return error instanceof ZipArchiveError && error.message.includes('large') ? refuse('GOODS_FILE_TOO_LARGE') : damaged()
  }
}
