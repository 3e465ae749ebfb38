import { type Fen, multiplyFen, ORDER_AMOUNT_MAX } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'

/**
 * Multiplies a unit price in fen by a quantity. Refuses ORDER_TOO_LARGE if the product exceeds the range of amounts, so that it does not
 * become an internal error.
 */
export function computeLineAmount(unit: Fen, quantity: number): Fen {
  if (unit * quantity > ORDER_AMOUNT_MAX) refuse('ORDER_TOO_LARGE')
  return multiplyFen(unit, quantity)
}
