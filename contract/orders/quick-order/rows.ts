import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { trimEndMatching } from '#contract/platform/core/trim-end.ts'
import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'
import { parseChatLine } from './chat/chat-line.ts'
import { TIMES_SIGN_PATTERN } from './chat/find-amount.ts'
import { NAME_HEADS, type QuickOrderRowDetails, readRowDetails } from './row-details.ts'

/**
 * Parses what a person pastes or uploads to order many SKUs at once into rows of a part number and a quantity. No row is dropped: a row
 * that cannot be parsed keeps its text.
 */

export const QUICK_ORDER_ROWS_MAX = 1_000
export const QUICK_ORDER_CODE_LENGTH_MAX = 60
export const QUICK_ORDER_QUANTITY_LENGTH_MAX = 20

/** A row of the input: its line number, counted from 1, and its part number and quantity. */
export interface QuickOrderRowInput {
  rowNo: number
  code: string
  quantity: string
}

export interface ParsedQuickOrderTable {
  rows: QuickOrderRowInput[]
  /** The number of empty lines. */
  blank: number
  /** The number of rows above the limit, which are not parsed. */
  beyond: number
  /** Lines of a chat that ask for nothing: greetings, days, addresses. */
  notes: SkippedQuickOrderLine[]
  /** What further columns of a file say of a row, by its line number. Rows without any are left out. */
  details: ReadonlyMap<number, QuickOrderRowDetails>
}

/** A line that was set aside, with its line number. */
export interface SkippedQuickOrderLine {
  rowNo: number
  text: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Removes invisible characters and the ways to force text in a spreadsheet cell: ="00123", '00123, "00123". */
export function cleanCell(cell: string): string {
  const text = cell.toWellFormed().replace(INVISIBLE, '').trim()
  const quoted = /^=?"(.*)"$/s.exec(text)?.[1]?.replaceAll('""', '"') ?? text
  return quoted.replace(/^'/, '').replace(/\s+/g, ' ').trim()
}

const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** Removes the commas of a number that groups its thousands: '1,000.5' → '1000.5'. Other commas stay, because '9,5' may mean nine and a half. */
export const removeThousandsCommas = (digits: string): string => (THOUSANDS.test(digits) ? digits.replaceAll(',', '') : digits)

/**
 * Parses 20, '２０', '1,000', '20支', 'x20', '20.0' to an integer from 1 to 999,999; undefined for everything else. It never rounds, because
 * the buyer has to decide about half a piece.
 */
export function parseOrderQuantity(text: string): number | undefined {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^[x×*✕]\s*/i, '')
    .replace(/(?:\p{Script=Han}{1,2}|pcs?|ea|sets?|kg|l)\.?$/iu, '')
    .trimEnd()
    .replace(/\.0+$/, '')
  const digits = removeThousandsCommas(bare)
  if (!/^\d{1,9}$/.test(digits)) return undefined
  const number = Number(digits)
  return number >= 1 && number <= QUANTITY_MAX ? number : undefined
}

/** Column headings. Those that are more certain to mean a part number come first. */
const CODE_HEADS = [
  ['商品编码', '编码', '产品编码', '规格编码', '商品编号', '产品编号', 'code', 'sku', 'skucode', 'itemcode'],
  ['客户物料编码', '物料编码', '物料号', '物料代码', '料号', '存货编码', 'materialcode', 'partno', 'partnumber', 'itemno'],
  ['型号', '规格型号', '商品型号', '产品型号', '货号', 'model'],
]
const QUANTITY_HEADS = [
  '数量',
  '采购数量',
  '订购数量',
  '订货数量',
  '购买数量',
  '需求数量',
  '申请数量',
  'qty',
  'quantity',
  'num',
  'goodsnum',
]

interface Columns {
  /** The columns that may have the part number, in the order of preference. */
  codes: number[]
  /** −1: there are part numbers alone. */
  quantity: number
}

/** Finds the columns of part numbers and quantities in a row of headings; undefined: these are no such headings. */
export function findCodeAndQuantityColumns(cells: readonly string[], names = CODE_HEADS): Columns | undefined {
  const heads = cells.map((cell) => removeHeadingBrackets(normaliseHeading(cell)))
  const at = (one: readonly string[]) => heads.flatMap((head, place) => (one.includes(head) ? [place] : []))
  const codes = names.flatMap(at)
  const [quantity] = at(QUANTITY_HEADS)
  if (codes.length === 0) return undefined
  if (quantity !== undefined) return { codes, quantity }
  // There is only a column of part numbers with a heading. The quantities are missing.
  return heads.filter((head) => head !== '').length === codes.length ? { codes, quantity: -1 } : undefined
}

/** A person who asks by a list may know no part numbers at all: then the names are what he asks for. */
const findTableColumns = (cells: readonly string[]) => findCodeAndQuantityColumns(cells, [...CODE_HEADS, NAME_HEADS])

const HEAD_WITHIN = 10

/** Returns whether the first column only numbers the rows. */
function isCounted(rows: readonly (readonly string[])[]): boolean {
  const given = rows.filter((cells) => cells.some((cell) => cell !== ''))
  return given.length > 1 && given.every((cells, at) => cells.filter((cell) => cell !== '').length > 2 && cells[0] === String(at + 1))
}

/**
 * Returns the index of the row with the headings, or -1. If a row above it looks like an order row, it is not a title, so the table has no
 * headings.
 */
function headOfTable(clean: readonly (readonly string[])[]): number {
  const at = clean.slice(0, HEAD_WITHIN).findIndex((cells) => findTableColumns(cells) !== undefined)
  return clean.slice(0, Math.max(at, 0)).some((cells) => parseOrderQuantity(byPlace(cells).quantity) !== undefined) ? -1 : at
}

const byHead = (cells: readonly string[], { codes, quantity }: Columns) => ({
  code: codes.map((at) => cells[at] ?? '').find((cell) => cell !== '') ?? '',
  quantity: cells[quantity] ?? '',
})

/**
 * Without headings: the part number is in the first cell that has text, and the quantity in the first later cell that looks like one, or
 * else in the next cell.
 */
function byPlace(cells: readonly string[]) {
  const [code = '', ...rest] = cells.filter((cell) => cell !== '')
  return { code, quantity: rest.find((cell) => parseOrderQuantity(cell) !== undefined) ?? rest[0] ?? '' }
}

/**
 * Parses a table of cells. It skips titles above the headings. Columns are found by their headings, or by their position if there are none.
 */
export function parseQuickOrderTable(table: readonly (readonly string[])[]): ParsedQuickOrderTable {
  const clean = table.map((cells) => cells.map(cleanCell))
  const head = headOfTable(clean)
  const columns = findTableColumns(clean[head] ?? [])
  const body = clean.map((cells, at) => ({ cells, rowNo: at + 1 })).slice(head + 1)
  const counted = columns === undefined && isCounted(body.map(({ cells }) => cells))
  const given = body.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const rows = given.slice(0, QUICK_ORDER_ROWS_MAX).map(({ cells, rowNo }) => {
    const { code, quantity } = columns ? byHead(cells, columns) : byPlace(counted ? cells.slice(1) : cells)
    return { rowNo, code: cut(code, QUICK_ORDER_CODE_LENGTH_MAX), quantity: cut(quantity, QUICK_ORDER_QUANTITY_LENGTH_MAX) }
  })
  const details = readRowDetails(clean[head] ?? [], given)
  return { rows, blank: body.length - given.length, beyond: given.length - rows.length, notes: [], details }
}

const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim()

/** A quantity at the end of a line with single spaces: ' 20', 'x20', ' × 3 支'. */
const QUANTITY_AT_END = new RegExp(
  `(?: | ?(?:${TIMES_SIGN_PATTERN}) ?)([x×*✕-]? ?[\\d０-９][\\d０-９,，]*(?:\\.0+)? ?(?:\\p{Script=Han}{1,2}|pcs?|ea)?)$`,
  'iu',
)

/** Splits a pasted line into cells: by tabs, else by commas, else the last word is the quantity if it looks like one. */
function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t')
  const text = line.trim().replace(/\s+/g, ' ')
  // The first word is not a quantity: 'x 1' is one piece of x.
  const tail = QUANTITY_AT_END.exec(text.slice(1))
  const code = text.slice(0, tail ? tail.index + 1 : 0)
  const marked = /[,，;；、|]/
  // '1,000' after a space is one number, not two cells.
  if (tail && !marked.test(code)) return [code, (tail[1] ?? '').replaceAll('，', ',')]
  return marked.test(line) ? line.split(/[,，;；、|]/) : [line]
}

