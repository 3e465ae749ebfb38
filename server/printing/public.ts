export { inLines } from './in-lines.ts'
export type { Part } from './parts.ts'
export { printPdf } from './print.ts'
export type { Printout } from './printout.ts'
