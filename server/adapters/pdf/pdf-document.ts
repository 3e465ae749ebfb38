import { createRequire } from 'node:module'
import { createPdfPartFontFallback, DEFAULT_FONT_NAME, fontFilesByName } from './fonts.ts'
import { TEXT_SIZE_POINTS } from './line-breaking.ts'
import type { PdfMake, PdfPart, PdfSection, TableLayout } from './pdf-parts.ts'

const require = createRequire(import.meta.url)
const pdfmake: PdfMake = require('pdfmake')

/** The page margins of A4, in points. */
const MARGINS: [number, number, number, number] = [40, 56, 40, 48]
/** A label of 100 × 150 mm, and its margins, in points. */
const LABEL_SIZE = { width: 283.46, height: 425.2 }
const LABEL_MARGINS: [number, number, number, number] = [12, 12, 12, 10]
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

/** Papers in one file, as plain data. Each begins on a new page, with its own line at the top and its own page numbers. */
export interface PdfBundleData extends Omit<PdfDocumentData, 'about' | 'content'> {
  papers: readonly Pick<PdfDocumentData, 'about' | 'content'>[]
  /** `label`: pages of 100 × 150 mm without header and footer, for a label printer. Left out: A4. */
  paper?: 'label'
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
  const legible = createPdfPartFontFallback({ registerFont: (name, bytes) => pdfmake.virtualfs.writeFileSync(name, bytes) })
  pdfmake.setFonts(fontFilesByName)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  pdfmake.setTableLayouts({ ruled: hairlines(0), framed: hairlines(HAIR) })
  return legible
}
let ready: ReturnType<typeof prepare> | undefined

const PRODUCER = 'pdfmake'

type Definition = Parameters<PdfMake['createPdf']>[0]
type Legible = (part: PdfPart) => PdfPart

const layOutHeader = (about: string, legible: Legible): PdfPart =>
  legible({ text: about, fontSize: 7.5, color: MUTE, margin: [MARGINS[0], 28, MARGINS[2], 0] })

const layOutFooter = (page: number, pages: number): PdfPart => ({
  text: `第 ${page} 页，共 ${pages} 页`,
  fontSize: 7.5,
  color: MUTE,
  alignment: 'center',
  margin: [0, 14, 0, 0],
})

/** pdfmake asks for the headers of all pages before the first footer, so the footers know how many pages their paper has. */
function toSection({ about, content }: PdfBundleData['papers'][number], legible: Legible): PdfSection {
  const pages: number[] = []
  return {
    section: content.map(legible),
    header: (page) => {
      pages.push(page)
      return layOutHeader(about, legible)
    },
    footer: (page) => layOutFooter(pages.indexOf(page) + 1, pages.length),
  }
}

/** Labels have only their content. */
const toLabelSection = ({ content }: PdfBundleData['papers'][number], legible: Legible): PdfSection => ({
  section: content.map(legible),
  header: () => '',
  footer: () => '',
})

function definitionOf(printout: PdfDocumentData | PdfBundleData, legible: Legible): Definition {
  const { title, author, made } = printout
  const common = {
    info: { title, author, creator: author, producer: PRODUCER, creationDate: made, modDate: made },
    pageSize: 'A4' as const,
    pageMargins: MARGINS,
    defaultStyle: { font: DEFAULT_FONT_NAME, fontSize: TEXT_SIZE_POINTS, lineHeight: 1.15, color: '#13201e' },
  }
  if ('papers' in printout && printout.paper === 'label')
    return {
      ...common,
      pageSize: LABEL_SIZE,
      pageMargins: LABEL_MARGINS,
      content: printout.papers.map((paper) => toLabelSection(paper, legible)),
    }
  if ('papers' in printout) return { ...common, content: printout.papers.map((paper) => toSection(paper, legible)) }
  return { ...common, header: layOutHeader(printout.about, legible), footer: layOutFooter, content: printout.content.map(legible) }
}

/** Renders a document: A4, repeated table headers, numbered pages. It blocks its thread. */
export function renderPdfInThisThread(printout: PdfDocumentData | PdfBundleData): Promise<Buffer> {
  ready ??= prepare()
  return pdfmake.createPdf(definitionOf(printout, ready)).getBuffer()
}
