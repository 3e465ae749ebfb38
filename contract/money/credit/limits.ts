import { type Fen, fen, maxFen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The amounts of a credit account that decide its limits. `drawn` is owed and `held` is held by orders, both ≥ 0. */
export interface CreditPosition {
  baseFen: Fen
  /** As granted. It is valid until the end of `tempEndDay`. */
  tempFen: Fen
  tempEndDay: string | null
  drawnFen: Fen
  heldFen: Fen
  /** 票据释放: what acceptance bills have freed of the limit before the bank has paid them. It is still a part of `drawn`. */
  freedFen: Fen
}

export interface UsedAndUsableCredit {
  usedFen: Fen
  /** The temporary limit that is valid on the day: 0 after its end day. */
  tempInForceFen: Fen
  baseUsableFen: Fen
  tempUsableFen: Fen
  usableFen: Fen
}

/**
 * Computes what can be used on a day (domain §6). The base limit is used first, then the temporary one, and neither becomes negative. The
 * temporary limit ends at 23:59:59 of its end day. After that the debt stays, but nothing more can be held until the used amount is below
 * the limit.
 */
export function computeUsedAndUsableCredit(position: CreditPosition, today: string): UsedAndUsableCredit {
  const { baseFen, tempFen, tempEndDay, drawnFen, heldFen, freedFen } = position
  const usedFen = sum([maxFen(ZERO_FEN, subtractFen(drawnFen, freedFen)), heldFen])
  const tempInForceFen = tempEndDay !== null && today <= tempEndDay ? tempFen : ZERO_FEN
  const overflow = maxFen(ZERO_FEN, subtractFen(usedFen, baseFen))
  const baseUsableFen = subtractFen(baseFen, minFen(usedFen, baseFen))
  const tempUsableFen = maxFen(ZERO_FEN, subtractFen(tempInForceFen, overflow))
  return { usedFen, tempInForceFen, baseUsableFen, tempUsableFen, usableFen: usable(usedFen, baseFen, tempInForceFen) }
}

/** What can still be held: the base and temporary limits together minus everything that is used. */
const usable = (usedFen: Fen, baseFen: Fen, tempFen: Fen): Fen => maxFen(ZERO_FEN, subtractFen(sum([baseFen, tempFen]), usedFen))

/**
 * Computes what a member takes of the limit of its group: its share, or what it uses beyond its temporary limit in force where that is more,
 * as after a share was lowered.
 */
export const computeTakenOfGroupLimit = (shareFen: Fen, { usedFen, tempInForceFen }: UsedAndUsableCredit): Fen =>
  maxFen(shareFen, subtractFen(usedFen, tempInForceFen))

/** A higher limit needs two people: ¥1,000,000. */
export const CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN = fen(100_000_000)

/** How many companies a group has, invited ones among them. */
export const COMPANY_GROUP_MEMBERS_MAX = 100

/** Whether a limit needs two people. Reviews and direct changes both use this rule. */
export const isSecondPersonNeededForCreditLimit = (limit: Fen): boolean => limit > CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN
