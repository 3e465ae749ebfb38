export { excerpt, parseCellAmount, parseCellText } from './cells.ts'
export { readTable, type TextRows } from './read-table.ts'
export { parseDay, parseInstant } from './times.ts'
