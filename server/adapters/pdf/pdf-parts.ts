// The parts of a document: the subset of pdfmake's format that is used, as plain data without files and URLs.

interface Style {
  bold?: boolean
  fontSize?: number
  color?: string
  alignment?: 'left' | 'center' | 'right'
  /** Left, top, right, bottom, in points. */
  margin?: readonly [number, number, number, number]
  /** How far the first line of a paragraph is indented, in points. Spaces at its start are dropped. */
  leadingIndent?: number
  /** Breaks lines only at explicit line breaks. */
  noWrap?: boolean
  /** Keeps the part on one page. */
  unbreakable?: boolean
}

/** A piece of a text. Its default font is that of the text. */
export interface TextRun {
  text: string
  font?: string
}

interface Table {
  /** The number of rows that are repeated at the top of every page. */
  headerRows?: number
  dontBreakRows?: boolean
  /** In points; '*' shares the remaining width. */
  widths: readonly (number | '*')[]
  body: readonly (readonly PdfPart[])[]
}

/** A filled box, positioned from the upper left corner of its picture, in points. */
export interface FilledBox {
  type: 'rect'
  x: number
  y: number
  w: number
  h: number
  color: string
}

/** `ruled`: a thin line below every row and a tinted header. `framed`: lines on all sides. */
export type TableLayoutName = 'ruled' | 'framed'

export type PdfPart =
  | string
  | (Style &
      (
        | { text: string | readonly TextRun[] }
        | { stack: readonly PdfPart[] }
        | { columns: readonly PdfPart[] }
        | { table: Table; layout: TableLayoutName }
        | { canvas: readonly FilledBox[] }
        /** A picture as a data: URL, in points. It may be printed over other parts. */
        | { image: string; fit: readonly [width: number, height: number]; relativePosition?: { x: number; y: number } }
      ))

/** The lines and padding of a table. */
export interface TableLayout {
  hLineWidth(): number
  vLineWidth(): number
  hLineColor(): string
  vLineColor(): string
  fillColor(row: number, node: { table: Table }): string | null
  paddingLeft(): number
  paddingRight(): number
  paddingTop(): number
  paddingBottom(): number
}

/** Parts that begin on a new page, with their own header and footer. Pages count from 1 through the whole file. */
export interface PdfSection {
  section: readonly PdfPart[]
  header: (page: number) => PdfPart
  footer: (page: number) => PdfPart
}

/** The part of pdfmake that is used. pdfmake's own types would bring browser types into the whole server. */
export interface PdfMake {
  virtualfs: { writeFileSync(name: string, bytes: Buffer): void }
  setFonts(fonts: Record<string, { normal: string; bold: string }>): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  setTableLayouts(layouts: Record<TableLayoutName, TableLayout>): void
  createPdf(definition: {
    info: { title: string; author: string; creator: string; producer: string; creationDate: Date; modDate: Date }
    pageSize: 'A4' | { width: number; height: number }
    pageMargins: readonly [number, number, number, number]
    defaultStyle: { font: string; fontSize: number; lineHeight: number; color: string }
    header?: PdfPart
    footer?: (page: number, pages: number) => PdfPart
    content: readonly (PdfPart | PdfSection)[]
  }): { getBuffer(): Promise<Buffer> }
}
