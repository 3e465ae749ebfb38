/** Reads the sheets of an XLSX workbook cell by cell, so that the distance between cells costs nothing. */
import { openZipArchive, type ZipArchive, ZipArchiveError } from './archive.ts'
import { COMPUTED_CELL_MARK, createSheetRowBuilder, type SheetCellReceiver, SheetLimitError, type SheetLimits } from './limits.ts'
import { formatSerialDate, isDateFormat } from './number-format.ts'
import { parseXmlWithHandler, type XmlHandler } from './xml.ts'

type Open = XmlHandler['open']

/** A handler that only needs opening tags. */
const onOpen = (open: Open): XmlHandler => ({ open, close: () => {}, text: () => {}, done: false })

const part = (archive: ZipArchive, name: string): AsyncIterable<string> => {
  const pieces = archive.read(name)
  if (!pieces) throw new ZipArchiveError(`no ${name}`)
  return pieces
}

/** 'worksheets/sheet1.xml' and '/xl/worksheets/sheet1.xml' are the same part. */
const partName = (target: string): string => (target.startsWith('/') ? target : `xl/${target}`)

interface Workbook {
  /** The visible sheets; if a workbook has none, all of them. */
  sheets: { name: string; target: string }[]
  strings: string | undefined
  styles: string | undefined
  since1904: boolean
}

/** Finds the visible sheets, the shared texts and the styles. */
async function findParts(archive: ZipArchive): Promise<Workbook> {
  const targets = new Map<string, string>()
  const typed = new Map<string, string>()
  await parseXmlWithHandler(
    part(archive, 'xl/_rels/workbook.xml.rels'),
    onOpen((name, attributes) => {
      if (name !== 'Relationship') return
      const target = partName(attributes.get('Target') ?? '')
      targets.set(attributes.get('Id') ?? '', target)
      const type = attributes.get('Type') ?? ''
      typed.set(type.slice(type.lastIndexOf('/') + 1), target)
    }),
  )
  const sheets: { name: string; target: string; hidden: boolean }[] = []
  let since1904 = false
  await parseXmlWithHandler(
    part(archive, 'xl/workbook.xml'),
    onOpen((name, attributes) => {
      if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '')
      const target = name === 'sheet' ? targets.get(attributes.get('id') ?? '') : undefined
      if (target === undefined) return
      const hidden = (attributes.get('state') ?? 'visible') !== 'visible'
      sheets.push({ name: (attributes.get('name') ?? '').trim(), target, hidden })
    }),
  )
  if (sheets.length === 0) throw new ZipArchiveError('no sheet')
  const visible = sheets.filter(({ hidden }) => !hidden)
  return { sheets: visible.length === 0 ? sheets : visible, strings: typed.get('sharedStrings'), styles: typed.get('styles'), since1904 }
}

/** The numbers of the styles that show days or times. */
async function readDateStyles(archive: ZipArchive, name: string | undefined): Promise<ReadonlySet<string>> {
  const codes = new Map<string, string>()
  const dates = new Set<string>()
  const pieces = name === undefined ? undefined : archive.read(name)
  if (!pieces) return dates
  let inCells = false
  let style = 0
  await parseXmlWithHandler(pieces, {
    open(tag, attributes) {
      if (tag === 'numFmt') codes.set(attributes.get('numFmtId') ?? '', attributes.get('formatCode') ?? '')
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'xf' || !inCells) return
      const id = attributes.get('numFmtId') ?? '0'
      if (isDateFormat(Number(id), codes.get(id))) dates.add(String(style))
      style += 1
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
    text: () => {},
    get done() {
      return false
    },
  })
  return dates
}

/** Decodes _x000D_, with which spreadsheets write characters that XML does not allow. */
const unescaped = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text

const ADDRESS = /^([A-Z]{1,3})(\d{1,7})$/
const columnNumber = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

interface SheetContext {
  target: SheetCellReceiver
  /** Takes a cell with a shared text. */
  setShared: (row: number, column: number, index: number) => void
  dates: ReadonlySet<string>
  since1904: boolean
  cellCharsMax: number
  markFormulas: boolean
}

/** Reads the cells of a sheet up to the end of its data. Merged ranges, drawings and notes follow after that and are ignored. */
function createSheetHandler({ target, setShared, dates, since1904, cellCharsMax, markFormulas }: SheetContext): XmlHandler {
  let [row, column] = [0, 0]
  let [type, style] = ['n', '']
  let value: string | undefined
  let [reading, aside, done, computed] = [false, false, false, false]
  const finishCell = () => {
    if (computed) return target.set(row, column, `${COMPUTED_CELL_MARK}${value ?? ''}`)
    if (value === undefined || value === '') return
    if (type === 's') setShared(row, column, Number(value))
    else if (type === 'inlineStr' || type === 'str') target.set(row, column, unescaped(value))
    else if (type === 'b') target.set(row, column, value === '1' ? 'TRUE' : 'FALSE')
    else if (type === 'd') target.set(row, column, value.replace('T', ' ').replace(/Z$/, ''))
    else target.set(row, column, (type === 'n' && dates.has(style) ? formatSerialDate(value, since1904) : undefined) ?? value)
  }
  return {
    open(name, attributes) {
      if (name === 'row') {
        const given = Number(attributes.get('r') ?? row + 1)
        if (!Number.isSafeInteger(given) || given < 1) throw new ZipArchiveError('a row without a place')
        row = given
        column = 0
      } else if (name === 'c') {
        const address = attributes.get('r')
        const [, letters, digits] = (address === undefined ? undefined : ADDRESS.exec(address)) ?? []
        if (address !== undefined && letters === undefined) throw new ZipArchiveError('a cell without a place')
        column = letters === undefined ? column + 1 : columnNumber(letters)
        row = digits === undefined ? row : Number(digits)
        type = attributes.get('t') ?? 'n'
        style = attributes.get('s') ?? ''
        value = undefined
        computed = false
      } else if (name === 'f') computed = markFormulas
      else if (name === 'rPh') aside = true
      else if (name === 'v' || name === 't') reading = !aside
    },
    text(text) {
      // A text may consist of several runs.
      if (reading && (value?.length ?? 0) <= cellCharsMax) value = (value ?? '') + text
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false
      if (name === 'rPh') aside = false
      if (name === 'c') finishCell()
      if (name === 'sheetData') done = true
    },
    get done() {
      return done
    },
  }
}

