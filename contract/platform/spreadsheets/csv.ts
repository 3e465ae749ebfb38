/** Reads CSV (RFC 4180 and its variants) in one pass over any text. */
import { createSheetRowBuilder, type SheetCellReceiver, type SheetLimits } from './limits.ts'

/** Possible delimiters, the more likely one first. The order decides a tie. */
const DELIMITERS = [',', '\t', ';', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

const SAMPLE_CHARS = 20_000
const SAMPLE_LINES = 50

/** How often the delimiter occurs in most lines, and how many lines these are. */
function agreementOf(lines: readonly string[], delimiter: Delimiter): { lines: number; columns: number } {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  const [best = [0, 0]] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])
  return { columns: best[0], lines: best[1] }
}

/** The delimiter on which most of the first lines agree. Quoted text is ignored. */
function guessDelimiter(text: string): Delimiter {
  const bare = text.slice(0, SAMPLE_CHARS).replace(/"[^"]*"/g, '')
  const lines = bare.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const evaluated = DELIMITERS.map((delimiter) => ({ delimiter, ...agreementOf(lines.slice(0, SAMPLE_LINES), delimiter) }))
  const [best] = evaluated.toSorted((one, other) => other.lines - one.lines || other.columns - one.columns)
  return best?.delimiter ?? ','
}

const QUOTE = '"'

/** The end of a quoted cell: after a quotation mark that is not doubled, or the end of the text. */
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

/**
 * Reads the cell at this position, and returns the beginning of the next one. Text after the closing quotation mark belongs to the cell:
 * "3" 寸 → 3 寸.
 */
function readCell(text: string, from: number, delimiter: number): { cell: string; end: number } {
  if (text.charAt(from) !== QUOTE) {
    const end = endOfPlain(text, from, delimiter)
    return { cell: text.slice(from, end), end }
  }
  const closed = endOfQuoted(text, from + 1)
  const end = endOfPlain(text, closed + 1, delimiter)
  return { cell: text.slice(from + 1, closed).replaceAll('""', QUOTE) + text.slice(closed + 1, end), end }
}

/** A byte order mark does not belong to the first cell. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/**
 * Reads the cells of a CSV, or of a text with another delimiter (tab, semicolon, vertical bar), from the pieces of its text; the first
 * piece decides the delimiter. A record with a line break inside quotation marks is one row. Memory holds only a piece and one cell. Throws
 * `SheetLimitError`.
 */
export function passCsvCellsToReceiver(pieces: Iterable<string>, { cellCharsMax }: SheetLimits, target: SheetCellReceiver): void {
  let [row, column] = [1, 1]
  let delimiter: number | undefined
  let rest = ''
  const readText = (text: string, isLast: boolean) => {
    delimiter ??= guessDelimiter(text).charCodeAt(0)
    const between = delimiter
    let at = 0
    while (at < text.length) {
      const { cell, end } = readCell(text, at, between)
      // The next piece may continue the cell: with a doubled quotation mark, or the second half of a line break.
      if (!isLast && end + 1 >= text.length) {
        // The cell is already too long, whatever its end is. Reading it again with each piece would take minutes.
        if (text.length - at > 2 * cellCharsMax + 2) target.set(row, column, cell)
        break
      }
      target.set(row, column, cell)
      if (text.charCodeAt(end) === between) column += 1
      else [row, column] = [row + 1, 1]
      at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    }
    rest = text.slice(at)
  }
  let isFirst = true
  for (const piece of pieces) {
    readText(rest + (isFirst ? withoutMark(piece) : piece), false)
    isFirst = false
  }
  readText(rest, true)
}

/** Reads the rows of a CSV. Throws `SheetLimitError`. */
export function parseCsvRows(text: string, limits: SheetLimits): readonly (readonly string[])[] {
  const target = createSheetRowBuilder(limits)
  passCsvCellsToReceiver([text], limits, target)
  return target.rows
}
