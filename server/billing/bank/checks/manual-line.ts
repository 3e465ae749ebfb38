import type { Fen } from '#contract/platform/core/money.ts'

/**
 * What a statement's row says of a line that staff typed ahead of it, with the same number and amount. `result` is 'known' where it confirms it: on
 * the same day, or on another one while nothing has been used yet. Money that was used counted from the day that was typed; that it came on another
 * one is for people to settle, and the line stays unconfirmed.
 */
export function compareWithManualLine(
  typed: { day: string; assigned_fen: Fen },
  day: string,
): { result: 'known' | 'refused'; text: string } {
  if (typed.day === day) return { result: 'known', text: '与人工登记的流水一致，已由对账单确认' }
  if (typed.assigned_fen === 0) return { result: 'known', text: `与人工登记的流水一致，日期已按对账单更正（登记为 ${typed.day}）` }
  return { result: 'refused', text: `与人工登记的日期不同（登记为 ${typed.day}）且已使用，未确认，请核对起息日` }
}
