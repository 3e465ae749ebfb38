import { type Fen, fen, parseYuan } from '#contract/platform/core/money.ts'

/** Text of a cell, as a person reads it: what spreadsheets and banks wrap numbers in is taken off. */
export function parseCellText(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim()
}

const EXCERPT_CHARS = 40

/** A cell's text as a sentence quotes it: its beginning, where it is long. */
export const excerpt = (text: string): string => (text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS).toWellFormed()}…` : text)

/** An amount as people and banks write it, 0 for none; undefined: no amount. A quarter of a fen, as spreadsheets calculate it, is rounded away. */
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
