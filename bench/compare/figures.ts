import type { LockWaits } from './lock-waits.ts'

/** One turn of one side. Times in ms; CPU per act, of the server and of its database with all connections. */
export interface MeasuredTurn {
  perSecond: number
  p50: number
  p99: number
  errors: number
  serverMs: number
  databaseMs: number
  waits: LockWaits
}

/** The results of both sides in the same round. */
export interface MeasuredRound {
  this: MeasuredTurn
  other: MeasuredTurn
  /** The simple handler with as many round trips as each side; only for orders. */
  bare?: { this: number; other: number }
}

export interface ActFigures {
  act: string
  buyers: number
  rounds: MeasuredRound[]
}

/** The median; of an even number the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return Number.isInteger(half) ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2 : (sorted[Math.floor(half)] ?? 0)
}

/** The median of a figure over the rounds. */
export const computeMedianOfRounds = (
  rounds: readonly MeasuredRound[],
  side: 'this' | 'other',
  of: (turn: MeasuredTurn) => number,
): number => median(rounds.map((round) => of(round[side])))

/** The median of the ratios of the rounds, because a disturbance of a whole round affects both of its sides. */
export const computeMedianRatioOfRounds = (rounds: readonly MeasuredRound[], of: (turn: MeasuredTurn) => number): number =>
  median(rounds.map((round) => of(round.this) / of(round.other)))

export const computeCpuMsPerAct = ({ serverMs, databaseMs }: MeasuredTurn): number => serverMs + databaseMs
/** Milliseconds of waiting for locks per act: the waiting time of one second divided by its acts. */
export const computeLockWaitMsPerAct = ({ waits, perSecond }: MeasuredTurn): number => (waits.average * 1_000) / Math.max(perSecond, 1)
