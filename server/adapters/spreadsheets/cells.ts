import { type Fen, fen, parseYuan } from '#contract/platform/core/money.ts'

/** The text of a cell without what spreadsheets and banks wrap around numbers. */
export function stripNumberWrappersFromCellText(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim()
}

const EXCERPT_CHARS = 40

/** The beginning of a cell's text, for a message. */
export const excerptCellText = (text: string): string =>
  text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS).toWellFormed()}…` : text

/**
 * Parses an amount as people and banks write it, 0 if empty; undefined if it is not an amount. The rounding error of a spreadsheet
 * calculation (below 0.0001 fen) is removed.
 */
export function parseCellAmount(cell: string): Fen | undefined {
  const text = cell.replace(/[,\s¥￥+]|元$/g, '')
  if (text === '' || text === '-') return fen(0)
  const exact = parseYuan(text.replace(/^(\d+\.\d{2})0+$/, '$1'))
  if (exact !== undefined) return exact
  const value = Number(text)
  const rounded = Math.round(value * 100)
  return /^-?\d+\.\d+(e-?\d+)?$/i.test(text) && Math.abs(value * 100 - rounded) < 1e-4 && Math.abs(rounded) <= 9_999_999_999_999
    ? fen(rounded)
    : undefined
}
