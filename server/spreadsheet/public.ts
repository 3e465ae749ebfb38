export { amountIn, headingIn, textIn } from './cells.ts'
export { type Cell, type Rows, readTable } from './read-table.ts'
