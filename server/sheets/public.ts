export { keepSheet, keepSheets } from './keep.ts'
export { keepList } from './keep-list.ts'
export type { Column, Sheet } from './sheet.ts'
export { columnsOf, type Told, tabulate, told, whose } from './told.ts'
