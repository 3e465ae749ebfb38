import type { AmountDueOnDay } from '#contract/money/statements/amounts.ts'
import { type Fen, maxFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { type CreditPosition, computeUsedAndUsableCredit } from './limits.ts'

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
 * newly be held. Overdue amounts count as due today, nothing new is drawn or held, and due amounts never exceed the drawn amount. `freed`
 * is what of the limit bills have freed, by the days on which that is repaid: from then on the limit is free because the debt is smaller.
 */
export function forecastCreditHeadroom(
  position: CreditPosition,
  dues: readonly AmountDueOnDay[],
  freed: readonly AmountDueOnDay[],
  { today, count }: { today: string; count: number },
): CreditHeadroomDay[] {
  let { drawnFen, freedFen } = position
  return Array.from({ length: count }, (_, step) => {
    const day = addDays(today, step)
    const sumOn = (amounts: readonly AmountDueOnDay[]) =>
      sum(amounts.filter((one) => (step === 0 ? one.day <= day : one.day === day)).map(({ amountFen }) => amountFen))
    const dueFen = sumOn(dues)
    drawnFen = maxFen(ZERO_FEN, subtractFen(drawnFen, dueFen))
    freedFen = maxFen(ZERO_FEN, subtractFen(freedFen, sumOn(freed)))
    const { tempInForceFen, usableFen } = computeUsedAndUsableCredit({ ...position, drawnFen, freedFen }, day)
    return { day, limitFen: sum([position.baseFen, tempInForceFen]), heldFen: position.heldFen, drawnFen, dueFen, usableFen }
  })
}