interface StringsContext {
  /** undefined: all of them. */
  needed?: ReadonlySet<number>
  limits: SheetLimits
}

/** Reads shared texts by index, without phonetic readings. Throws `SheetLimitError` if they are more than all cells may contain. */
async function readStrings(
  pieces: AsyncIterable<string> | undefined,
  { needed, limits: { cellCharsMax, charsMax } }: StringsContext,
): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  if (!pieces || needed?.size === 0) return found
  const isNeeded = (index: number) => needed === undefined || needed.has(index)
  let [at, text, reading, aside, chars] = [-1, '', false, false, 0]
  await parseXmlWithHandler(pieces, {
    open(name) {
      if (name === 'si') [at, text] = [at + 1, '']
      if (name === 'rPh') aside = true
      if (name === 't') reading = !aside && isNeeded(at)
    },
    text(more) {
      if (reading && text.length <= cellCharsMax) text += more
    },
    close(name) {
      if (name === 't') reading = false
      if (name === 'rPh') aside = false
      if (name !== 'si' || !isNeeded(at)) return
      chars += text.length
      if (chars > charsMax) throw new SheetLimitError('content', '文件内容过多；请删除不需要的列，或拆成几个文件分别上传')
      found.set(at, unescaped(text))
    },
    get done() {
      return found.size === needed?.size
    },
  })
  return found
}

interface ReadOptions {
  /** Whether the reader distinguishes computed cells from typed ones. */
  markFormulas?: boolean
}

/** Opens a workbook, and returns the data for reading its visible sheets. */
async function openWorkbook(bytes: Uint8Array<ArrayBuffer>, limits: SheetLimits, { markFormulas = false }: ReadOptions) {
  const { cellCharsMax, unpackedBytesMax } = limits
  const archive = openZipArchive(bytes, unpackedBytesMax)
  const { sheets, strings, styles, since1904 } = await findParts(archive)
  const dates = await readDateStyles(archive, styles)
  return {
    sheets,
    readStrings: (needed?: ReadonlySet<number>) =>
      readStrings(strings === undefined ? undefined : archive.read(strings), { limits, ...(needed && { needed }) }),
    readCells: (path: string, target: SheetCellReceiver, setShared: SheetContext['setShared']) =>
      parseXmlWithHandler(part(archive, path), createSheetHandler({ target, setShared, dates, since1904, cellCharsMax, markFormulas })),
  }
}

/**
 * Reads the rows of the first visible sheet as text: numbers as they are stored, days as 2026-11-17, formulas with their stored value.
 * Throws `SheetLimitError` beyond a limit, and other errors if it is not a workbook.
 */
export async function readFirstWorkbookSheet(bytes: Uint8Array<ArrayBuffer>, limits: SheetLimits): Promise<readonly (readonly string[])[]> {
  const { sheets, readCells, readStrings: readShared } = await openWorkbook(bytes, limits, {})
  const target = createSheetRowBuilder(limits)
  // Cells with a shared text, three numbers each: row, column, index of the text.
  const pending: number[] = []
  for (const sheet of sheets.slice(0, 1)) await readCells(sheet.target, target, (row, column, index) => pending.push(row, column, index))
  const needed = new Set<number>()
  for (let at = 2; at < pending.length; at += 3) needed.add(pending[at] ?? 0)
  const texts = await readShared(needed)
  for (let at = 0; at < pending.length; at += 3) target.set(pending[at] ?? 0, pending[at + 1] ?? 0, texts.get(pending[at + 2] ?? -1) ?? '')
  return target.rows
}

interface CellsOptions extends ReadOptions {
  /** The limit of characters applies to each sheet, the limit of decompressed bytes to all sheets together. */
  limits: SheetLimits
  /** Reads all visible sheets, up to this number; undefined: the first one. */
  sheetsMax?: number | undefined
  /** Returns the receiver of the cells of a sheet. It is called for each sheet after the previous one is complete. */
  startSheet: (name: string) => SheetCellReceiver
}

/**
 * Passes the cells of visible sheets on as they are read, with the texts that `readFirstWorkbookSheet` returns. It holds only the shared texts in
 * memory. Throws like `readFirstWorkbookSheet`, and `SheetLimitError` if there are too many sheets.
 */
export async function passWorkbookCellsToReceiver(
  bytes: Uint8Array<ArrayBuffer>,
  { limits, sheetsMax, startSheet, ...options }: CellsOptions,
): Promise<void> {
  const { sheets, readCells, readStrings: readShared } = await openWorkbook(bytes, limits, options)
  if (sheetsMax !== undefined && sheets.length > sheetsMax) throw new SheetLimitError('content', `工作表过多，最多 ${sheetsMax} 张`)
  const texts = await readShared()
  for (const sheet of sheetsMax === undefined ? sheets.slice(0, 1) : sheets) {
    const target = startSheet(sheet.name)
    await readCells(sheet.target, target, (row, column, index) => target.set(row, column, texts.get(index) ?? ''))
  }
}
