import { createRequire } from 'node:module'
import { createFontFallback, DEFAULT_FONT_NAME, fontFilesByName } from './fonts.ts'
import { TEXT_SIZE_POINTS } from './line-breaking.ts'
import type { PdfMake, PdfPart, TableLayout } from './pdf-parts.ts'

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')

/** The page margins of A4, in points. */
const MARGINS: [number, number, number, number] = [40, 56, 40, 48]
const HAIR = 0.5
const [LINE, MUTE, HEAD_GROUND] = ['#dcd8ce', '#57615f', '#f5f3ee']

/** A document as plain data, so that another thread can render it. */
export interface PdfDocumentData {
  /** The title in the file's metadata and at the top of every page. */
  title: string
  /** The company that hands the document out. */
  author: string
  about: string
  content: readonly PdfPart[]
  made: Date
}

const hairlines = (inner: number): TableLayout => ({
  hLineWidth: () => HAIR,
  vLineWidth: () => inner,
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  fillColor: (row, { table }) => (row < (table.headerRows ?? 0) ? HEAD_GROUND : null),
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 3,
})

/** Prepares pdfmake, once per thread. Only the font files may be read, whatever a document names. */
function prepare(): (part: PdfPart) => PdfPart {
  const legible = createFontFallback({ registerFont: (name, bytes) => pdfmake.virtualfs.writeFileSync(name, bytes) })
  pdfmake.setFonts(fontFilesByName)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  pdfmake.setTableLayouts({ ruled: hairlines(0), framed: hairlines(HAIR) })
  return legible
}
let ready: ReturnType<typeof prepare> | undefined

const PRODUCER = 'pdfmake'

type Definition = Parameters<PdfMake['createPdf']>[0]
const definitionOf = ({ title, author, about, content, made }: PdfDocumentData, legible: (part: PdfPart) => PdfPart): Definition => ({
  info: { title, author, creator: author, producer: PRODUCER, creationDate: made, modDate: made },
  pageSize: 'A4',
  pageMargins: MARGINS,
  defaultStyle: { font: DEFAULT_FONT_NAME, fontSize: TEXT_SIZE_POINTS, lineHeight: 1.15, color: '#13201e' },
  header: legible({ text: about, fontSize: 7.5, color: MUTE, margin: [MARGINS[0], 28, MARGINS[2], 0] }),
  footer: (page, pages) => ({
    text: `第 ${page} 页，共 ${pages} 页`,
    fontSize: 7.5,
    color: MUTE,
    alignment: 'center',
    margin: [0, 14, 0, 0],
  }),
  content: content.map(legible),
})

/** Renders a document: A4, repeated table headers, numbered pages. It blocks its thread. */
export function renderPdfInThisThread(printout: PdfDocumentData): Promise<Buffer> {
  ready ??= prepare()
  return pdfmake.createPdf(definitionOf(printout, ready)).getBuffer()
}
