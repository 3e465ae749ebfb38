/** A reproducible source of random numbers: the same seed gives the same numbers (mulberry32). */
export interface SeededRandom {
  /** 0 … n − 1 */
  below(n: number): number
  pick<T>(choices: readonly T[]): T
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    pick: (choices) => {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('nothing to pick from')
      return choice
    },
  }
}

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
