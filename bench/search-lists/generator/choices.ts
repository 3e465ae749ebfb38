// Choices that look random and are the same in every run.
import { createSeededRandom, type SeededRandom } from '#server/platform/testing/random.ts'

export type { SeededRandom }

/** Changing it changes every list. */
const SEED = 20_261_127

/** FNV-1a of the characters of a text. */
function hashText(text: string): number {
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}

/** A source of random numbers of its own for each name, so that a change of one rule leaves the rows of the others alone. */
export const createNamedRandom = (name: string): SeededRandom => createSeededRandom(hashText(name) ^ SEED)

/** Returns the elements in another order. */
export function shuffle<T>(random: SeededRandom, list: readonly T[]): T[] {
  const left = [...list]
  for (let last = left.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const [one, two] = [left[last], left[other]] as [T, T]
    left[last] = two
    left[other] = one
  }
  return left
}

/** Returns the elements shuffled, taking one of each group in turn, so that the first ones are of all groups. */
export function shuffleAcrossGroups<T>(random: SeededRandom, list: readonly T[], groupOf: (element: T) => string): T[] {
  const groups = [...Map.groupBy(shuffle(random, list), groupOf).values()]
  const longest = Math.max(0, ...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1))).flat()
}

/** Returns the element of a list that is used again from its beginning. */
export function getElementCyclically<T>(list: readonly T[], at: number): T {
  const element = list[at % list.length]
  if (element === undefined) throw new Error('an empty list')
  return element
}
