import { getStartOfNextShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Clock } from '#server/platform/core/moment.ts'
import { type CountedStep, stepsByPath } from './counted-calls.ts'
import { addToSketch, computeSketchMark, createSketch, isNewToSketch, type Sketch, type SketchSeed } from './sketch.ts'

/** What was counted on a day, and whether some of it is still to be written. */
export interface CountedVisitors {
  day: string
  sketches: Record<CountedStep, Sketch>
  unsaved: boolean
}

interface CurrentDay {
  endsAt: number
  seed: SketchSeed
  counted: CountedVisitors
  /** The sketches that a call of each path adds to. */
  sketchesByPath: ReadonlyMap<string, readonly Sketch[]>
}

/** Programs that read pages by themselves. Browsers name none of these. */
const ROBOT = /bot|crawl|spider|slurp|scrap|monitor|curl|wget|python|java\/|okhttp|go-http|node|axios|headless|lighthouse/i
const isRobot = (userAgent: string): boolean => userAgent === '' || ROBOT.test(userAgent)

/**
 * Counts the visitors of a day in memory: guests by their address and browser, members by their account. Who they were is not kept, and no
 * statement is made for it. Its size is fixed: three sketches of 16 KB for each day that is still to be written.
 */
export interface VisitorCounter {
  /** Counts a guest's call that was answered. Calls that are no step of the funnel, and robots, are left out. */
  countGuest(path: string, address: string, userAgent: string | undefined): void
  countMember(path: string, userId: string): void
  /** What is counted, the days that are over first. */
  days(): readonly CountedVisitors[]
  /** Forgets the days that are over and written. */
  forgetSavedDays(): void
}

function openDay(now: Date, seedOf: (day: string) => Buffer): CurrentDay {
  const day = toShanghaiDay(now)
  const bytes = seedOf(day)
  const sketches = { visited: createSketch(), viewed: createSketch(), added: createSketch() }
  return {
    endsAt: getStartOfNextShanghaiDay(day).getTime(),
    seed: { first: bytes.readInt32LE(0), second: bytes.readInt32LE(4) },
    // A day without visitors is written as well: it is known to have none.
    counted: { day, sketches, unsaved: true },
    sketchesByPath: new Map([...stepsByPath].map(([path, steps]) => [path, steps.map((step) => sketches[step])])),
  }
}

/** `seedOf` must be the same for all processes of a mall, so that they count a visitor of two of them once. */
export function createVisitorCounter(clock: Clock, seedOf: (day: string) => Buffer): VisitorCounter {
  let past: CountedVisitors[] = []
  let current = openDay(clock(), seedOf)
  const today = (): CurrentDay => {
    const now = clock()
    if (now.getTime() < current.endsAt) return current
    past.push(current.counted)
    current = openDay(now, seedOf)
    return current
  }
  const count = (path: string, visitor: string, browser?: string) => {
    const { counted, seed, sketchesByPath } = today()
    const sketches = sketchesByPath.get(path)
    if (!sketches) return
    const mark = computeSketchMark(seed, visitor, browser)
    // Most calls are of visitors who were counted before, so only others are looked at whether they are robots.
    if (!sketches.some((sketch) => isNewToSketch(sketch, mark)) || (browser !== undefined && isRobot(browser))) return
    for (const sketch of sketches) addToSketch(sketch, mark)
    counted.unsaved = true
  }
  return {
    countGuest: (path, address, userAgent = '') => count(path, address, userAgent),
    countMember: (path, userId) => count(path, userId),
    days: () => {
      const { counted } = today()
      return [...past, counted]
    },
    forgetSavedDays: () => {
      past = past.filter(({ unsaved }) => unsaved)
    },
  }
}
