import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import { GOODS_IMPORT_ROWS_MAX, GOODS_IMPORT_SHEET_BYTES_MAX, type GoodsImportMode } from '#contract/catalog/goods-import/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import { readUploadedTableVerbatim } from '#server/adapters/spreadsheets/public.ts'
import { listAttributeCodesAndNames } from '#server/catalog/attributes/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { insertImportFiles } from './archive/file-store.ts'
import { type ArchiveFile, parseGoodsArchive } from './archive/read-archive.ts'
import { computeTitleFault, type SheetColumn, toSheetColumns } from './columns/titles.ts'
import { insertGoodsImport } from './import-store.ts'
import type { GoodsSheetRow } from './plan/read-cells.ts'
import { insertImportRows } from './row-store.ts'

const REFUSALS = { unreadable: 'GOODS_FILE_UNREADABLE', tooLarge: 'GOODS_FILE_TOO_LARGE' } as const

/** A file whose titles were understood. Its rows are decoded on demand, some hundred at a time. */
export interface ParsedGoodsFile {
  titles: string[]
  rowCount: number
  pieces: () => Iterable<GoodsSheetRow[]>
  hash: Buffer
  /** The files that came with the sheet in an archive; undefined: the sheet came alone. */
  files: readonly ArchiveFile[] | undefined
}

/** The row with the titles of the columns. */
const TITLE_ROW = 1

/** Groups rows by their goods code, and remembers the SKU codes that it has seen. */
function createRowReader(columns: readonly SheetColumn[]) {
  const [goodsAt, skuAt] = [columns.findIndex(({ kind }) => kind === 'goodsCode'), columns.findIndex(({ kind }) => kind === 'skuCode')]
  const firstOfGoods = new Map<string, number>()
  const firstOfSku = new Map<string, number>()
  const codeIn = (cells: readonly string[], at: number) => (cells[at] ?? '').replace(COMPUTED_CELL_MARK, '')
  return (cells: readonly string[], row: number): GoodsSheetRow => {
    const [goodsCode, skuCode] = [codeIn(cells, goodsAt), codeIn(cells, skuAt)]
    const key = normaliseSkuCodeForComparison(skuCode)
    const goodsNo = goodsCode === '' ? row : (firstOfGoods.get(goodsCode) ?? row)
    const sameAs = key === '' ? null : (firstOfSku.get(key) ?? null)
    if (goodsCode !== '' && goodsNo === row) firstOfGoods.set(goodsCode, row)
    if (key !== '' && sameAs === null) firstOfSku.set(key, row)
    return { row, goodsNo, sameAs, goodsCode, skuCode, cells: columns.map((_, at) => cells[at] ?? '') }
  }
}

/** Reads a file of goods, or the sheet in an archive. Refuses GOODS_FILE_UNREADABLE, GOODS_FILE_TOO_LARGE. */
export async function parseGoodsFile(db: Db, given: Buffer): Promise<ParsedGoodsFile> {
  const archive = await parseGoodsArchive(given)
  const bytes = archive?.sheet ?? given
  if (bytes.length > GOODS_IMPORT_SHEET_BYTES_MAX) refuse('GOODS_FILE_TOO_LARGE')
  const { count, pieces } = await readUploadedTableVerbatim({ bytes, rowsMax: GOODS_IMPORT_ROWS_MAX + 1, ...REFUSALS })
  const [[head] = []] = pieces()
  if (head?.row !== TITLE_ROW) refuse('GOODS_FILE_UNREADABLE')
  const titles = head.cells.map((title) => title.replace(COMPUTED_CELL_MARK, ''))
  const columns = toSheetColumns(titles, await listAttributeCodesAndNames(db))
  const fault = computeTitleFault(columns)
  if (fault !== undefined) refuse('GOODS_FILE_UNREADABLE', { msg: fault })
  return {
    titles,
    rowCount: count - 1,
    hash: sha256(given),
    files: archive?.files,
    *pieces() {
      const readRow = createRowReader(columns)
      for (const piece of pieces()) yield piece.flatMap(({ row, cells }) => (row === TITLE_ROW ? [] : readRow(cells, row)))
    },
  }
}

interface Upload {
  id: string
  fileName: string
  mode: GoodsImportMode
  clearEmpty: boolean
  staffId: string
}

/** Records an upload. Refuses GOODS_FILE_UNREADABLE if the file has no rows. */
export async function createGoodsImport(
  tx: Tx,
  moment: Moment,
  { file, ...given }: Upload & { file: ParsedGoodsFile; archiveId: string | null },
): Promise<void> {
  const { rowCount } = file
  if (rowCount === 0) refuse('GOODS_FILE_UNREADABLE', { msg: '文件里没有商品，请从第 2 行起填写' })
  await insertGoodsImport(tx, moment, { ...given, fileHash: file.hash, titles: file.titles, rowCount })
  await insertImportFiles(tx, given.id, file.files ?? [])
}

/** Stores the rows of an upload and schedules its trial. */
export async function saveImportRowsAndScheduleTrial(
  tx: Tx,
  moment: Moment,
  { id, file }: { id: string; file: ParsedGoodsFile },
): Promise<void> {
  for (const rows of file.pieces()) await insertImportRows(tx, id, rows)
  await publishEvents(tx, moment, [{ topic: 'goods-import.due', payload: { importId: id } }])
}
