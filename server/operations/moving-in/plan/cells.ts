import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { type Fen, formatYuan, INPUT_AMOUNT_MAX } from '#contract/platform/core/money.ts'
import { COMPUTED_CELL_MARK } from '#contract/platform/spreadsheets/limits.ts'
import { excerptCellText, parseCellAmount, parseDay, stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import { type MovingInColumnName, type MovingInSheetName, movingInSheets } from '#server/operations/moving-in/sheets/definitions.ts'
import type { MovingInSheetRow } from '#server/operations/moving-in/sheets/read-workbook.ts'

/** Reads the cells of a row. A cell that breaks a rule adds a fault, and undefined is returned. */
export interface RowCellReader<S extends MovingInSheetName> {
  /** Adds a fault at a column, or without a column at the row as a whole. */
  fault(column: MovingInColumnName<S> | undefined, reason: string): undefined
  /** The text; '' if it is empty. A formula is a fault. */
  raw(column: MovingInColumnName<S>): string | undefined
  /** A text of at most so many characters. `needed`: the reason if it is empty. */
  text(column: MovingInColumnName<S>, rule: { max: number; needed?: string }): string | undefined
  /** An amount in fen; null if it is empty. `needed`: it is required. `positive`: it must be above zero. */
  amount(column: MovingInColumnName<S>, rule?: { needed?: true; positive?: true }): Fen | null | undefined
  /** A day; null if it is empty. */
  day(column: MovingInColumnName<S>, rule?: { needed?: true }): string | null | undefined
}

/** Columns whose values a reason must not repeat. */
const PRIVATE = ['手机号', '统一社会信用代码']
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function createRowCellReader<S extends MovingInSheetName>(
  sheet: S,
  { row, cells }: MovingInSheetRow,
  faults: MovingInFault[],
): RowCellReader<S> {
  const titles = movingInSheets[sheet].columns as Record<string, { title: string }>
  const fault = (column: string | undefined, reason: string): undefined => {
    const title = column === undefined ? '' : (titles[column]?.title ?? '')
    const value =
      column === undefined || PRIVATE.includes(title) ? '' : excerptCellText((cells[column] ?? '').replace(COMPUTED_CELL_MARK, '').trim())
    faults.push({ sheet: movingInSheets[sheet].name, row, column: title, value, reason })
  }
  const raw = (column: string): string | undefined => {
    const cell = cells[column] ?? ''
    if (cell.startsWith(COMPUTED_CELL_MARK)) return fault(column, '单元格是公式，请复制后选择性粘贴为数值')
    return cell.replace(CONTROL, '').trim()
  }
  const plain = (column: string): string | undefined => {
    const text = raw(column)
    return text === undefined ? undefined : stripNumberWrappersFromCellText(text)
  }
  return {
    fault,
    raw,
    text(column, { max, needed }) {
      const text = raw(column)
      if (text === undefined) return undefined
      if (text === '' && needed !== undefined) return fault(column, needed)
      if ([...text].length > max) return fault(column, `最多${max}字`)
      return text.toWellFormed()
    },
    amount(column, { needed, positive } = {}) {
      const text = plain(column)
      if (text === undefined) return undefined
      if (text === '') return needed ? fault(column, '请填写金额') : null
      const amount = parseCellAmount(text)
      if (text.startsWith('-') || (amount ?? 0) < 0) return fault(column, '金额不能为负数')
      if (amount === undefined) return fault(column, '金额格式不正确，最多两位小数')
      if (positive && amount === 0) return fault(column, '金额必须大于 0')
      if (amount > INPUT_AMOUNT_MAX) return fault(column, `金额不能超过 ${formatYuan(INPUT_AMOUNT_MAX, { grouped: true })} 元`)
      return amount
    },
    day(column, { needed } = {}) {
      const text = plain(column)
      if (text === undefined) return undefined
      if (text === '') return needed ? fault(column, '请填写日期') : null
      return parseDay(text) ?? fault(column, '日期格式不正确，如 2026-11-25')
    },
  }
}

/** Parses a month as people and spreadsheets write it: '2026-10', '2026/10', '2026年10月', '202610', or its first day. */
export function parseMonth(text: string): string | undefined {
  const match = /^(20\d{2})[-/.年]?(\d{1,2})月?$/.exec(text) ?? /^(20\d{2})-(\d{2})-01(?: 00:00(?::00)?)?$/.exec(text)
  const month = Number(match?.[2])
  return match && month >= 1 && month <= 12 ? `${match[1]}-${String(month).padStart(2, '0')}` : undefined
}
