import type { Fen } from '#contract/platform/core/money.ts'

/**
 * Compares a row of a statement with a line of the same number and amount that staff have typed before. `result` is 'known' if the row
 * confirms the line: it has the same day, or another day while the line is unused. Money that was used counts from the typed day, so with
 * another day people must resolve the difference, and the line stays unconfirmed.
 */
export function compareStatementRowWithManualLine(
  typed: { day: string; assigned_fen: Fen },
  day: string,
): { result: 'known' | 'refused'; text: string } {
  if (typed.day === day) return { result: 'known', text: '与人工登记的流水一致，已由对账单确认' }
  if (typed.assigned_fen === 0) return { result: 'known', text: `与人工登记的流水一致，日期已按对账单更正（登记为 ${typed.day}）` }
  return { result: 'refused', text: `与人工登记的日期不同（登记为 ${typed.day}）且已使用，未确认，请核对起息日` }
}
