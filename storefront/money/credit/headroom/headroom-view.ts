import type { CreditHeadroom } from '#contract/money/statements/shapes.ts'
import { type Fen, maxFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { computeChartMaximum } from '#storefront/platform/components/month-chart-view.ts'

type Day = CreditHeadroom['days'][number]

/** The height of the chart, in its own units. */
export const CHART_HEIGHT = 10_000

const used = ({ held, drawn }: Day): Fen => sum([held, drawn])

/** The maximum of the axis: above the limit and above the used amount. */
export const computeHeadroomChartMaximum = (days: readonly Day[]): Fen =>
  computeChartMaximum(days.map((day) => maxFen(day.limit, used(day))))

const heightAt = (amount: Fen, top: Fen): number => CHART_HEIGHT - Math.round((amount / top) * CHART_HEIGHT)

/** A step line: level through each day, with 100 units per day. */
function steps(days: readonly Day[], top: Fen, amount: (day: Day) => Fen): string {
  const heights = days.map((day) => heightAt(amount(day), top))
  return heights
    .map((y, at) => (at === 0 ? `M0 ${y}H100` : y === heights[at - 1] ? `H${at * 100 + 100}` : `V${y}H${at * 100 + 100}`))
    .join('')
}

export const toLimitLineSvgPath = (days: readonly Day[], top: Fen): string => steps(days, top, ({ limit }) => limit)

/** The used amount as an area. */
export const toUsedAreaSvgPath = (days: readonly Day[], top: Fen): string => `${steps(days, top, used)}V${CHART_HEIGHT}H0Z`

/** Returns the days for the table next to the chart: the first, and each that differs from the day before. */
export function listDaysWithHeadroomChange(days: readonly Day[]): Day[] {
  return days.filter((day, at) => {
    const before = days[at - 1]
    return !before || day.limit !== before.limit || day.usable !== before.usable || day.due > ZERO_FEN
  })
}

/** Returns the first days of the months and their positions, for the labels below the chart. */
export const listMonthAxisMarks = (days: readonly Day[]): { at: number; month: string }[] =>
  days
    .flatMap(({ day }, at) => (at === 0 || day.endsWith('-01') ? [{ at, month: day.slice(0, 7) }] : []))
    .filter(({ at }, index, all) => {
      const next = all[index + 1]
      // If two labels would overlap, the first one is omitted.
      return !next || next.at - at > days.length / 10
    })
