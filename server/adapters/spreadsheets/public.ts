/**
 * Owns reading and writing CSV and Excel files.
 * Writes no table.
 * Never queries the rows of a list: its caller passes them in.
 */

export { excerptCellText, parseCellAmount, stripNumberWrappersFromCellText } from './cells.ts'
export { type ColumnDef, createEnterpriseColumn, createSheet, defineColumn, defineColumns, formatEnterpriseCell } from './column-defs.ts'
export { exportList } from './export-list.ts'
export { exportInMemorySheet, exportSheetsAsWorkbook } from './export-sheets.ts'
export { parseDay, parseShanghaiDayAndTime } from './parse-times.ts'
export {
  type CompressedSheetRows,
  readUploadedTable,
  readUploadedTableVerbatim,
  readVisibleUploadedSheetsVerbatim,
  type TextRows,
} from './read-table.ts'
export type { CellValue, ColumnHeader, Sheet } from './sheet.ts'
export { formatColumnLetters } from './workbook.ts'
