export { type Cell, type Rows, readTable } from './read-table.ts'
