import { type Fen, fen, parseYuan } from '../../contract/money.ts'
import type { Cell } from './read-rows.ts'

/** Text of a cell, as a person reads it: what spreadsheets and banks wrap numbers in is taken off. */
export function textIn(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = String(cell)
    .normalize('NFKC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text.replace(/^'/, '')).trim()
}

/** A column's heading, without what stands in brackets beside it. */
export const headingIn = (cell: Cell | undefined): string =>
  textIn(cell)
    .replace(/[（([【].*?[)）\]】]/g, '')
    .replace(/[\s:：*]/g, '')

/** An amount as people and banks write it, 0 for none; undefined: no amount. A quarter of a fen, as spreadsheets calculate it, is rounded away. */
export function amountIn(cell: Cell | undefined): Fen | undefined {
  const text = textIn(cell).replace(/[,\s¥￥+]|元$/g, '')
  if (text === '' || text === '-') return fen(0)
  const exact = parseYuan(text.replace(/^(\d+\.\d{2})0+$/, '$1'))
  if (exact !== undefined) return exact
  const value = Number(text)
  const rounded = Math.round(value * 100)
  return /^-?\d+\.\d+(e-?\d+)?$/i.test(text) && Math.abs(value * 100 - rounded) < 1e-4 && Math.abs(rounded) <= 9_999_999_999_999
    ? fen(rounded)
    : undefined
}
