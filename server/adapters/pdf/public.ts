export { breakIntoLines } from './line-breaking.ts'
export type { PdfDocument } from './pdf-document.ts'
export type { PdfPart } from './pdf-parts.ts'
export { renderPdf } from './render-pdf.ts'
