import { goodsImportRowResults } from '#contract/catalog/goods-import/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { escapeAlreadyEscapedText } from '#contract/platform/spreadsheets/csv-text.ts'
import type { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import { type ColumnDef, defineColumn, exportList } from '#server/adapters/spreadsheets/public.ts'
import { REASON_COLUMN_TITLE, RESULT_COLUMN_TITLE } from '#server/catalog/goods-import/columns/titles.ts'
import { findGoodsImport } from '#server/catalog/goods-import/import-store.ts'
import { readImportResultRows } from '#server/catalog/goods-import/row-store.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { FileStream } from '#server/platform/http/download.ts'

type Around = Pick<Context<Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'writeSeparately'>
type ResultRow = Awaited<ReturnType<typeof readImportResultRows>>[number]
interface Fault {
  column: string
  reason: string
  suggestion: string
}

const formatFault = ({ column, reason, suggestion }: Fault): string =>
  `${column === '' ? '' : `${column}：`}${reason}${suggestion === '' ? '' : `，是否为“${suggestion}”`}`

const resultOf = ({ result, applied }: ResultRow): string =>
  result === null ? '未试算' : `${goodsImportRowResults[result].label}${applied ? '，已导入' : ''}`

/** The uploaded rows with two more columns: the result of each row, and its reason. Refuses GOODS_IMPORT_NOT_FOUND, EXPORTS_BUSY. */
export async function exportGoodsImportResult(context: Around, { id, format }: { id: string; format: SheetFormat }): Promise<FileStream> {
  const { titles, fileName, rowCount } = (await findGoodsImport(context.db, id)) ?? refuse('GOODS_IMPORT_NOT_FOUND')
  // An uploaded result already has these columns.
  const shown = titles.flatMap((title, at) => (title === RESULT_COLUMN_TITLE || title === REASON_COLUMN_TITLE ? [] : [{ title, at }]))
  const cellAt = (cells: unknown, at: number) => escapeAlreadyEscapedText(((cells as string[])[at] ?? '').replace(COMPUTED_CELL_MARK, ''))
  const columns: ColumnDef<ResultRow>[] = [
    ...shown.map(({ title, at }) => defineColumn<ResultRow>(title, 18, 'text', ({ cells }) => cellAt(cells, at))),
    defineColumn<ResultRow>(RESULT_COLUMN_TITLE, 14, 'text', resultOf),
    defineColumn<ResultRow>(REASON_COLUMN_TITLE, 60, 'text', ({ faults }) => (faults as unknown as Fault[]).map(formatFault).join('；')),
  ]
  return exportList(context, {
    name: '导入结果',
    title: `导入结果-${fileName.replace(/\.\w+$/, '')}`,
    columns,
    format,
    page: async (db, slice) => ({ dataList: await readImportResultRows(db, id, slice), total: rowCount }),
  })
}
