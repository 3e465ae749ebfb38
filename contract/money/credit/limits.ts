import { type Fen, fen, maxFen, minFen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'

/** A credit account as far as its limits go; `drawn` and `held` are what is owed and what orders hold, both ≥ 0. */
export interface CreditPosition {
  baseFen: Fen
  /** As granted; it counts until the end of `tempEndDay`. */
  tempFen: Fen
  tempEndDay: string | null
  drawnFen: Fen
  heldFen: Fen
}

export interface CreditLimits {
  usedFen: Fen
  /** The temporary limit in force on the day: 0 once its end day is over. */
  tempInForceFen: Fen
  baseUsableFen: Fen
  tempUsableFen: Fen
  usableFen: Fen
}

/**
 * What is usable on a day (domain §6): the base limit is used first, the temporary one takes the overflow, neither goes below zero.
 * Past 23:59:59 of its end day the temporary limit is gone: what is owed stays owed, but nothing more can be held until it is below.
 */
export function creditLimits(position: CreditPosition, today: string): CreditLimits {
  const { baseFen, tempFen, tempEndDay, drawnFen, heldFen } = position
  const usedFen = sum([drawnFen, heldFen])
  const tempInForceFen = tempEndDay !== null && today <= tempEndDay ? tempFen : ZERO
  const overflow = maxFen(ZERO, subtract(usedFen, baseFen))
  const baseUsableFen = subtract(baseFen, minFen(usedFen, baseFen))
  const tempUsableFen = maxFen(ZERO, subtract(tempInForceFen, overflow))
  return { usedFen, tempInForceFen, baseUsableFen, tempUsableFen, usableFen: usable(usedFen, baseFen, tempInForceFen) }
}

/** One amount may be held when base and temporary limit together still cover all that is used. */
const usable = (usedFen: Fen, baseFen: Fen, tempFen: Fen): Fen => maxFen(ZERO, subtract(sum([baseFen, tempFen]), usedFen))

/** A limit above this takes two people: ¥1,000,000. */
export const SECOND_PERSON_ABOVE = fen(100_000_000)

/** Whether one person alone may name a limit. Whoever reviews and whoever grants goes by this. */
export const requiresSecondPerson = (limit: Fen): boolean => limit > SECOND_PERSON_ABOVE
