import type { AmountDue } from '#contract/money/statements/amounts.ts'
import { type Fen, maxFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { type CreditPosition, computeCreditLimits } from './limits.ts'

export interface CreditHeadroomDay {
  day: string
  limitFen: Fen
  heldFen: Fen
  drawnFen: Fen
  dueFen: Fen
  usableFen: Fen
}

/**
 * Forecasts `count` days from today: the limit, the held amount, the drawn amount if everything due is repaid on its day, and what could
 * newly be held. Overdue amounts count as due today, and nothing new is drawn or held. Due amounts never exceed the drawn amount.
 */
export function computeCreditHeadroom(
  position: CreditPosition,
  dues: readonly AmountDue[],
  { today, count }: { today: string; count: number },
): CreditHeadroomDay[] {
  let { drawnFen } = position
  return Array.from({ length: count }, (_, step) => {
    const day = addDays(today, step)
    const dueFen = sum(dues.filter((due) => (step === 0 ? due.day <= day : due.day === day)).map(({ amountFen }) => amountFen))
    drawnFen = maxFen(ZERO_FEN, subtractFen(drawnFen, dueFen))
    const { tempInForceFen, usableFen } = computeCreditLimits({ ...position, drawnFen }, day)
    return { day, limitFen: sum([position.baseFen, tempInForceFen]), heldFen: position.heldFen, drawnFen, dueFen, usableFen }
  })
}
