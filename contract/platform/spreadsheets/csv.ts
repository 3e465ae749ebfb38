/** Reads text in columns (RFC 4180, and what programs make of it): one pass over the text, whatever it holds. */
import { createSheetRows } from './limits.ts'

/** What parts cells, the likelier first where two would do alike. */
const DELIMITERS = [',', '\t', ';', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

const SAMPLE_CHARS = 20_000
const SAMPLE_LINES = 50

/** How many lines agree on how often a delimiter stands in them, and how often that is. */
function agreementOf(lines: readonly string[], delimiter: Delimiter): { lines: number; columns: number } {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  const [best = [0, 0]] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])
  return { columns: best[0], lines: best[1] }
}

/** The delimiter that most lines of the beginning agree on; texts in quotation marks are not looked at. */
function guessDelimiter(text: string): Delimiter {
  const bare = text.slice(0, SAMPLE_CHARS).replace(/"[^"]*"/g, '')
  const lines = bare.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const judged = DELIMITERS.map((delimiter) => ({ delimiter, ...agreementOf(lines.slice(0, SAMPLE_LINES), delimiter) }))
  const [best] = judged.toSorted((one, other) => other.lines - one.lines || other.columns - one.columns)
  return best?.delimiter ?? ','
}

const QUOTE = '"'

/** Where a cell in quotation marks is closed: behind a mark that is not doubled; the end of the text where it never is. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf(QUOTE, from)
  while (at >= 0 && text.charAt(at + 1) === QUOTE) at = text.indexOf(QUOTE, at + 2)
  return at < 0 ? text.length : at
}

function endOfPlain(text: string, from: number, delimiter: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === delimiter || code === 0x0a || code === 0x0d) break
  }
  return at
}

/** The cell that begins here, and where what follows it begins. A cell goes on behind its closing mark as it is written: "3" 寸 → 3 寸. */
function readCell(text: string, from: number, delimiter: number): { cell: string; end: number } {
  if (text.charAt(from) !== QUOTE) {
    const end = endOfPlain(text, from, delimiter)
    return { cell: text.slice(from, end), end }
  }
  const closed = endOfQuoted(text, from + 1)
  const end = endOfPlain(text, closed + 1, delimiter)
  return { cell: text.slice(from + 1, closed).replaceAll('""', QUOTE) + text.slice(closed + 1, end), end }
}

/**
 * The rows of a CSV, or of a text whose cells are parted by tabs, semicolons or upright strokes. A row is a record as a spreadsheet counts them: one
 * with a line break inside of quotation marks is one. Throws `SheetLimitError`.
 */
export function readCsv(marked: string, rowsMax: number): readonly (readonly string[])[] {
  const text = marked.replace(/^\ufeff/, '')
  const target = createSheetRows(rowsMax)
  const delimiter = guessDelimiter(text).charCodeAt(0)
  let [row, column] = [1, 1]
  for (let at = 0; at < text.length; ) {
    const { cell, end } = readCell(text, at, delimiter)
    target.set(row, column, cell)
    if (text.charCodeAt(end) === delimiter) column += 1
    else [row, column] = [row + 1, 1]
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return target.rows
}
