import type { TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { type MemberLevel, memberLevels } from '#contract/people/verification/verification-status.ts'
import { type Fen, subtract, ZERO } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'

/** 实付 (decision 16): money that was spent on goods, once it is here; of what was bought on credit that is when it is repaid. */
export const paidTransferKinds: readonly TransferKind[] = [
  ...(['payByWallet', 'payByBank', 'payByGateway', 'suspenseToSales'] as const),
  ...(['repayByWallet', 'repayByBank', 'repayByGateway', 'repayByAcceptance', 'suspenseToCredit'] as const),
]
/** What takes it back: refunds of money that was paid, and bills that were not honoured. */
export const paidBackTransferKinds: readonly TransferKind[] = ['refundToWallet', 'refundToGateway', 'bounceRepay']

/** 门槛: what has to be paid within a year for each level above the first. */
export interface Thresholds {
  silver: Fen
  gold: Fen
  platinum: Fen
}

/** The levels that have to be reached. */
export const upperLevels = [2, 3, 4] as const satisfies readonly MemberLevel[]
export type UpperLevel = (typeof upperLevels)[number]

export const allLevels: readonly MemberLevel[] = [1, ...upperLevels]

export const thresholdOf = ({ silver, gold, platinum }: Thresholds, level: MemberLevel): Fen =>
  ({ 1: ZERO, 2: silver, 3: gold, 4: platinum })[level]

/** The same day a year later or earlier; 29 February is 1 March in a year that has none, and looking back 28 February. */
export function addYears(day: string, years: 1 | -1): string {
  const there = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
  if (!there.endsWith('-02-29')) return there
  const leap = addDays(`${there.slice(0, 4)}-02-28`, 1) === there
  if (leap) return there
  return years === 1 ? `${there.slice(0, 4)}-03-01` : `${there.slice(0, 4)}-02-28`
}

/** The first of the days whose payments count at the end of a day: twelve months, this day the last of them. */
export const firstCountedDay = (day: string): string => addDays(addYears(day, -1), 1)

/** Where a company stands as of the end of a day. */
export interface LevelStatus {
  /** By what it paid alone. */
  earned: MemberLevel
  /** Its level: what it earned, or one that it still keeps. */
  level: MemberLevel
  /** On which day what it paid last rose to a level; null: never. */
  reachedOn: Record<UpperLevel, string | null>
}

/** By what was paid alone; exactly at a threshold is there. */
export const earnedLevel = (paidFen: Fen, thresholds: Thresholds): MemberLevel =>
  upperLevels.reduce<MemberLevel>((earned, level) => (paidFen >= thresholdOf(thresholds, level) ? level : earned), 1)

/** The last day on which a level that was reached is kept, whatever is paid: a year of days. */
export const levelKeptUntil = (reachedOn: string): string => addDays(addYears(reachedOn, 1), -1)

/**
 * Where a company stands at the end of a day, told from the day before: each level that it rose to is kept for a year from then on, and one
 * that it only fell to, or that it has had for longer, as long as what it paid suffices.
 */
export function levelStatusAfter(
  before: LevelStatus,
  { day, paidFen, thresholds }: { day: string; paidFen: Fen; thresholds: Thresholds },
): LevelStatus {
  const earned = earnedLevel(paidFen, thresholds)
  const reached = (level: UpperLevel) => (earned >= level && before.earned < level ? day : before.reachedOn[level])
  const reachedOn = { 2: reached(2), 3: reached(3), 4: reached(4) }
  const kept = upperLevels.filter((level) => (reachedOn[level] ?? '') !== '' && day <= levelKeptUntil(reachedOn[level] ?? ''))
  return { earned, level: Math.max(earned, ...kept) as MemberLevel, reachedOn }
}

/** The level above, and what is missing to it; null at the highest. */
export function nextLevel(level: MemberLevel, paidFen: Fen, thresholds: Thresholds): { level: UpperLevel; missingFen: Fen } | null {
  const next = upperLevels.find((one) => one > level)
  if (next === undefined) return null
  const missing = subtract(thresholdOf(thresholds, next), paidFen)
  return { level: next, missingFen: missing > 0 ? missing : ZERO }
}

export const levelName = (level: MemberLevel): string => memberLevels[level]
