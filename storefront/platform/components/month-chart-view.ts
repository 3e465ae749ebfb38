import { type Fen, fen, maxFen, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'

const STEPS = [1, 2, 5, 10] as const
/** The smallest maximum of a chart: 100 yuan. */
const LEAST = fen(10_000)

/** The maximum of a chart: a round amount not below any other, 1, 2 or 5 followed by zeros. Its half is also round. */
export function computeChartMaximum(amounts: readonly Fen[]): Fen {
  const highest = amounts.reduce(maxFen, ZERO_FEN)
  if (highest <= LEAST) return LEAST
  const unit = 10 ** (String(highest).length - 1)
  return fen((STEPS.find((step) => step * unit >= highest) ?? 10) * unit)
}

/** The height of a bar in hundredths of a percent of the maximum. Every positive amount is visible. */
export const computeBarHeightBasisPoints = (amount: Fen, top: Fen): number =>
  amount <= 0 ? 0 : Math.max(100, Math.round((amount / top) * 10_000))

const WAN = 1_000_000

/** 4250600 → '4.3万', 50000 → '500': for the marks of an axis. */
export function formatAmountAxisMark(amount: Fen): string {
  if (amount < WAN) return String(Math.round(toYuan(amount)))
  const tenths = Math.round(amount / (WAN / 10))
  return `${Math.floor(tenths / 10)}${tenths % 10 === 0 ? '' : `.${tenths % 10}`}万`
}

/** '2026-11' → '11月', where the year is obvious. */
export const formatMonthName = (month: string): string => `${Number(month.slice(5, 7))}月`
