import { rockHardnessBands } from './shapes.ts'

/** A rock hardness (普氏系数 f) from and to. */
export type RockHardnessRange = [from: number, to: number]

const NUMBER = /\d+(?:\.\d+)?/g
const LOWEST = rockHardnessBands[0].from
const HIGHEST = rockHardnessBands[4].to

/** Parses the hardness in the name of a choice: 'f 4–6', 'f < 2', '8 以上', '5'. undefined: it contains none. */
export function parseRockHardnessRange(text: string): RockHardnessRange | undefined {
  const [first, second] = (text.match(NUMBER) ?? []).map(Number)
  if (first === undefined) return undefined
  if (second !== undefined) return [Math.min(first, second), Math.max(first, second)]
  if (/[<≤]|以下|以内/.test(text)) return [LOWEST, first]
  if (/[>≥]|以上/.test(text)) return [first, Math.max(first, HIGHEST)]
  return [first, first]
}

/** The range from the softest to the hardest of some values; null: none of them names a hardness. */
export function computeRockHardnessRangeOfTexts(texts: readonly string[]): RockHardnessRange | null {
  const ranges = texts.flatMap((text) => {
    const range = parseRockHardnessRange(text)
    return range ? [range] : []
  })
  if (ranges.length === 0) return null
  return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))]
}

/** Whether goods are made for a band of hardness. A single value belongs to the band that begins with it. */
export const isRangeInRockHardnessBand = (range: { from: number | null; to: number | null }, band: { from: number; to: number }): boolean =>
  range.from !== null && range.to !== null && range.from < band.to && (range.to > band.from || range.from === band.from)
