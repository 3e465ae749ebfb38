import { type Fen, formatUnitCost, toYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { CellValue, ColumnChoices, ColumnHeader, ColumnKind, StreamedSheet } from './sheet.ts'
import { writeZip, type ZipEntry } from './zip.ts'

/** Excel's maximum number of rows in a sheet. */
const ROWS_MAX = 1_048_576
/** Excel's maximum text length of a cell. */
const TEXT_MAX = 32_767
const NAME_MAX = 31

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell formats by their position in `styles.xml`: text is 0, the headers are 1 and 2. */
const HEAD = 1
const HEAD_OF_FIGURES = 2
const formats = {
  money: '#,##0.00',
  count: '0',
  day: 'yyyy\\-mm\\-dd',
  instant: 'yyyy\\-mm\\-dd\\ hh:mm:ss',
  unitCost: '#,##0.0000',
} as const
const styles = { text: 0, money: 3, count: 4, day: 5, instant: 6, unitCost: 7 } as const satisfies Record<ColumnKind, number>
const FIRST_FORMAT = 164

/** Removes characters that XML does not allow, and escapes what Excel would read as an encoded character. */
const escaped = (text: string): string =>
  text
    .slice(0, TEXT_MAX)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

/** Excel's name of a column, counted from 0: A, B, …, Z, AA, …. */
export const formatColumnLetters = (at: number): string =>
  (at < 26 ? '' : formatColumnLetters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** The style attribute of a cell. */
const styled = (style: number): string => (style === 0 ? '' : ` s="${style}"`)
const asText = (text: string, style: number): string =>
  `${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is>`
const asNumber = (value: number, style: number): string => `${styled(style)}><v>${value}</v>`

const DAY_MS = 86_400_000
const EPOCH = 25_569

/** Excel has no time zones. An instant is written as Shanghai time, in days. */
const serialOf = (at: Date): number => Date.parse(`${formatShanghaiTime(at).replace(' ', 'T')}Z`) / DAY_MS + EPOCH

/**
 * The content of a cell: money as the nearest number of yuan, days and instants as dates, and text as text. Text never becomes a formula.
 */
function contentOf(value: CellValue, kind: ColumnKind): string | undefined {
  if (value === null || value === '') return undefined
  if (value instanceof Date) return asNumber(serialOf(value), styles[kind])
  if (kind === 'day') return asNumber(serialOf(getStartOfShanghaiDay(String(value))), styles.day)
  if (typeof value === 'number' && kind === 'unitCost') return asNumber(Number(formatUnitCost(value as Fen)), styles.unitCost)
  if (typeof value === 'number') return asNumber(kind === 'money' ? toYuan(value as Fen) : value, styles[kind])
  return asText(value, 0)
}

/** The XML of a row. Empty cells are omitted. */
function rowOf(contents: readonly (string | undefined)[], no: number, letters: readonly string[]): string {
  const cells = contents.map((content, at) => (content === undefined ? '' : `<c r="${letters[at]}${no}"${content}</c>`))
  return `<row r="${no}">${cells.join('')}</row>`
}

const isFigure = ({ kind }: ColumnHeader): boolean => kind === 'money' || kind === 'count' || kind === 'unitCost'

/** Offers values in the cells of columns. Other values can be typed, too. */
function dropDownXml(dropDowns: readonly ColumnChoices[]): string {
  if (dropDowns.length === 0) return ''
  const lists = dropDowns.map(({ column, source }) => {
    const letter = formatColumnLetters(column)
    return `<dataValidation type="list" allowBlank="1" sqref="${letter}2:${letter}${ROWS_MAX}"><formula1>${escaped(source)}</formula1></dataValidation>`
  })
  return `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

async function* sheetPieces({ columns, batches, dropDowns = [] }: StreamedSheet): AsyncGenerator<string> {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const letters = columns.map((_, at) => formatColumnLetters(at))
  const heads = columns.map((column) => asText(column.title, isFigure(column) ? HEAD_OF_FIGURES : HEAD))
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  yield `<cols>${widths.join('')}</cols><sheetData>${rowOf(heads, 1, letters)}`
  const kinds = columns.map(({ kind }) => kind)
  let no = 1
  for await (const rows of batches) {
    const begun = no
    no += rows.length
    if (no > ROWS_MAX) throw new Error('more rows than a sheet of Excel has')
    const contents = rows.map((row) => row.map((value, at) => contentOf(value, kinds[at] ?? 'text')))
    yield contents.map((row, at) => rowOf(row, begun + at + 1, letters)).join('')
  }
  yield `</sheetData>${dropDownXml(dropDowns)}</worksheet>`
}

function stylesXml(): string {
  const codes = Object.values(formats)
  const edge = ['left', 'right', 'top', 'bottom'].map((side) => `<${side} style="thin"><color rgb="FFDCD8CE"/></${side}>`).join('')
  const head = (align: string) =>
    `<xf fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${align}"/></xf>`
  return [
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">`,
    ...codes.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`),
    '</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>',
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFF5F3EE"/></patternFill></fill></fills>',
    `<borders count="2"><border/><border>${edge}</border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>`,
    `<cellXfs count="${codes.length + 3}"><xf/>${head('left')}${head('right')}`,
    ...codes.map((_, at) => `<xf numFmtId="${FIRST_FORMAT + at}" applyNumberFormat="1"/>`),
    '</cellXfs></styleSheet>',
  ].join('')
}

/** A sheet name that Excel accepts. */
const sheetName = (name: string): string =>
  escaped(
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, NAME_MAX),
  )

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (...all: string[]) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

/** Writes an Excel workbook of some lists, in pieces as their rows arrive. */
export function writeWorkbook(sheets: readonly StreamedSheet[]): AsyncGenerator<Buffer> {
  const numbered = sheets.map((sheet, at) => ({ sheet, no: at + 1 }))
  const override = (part: string, type: string) => `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`
  const types = [
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    ...[override('workbook', 'sheet.main'), override('styles', 'styles')],
    ...numbered.map(({ no }) => override(`worksheets/sheet${no}`, 'worksheet')),
    '</Types>',
  ]
  const named = numbered.map(({ sheet, no }) => `<sheet name="${sheetName(sheet.name)}" sheetId="${no}" r:id="rId${no}"/>`)
  const parts: ZipEntry[] = [
    { name: '[Content_Types].xml', pieces: types },
    { name: '_rels/.rels', pieces: [relations(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    {
      name: 'xl/workbook.xml',
      pieces: [`${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>`, ...named, '</sheets></workbook>'],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      pieces: [
        relations(
          ...numbered.map(({ no }) => relation(no, 'worksheet', `worksheets/sheet${no}.xml`)),
          relation(sheets.length + 1, 'styles', 'styles.xml'),
        ),
      ],
    },
    { name: 'xl/styles.xml', pieces: [stylesXml()] },
    ...numbered.map(({ sheet, no }) => ({ name: `xl/worksheets/sheet${no}.xml`, pieces: sheetPieces(sheet) })),
  ]
  return writeZip(parts)
}
