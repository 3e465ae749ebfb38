import type { Due } from '#contract/money/statements/amounts.ts'
import { type Fen, maxFen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { type CreditPosition, creditLimits } from './limits.ts'

export interface HeadroomDay {
  day: string
  limitFen: Fen
  heldFen: Fen
  drawnFen: Fen
  dueFen: Fen
  usableFen: Fen
}

/**
 * The days from today on, `count` of them: what may be owed, what is held, what is drawn once every due has been repaid on its day, and
 * what could be held anew. What is overdue counts as due today; nothing new is drawn or held. Dues never exceed what is drawn.
 */
export function computeHeadroom(
  position: CreditPosition,
  dues: readonly Due[],
  { today, count }: { today: string; count: number },
): HeadroomDay[] {
  let { drawnFen } = position
  return Array.from({ length: count }, (_, step) => {
    const day = addDays(today, step)
    const dueFen = sum(dues.filter((due) => (step === 0 ? due.day <= day : due.day === day)).map(({ amountFen }) => amountFen))
    drawnFen = maxFen(ZERO, subtract(drawnFen, dueFen))
    const { tempInForceFen, usableFen } = creditLimits({ ...position, drawnFen }, day)
    return { day, limitFen: sum([position.baseFen, tempInForceFen]), heldFen: position.heldFen, drawnFen, dueFen, usableFen }
  })
}
