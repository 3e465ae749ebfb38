// What a printout is made of, in the words of pdfmake as far as printouts use them: plain data, naming no file and no address.

interface Style {
  bold?: boolean
  fontSize?: number
  color?: string
  alignment?: 'left' | 'center' | 'right'
  /** Left, top, right, bottom, in points. */
  margin?: readonly [number, number, number, number]
  /** Broken where it says, and nowhere else. */
  noWrap?: boolean
  /** It stands on one page. */
  unbreakable?: boolean
}

/** A piece of a text; without a font it is set as what is around it. */
export interface TextRun {
  text: string
  font?: string
}

interface Table {
  /** Rows that are repeated at the top of every page. */
  headerRows?: number
  dontBreakRows?: boolean
  /** In points; '*' shares what is left. */
  widths: readonly (number | '*')[]
  body: readonly (readonly PdfPart[])[]
}

/** A box that is filled, from the upper left corner of its picture, in points. */
export interface FilledBox {
  type: 'rect'
  x: number
  y: number
  w: number
  h: number
  color: string
}

/** `ruled`: a hairline below every row, a tinted head. `framed`: lines all around. */
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
      ))

/** How lines of a table look. */
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

/** The part of pdfmake that is used here. Its own types bring those of browsers along, into the whole server. */
export interface PdfMake {
  virtualfs: { writeFileSync(name: string, bytes: Buffer): void }
  setFonts(fonts: Record<string, { normal: string; bold: string }>): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  setTableLayouts(layouts: Record<TableLayoutName, TableLayout>): void
  createPdf(definition: {
    info: { title: string; creator: string; producer: string; creationDate: Date; modDate: Date }
    pageSize: 'A4'
    pageMargins: readonly [number, number, number, number]
    defaultStyle: { font: string; fontSize: number; lineHeight: number; color: string }
    header: PdfPart
    footer: (page: number, pages: number) => PdfPart
    content: readonly PdfPart[]
  }): { getBuffer(): Promise<Buffer> }
}
