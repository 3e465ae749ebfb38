import { type Fen, multiply, ORDER_MAX } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'

/**
 * What a quantity of one good comes to. Refuses ORDER_TOO_LARGE before it is an amount: a product beyond every amount is a refusal here, not a
 * defect.
 */
export function computeLineAmount(unit: Fen, quantity: number): Fen {
  if (unit * quantity > ORDER_MAX) refuse('ORDER_TOO_LARGE')
  return multiply(unit, quantity)
}
