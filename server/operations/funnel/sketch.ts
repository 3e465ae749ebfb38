/**
 * A sketch says how many different texts were added to it, within one percent, and keeps none of them: each text raises at most one of 16,384
 * small numbers (HyperLogLog). Sketches of several processes are joined by the larger number at each place.
 */
export type Sketch = Uint8Array

const PLACE_BITS = 14
/** How many bytes a sketch has. */
export const SKETCH_BYTES = 1 << PLACE_BITS
const PLACE_SHIFT = 32 - PLACE_BITS

export const createSketch = (): Sketch => new Uint8Array(SKETCH_BYTES)

/** What makes the numbers of a day different from those of other days and other malls. */
export interface SketchSeed {
  first: number
  second: number
}

/** What a text is in every sketch with the same seed: its place and its number in one whole number. Nothing else is known of the text then. */
export type SketchMark = number

const RANK_RANGE = 64

/** Adds a text to two hashes at a time; the caller mixes them at the end. */
const FIRST_FACTOR = 2_654_435_761
const SECOND_FACTOR = 1_597_334_677

/** Computes the mark of two texts as if they were one. Its hash need not withstand attacks, because only the mark is left of it. */
export function computeSketchMark(seed: SketchSeed, text: string, more = ''): SketchMark {
  let first = 0xdeadbeef ^ seed.first
  let second = 0x41c6ce57 ^ seed.second
  for (let at = 0; at < text.length; at++) {
    first = Math.imul(first ^ text.charCodeAt(at), FIRST_FACTOR)
    second = Math.imul(second ^ text.charCodeAt(at), SECOND_FACTOR)
  }
  for (let at = 0; at < more.length; at++) {
    first = Math.imul(first ^ more.charCodeAt(at), FIRST_FACTOR)
    second = Math.imul(second ^ more.charCodeAt(at), SECOND_FACTOR)
  }
  first = Math.imul(first ^ (first >>> 16), 2_246_822_507) ^ Math.imul(second ^ (second >>> 13), 3_266_489_909)
  second = Math.imul(second ^ (second >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909)
  return (first >>> PLACE_SHIFT) * RANK_RANGE + Math.clz32(second) + 1
}

/** Whether a text of this mark would change the sketch. */
export const isNewToSketch = (sketch: Sketch, mark: SketchMark): boolean => (sketch[Math.floor(mark / RANK_RANGE)] ?? 0) < mark % RANK_RANGE

export function addToSketch(sketch: Sketch, mark: SketchMark): void {
  if (isNewToSketch(sketch, mark)) sketch[Math.floor(mark / RANK_RANGE)] = mark % RANK_RANGE
}

/** Joins a sketch into another. */
export function joinSketch(into: Sketch, other: Sketch): void {
  for (let place = 0; place < SKETCH_BYTES; place++) into[place] = Math.max(into[place] ?? 0, other[place] ?? 0)
}

/** How many different texts a sketch stands for. Of some hundreds it is exact but for chance. */
export function countSketch(sketch: Sketch): number {
  let empty = 0
  let sum = 0
  for (const rank of sketch) {
    if (rank === 0) empty++
    sum += 2 ** -rank
  }
  const estimate = (0.7213 / (1 + 1.079 / SKETCH_BYTES)) * (SKETCH_BYTES ** 2 / sum)
  const isSmall = estimate <= 2.5 * SKETCH_BYTES && empty > 0
  return Math.round(isSmall ? SKETCH_BYTES * Math.log(SKETCH_BYTES / empty) : estimate)
}