/** A line that is too long is no item, and its end says nothing new. */
const LINE_LENGTH_MAX = 400

/** The rows and notes of lines of a chat and of lines with cells. A line with several items moves the numbers of those after it. */
function parseLines(lines: readonly string[]): ParsedQuickOrderTable {
  const table = parseQuickOrderTable(lines.map((line) => (line.includes('\t') ? line.split('\t') : [])))
  const cells = new Map(table.rows.map((row) => [row.rowNo, row]))
  const rows: QuickOrderRowInput[] = []
  const notes: SkippedQuickOrderLine[] = []
  let more = 0
  for (const [at, line] of lines.entries()) {
    const rowNo = at + 1 + more
    const row = cells.get(at + 1)
    const text = cleanCell(line.slice(0, LINE_LENGTH_MAX))
    const parsed = line.includes('\t') || text === '' ? undefined : parseChatLine(text)
    if (row) rows.push({ ...row, rowNo })
    if (parsed?.note) notes.push({ rowNo, text })
    if (!parsed || parsed.note) continue
    for (const [place, { code, quantity }] of parsed.items.entries())
      rows.push({
        rowNo: rowNo + place,
        code: cut(code, QUICK_ORDER_CODE_LENGTH_MAX),
        quantity: cut(quantity, QUICK_ORDER_QUANTITY_LENGTH_MAX),
      })
    more += parsed.items.length - 1
  }
  const blank = lines.filter((line) => line.split('\t').every((cell) => cleanCell(cell) === '')).length
  const beyond = table.beyond + Math.max(0, rows.length - QUICK_ORDER_ROWS_MAX)
  return { rows: rows.slice(0, QUICK_ORDER_ROWS_MAX), blank, beyond, notes, details: new Map() }
}

/** Parses pasted text: a table with headings, or lines, each with cells or as people write them in a chat. */
export function parseQuickOrderText(text: string): ParsedQuickOrderTable {
  if (text.trim() === '') return { rows: [], blank: 0, beyond: 0, notes: [], details: new Map() }
  const lines = trimEndMatching(text.replace(/\r\n?/g, '\n'), /\n/).split('\n')
  const table = lines.map(cellsOf)
  const clean = table.map((cells) => cells.map(cleanCell))
  return headOfTable(clean) >= 0 ? parseQuickOrderTable(table) : parseLines(lines)
}
