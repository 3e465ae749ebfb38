/**
 * Owns the layout and the fonts of PDF documents.
 * Writes no table.
 * Never reads business data: its caller passes the text in.
 */

export { breakIntoLines } from './line-breaking.ts'
export type { PdfBundleData, PdfDocumentData } from './pdf-document.ts'
export type { PdfPart } from './pdf-parts.ts'
export { renderPdfOnWorker } from './render-pdf.ts'
