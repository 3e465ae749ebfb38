export { exportSheet, exportSheets } from './keep.ts'
export { exportList } from './keep-list.ts'
export type { ColumnHeader, Sheet } from './sheet.ts'
export { type ColumnDef, createSheet, defineColumn, defineColumns, enterpriseColumn } from './told.ts'
