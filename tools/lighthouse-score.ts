/** A stretch of time during which the page answered nobody, in milliseconds. */
interface LongTask {
  start: number
  duration: number
}

/** What a visit was like: milliseconds since its beginning, and bytes as they travelled. */
export interface Measured {
  fcp: number
  lcp: number
  tasks: LongTask[]
  /** Every shift of what was already seen, as the browser weighs it. */
  shifts: { at: number; value: number }[]
  bytes: number
}

/** What is scored of it: first and largest contentful paint, total blocking time, cumulative layout shift. */
export interface Measures {
  fcp: number
  lcp: number
  tbt: number
  cls: number
  bytes: number
}

/** Takes note of what the browser tells of a page while it loads. Runs in the page, before anything else. */
export const MEASURING = `{
  const seen = { fcp: 0, lcp: 0, tasks: [], shifts: [] }
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime))
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  watch('longtask', (entry) => seen.tasks.push({ start: entry.startTime, duration: entry.duration }))
  watch('layout-shift', (entry) => entry.hadRecentInput || seen.shifts.push({ at: entry.startTime, value: entry.value }))
  window.measured = () => seen
}`

/** A task that takes longer than this blocks for the rest of its time. */
const SHORT_MS = 50
/** Shifts less than a second apart, and within five, count together. */
const PAUSE_MS = 1_000
const WINDOW_MS = 5_000

/** The worst window of shifts that follow one another. */
function worstShift(shifts: Measured['shifts']): number {
  let worst = 0
  let [sum, begun, before] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const { at, value } of shifts) {
    if (at - before > PAUSE_MS || at - begun > WINDOW_MS) [sum, begun] = [0, at]
    sum += value
    before = at
    worst = Math.max(worst, sum)
  }
  return worst
}

/** What is scored of a visit. Tasks before the first paint block nobody. */
export const measuresOf = ({ fcp, lcp, tasks, shifts, bytes }: Measured): Measures => ({
  ...{ fcp, lcp, bytes, cls: worstShift(shifts) },
  tbt: tasks
    .map(({ start, duration }) => Math.min(duration, start + duration - fcp) - SHORT_MS)
    .reduce((all, blocked) => all + Math.max(0, blocked), 0),
})

/** Of each measure: its weight, the value that earns 0.9, and the one that earns 0.5. */
const CURVES = {
  mobile: { fcp: [10, 1_800, 3_000], lcp: [25, 2_500, 4_000], tbt: [30, 200, 600], cls: [25, 0.1, 0.25] },
  desktop: { fcp: [10, 934, 1_600], lcp: [25, 1_200, 2_400], tbt: [30, 150, 350], cls: [25, 0.1, 0.25] },
} as const

/** The error function, to seven digits (Abramowitz and Stegun 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x)
  return x < 0 ? tail - 1 : 1 - tail
}

/** Where the complement of the error function is 0.2: at it a value earns 0.9. */
const AT_TENTH = 0.9061938024368232

/** How good a value is among all that are met, which are spread log-normally: 0 to 1. */
function earned(value: number, good: number, middling: number): number {
  if (value <= 0) return 1
  const place = (Math.log(value / middling) / -Math.log(good / middling)) * AT_TENTH
  return Math.min(1, (1 - erf(place)) / 2)
}

/** The score of a visit, 0 to 100. */
export function scoreOf(device: keyof typeof CURVES, measures: Measures): number {
  const curves = Object.entries(CURVES[device]) as ['fcp' | 'lcp' | 'tbt' | 'cls', readonly [number, number, number]][]
  const whole = curves.reduce((sum, [, [weight]]) => sum + weight, 0)
  const points = curves.reduce((sum, [name, [weight, good, middling]]) => sum + weight * earned(measures[name], good, middling), 0)
  return Math.round((points / whole) * 100)
}
