import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'

/** 实付 (decision 16): the ledger transfers that count as money paid for goods. Purchases on credit count when they are repaid. */
export const transferKindsCountedAsPaid: readonly TransferKind[] = [
  ...(['payByWallet', 'payByBank', 'payByGateway', 'suspenseToSales'] as const),
  ...(['repayByWallet', 'repayByBank', 'repayByGateway', 'repayByAcceptance', 'suspenseToCredit'] as const),
]
/** The ledger transfers that reduce it: refunds of paid money, receipts that were taken back, and acceptance bills that were not honoured. */
export const transferKindsReducingPaid: readonly TransferKind[] = [
  ...(['refundToWallet', 'refundToGateway', 'undoPayment', 'undoRepay', 'bounceRepay'] as const),
]

/** 门槛: the amount that must be paid within a year for each level above the first. */
export interface LevelThresholds {
  silver: Fen
  gold: Fen
  platinum: Fen
}

/** The levels that have a threshold. */
export const levelsWithThreshold = [2, 3, 4] as const satisfies readonly MemberLevel[]
export type LevelWithThreshold = (typeof levelsWithThreshold)[number]

export const allMemberLevels: readonly MemberLevel[] = [1, ...levelsWithThreshold]

export const getLevelThreshold = ({ silver, gold, platinum }: LevelThresholds, level: MemberLevel): Fen =>
  ({ 1: ZERO_FEN, 2: silver, 3: gold, 4: platinum })[level]

/**
 * Returns the same day a year later or earlier. If that year has no 29 February, the result is 1 March a year later, and 28 February a year
 * earlier.
 */
export function addOneYearToDay(day: string, years: 1 | -1): string {
  const there = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  if (!there.endsWith('-02-29')) return there
  const leap = addDays(`${there.slice(0, 4)}-02-28`, 1) === there
  if (leap) return there
  return years === 1 ? `${there.slice(0, 4)}-03-01` : `${there.slice(0, 4)}-02-28`
}

/** Returns the first day of the twelve months whose payments count. The given day is the last one. */
export const getFirstDayCountedForLevel = (day: string): string => addDays(addOneYearToDay(day, -1), 1)

/** The level status of an enterprise at the end of a day. */
export interface LevelStatus {
  /** The level by the paid amount alone. */
  earned: MemberLevel
  /** The level: the earned one, or a higher one that is still kept. */
  level: MemberLevel
  /** The day on which the paid amount last rose to a higher level; null: never. */
  reachedOn: Record<LevelWithThreshold, string | null>
}

/** Returns the level for a paid amount in fen. An amount equal to a threshold reaches it. */
export const computeLevelOfPaidAmount = (paidFen: Fen, thresholds: LevelThresholds): MemberLevel =>
  levelsWithThreshold.reduce<MemberLevel>((earned, level) => (paidFen >= getLevelThreshold(thresholds, level) ? level : earned), 1)

/** Returns the last day of the year in which a level is kept, whatever is paid. */
export const getLastDayOfKeptLevel = (reachedOn: string): string => addDays(addOneYearToDay(reachedOn, 1), -1)

/**
 * Computes the level status at the end of a day from the status of the day before. A level that was reached is kept for a year from that
 * day. After that year, or if the enterprise only fell to the level, it is kept as long as the paid amount suffices.
 */
export function computeLevelStatusAtEndOfDay(
  before: LevelStatus,
  { day, paidFen, thresholds }: { day: string; paidFen: Fen; thresholds: LevelThresholds },
): LevelStatus {
  const earned = computeLevelOfPaidAmount(paidFen, thresholds)
  const reached = (level: LevelWithThreshold) => (earned >= level && before.earned < level ? day : before.reachedOn[level])
  const reachedOn = { 2: reached(2), 3: reached(3), 4: reached(4) }
  const kept = levelsWithThreshold.filter(
    (level) => (reachedOn[level] ?? '') !== '' && day <= getLastDayOfKeptLevel(reachedOn[level] ?? ''),
  )
  return { earned, level: Math.max(earned, ...kept) as MemberLevel, reachedOn }
}

/** Returns the next level and the amount that is missing; null at the highest level. */
export function computeMissingAmountForNextLevel(
  level: MemberLevel,
  paidFen: Fen,
  thresholds: LevelThresholds,
): { level: LevelWithThreshold; missingFen: Fen } | null {
  const next = levelsWithThreshold.find((one) => one > level)
  if (next === undefined) return null
  const missing = subtractFen(getLevelThreshold(thresholds, next), paidFen)
  return { level: next, missingFen: missing > 0 ? missing : ZERO_FEN }
}

export const formatLevelName = (level: MemberLevel): string => memberLevels[level]
