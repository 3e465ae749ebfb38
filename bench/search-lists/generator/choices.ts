// Choices that look random and are the same in every run.
import { createSeededRandom, type SeededRandom, shuffle } from '#server/platform/testing/random.ts'

export { type SeededRandom, shuffle }

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
