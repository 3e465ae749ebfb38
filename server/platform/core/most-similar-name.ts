/** Two texts that differ by more than this share of their length do not mean the same. */
const FAR = 0.5

/** Counts how many letters must be changed, added or removed to turn one text into the other. */
function countEdits(one: readonly string[], other: readonly string[]): number {
  let above = other.map((_, at) => at + 1)
  for (const [row, letter] of one.entries()) {
    let [corner, left] = [row, row + 1]
    above = above.map((up, column) => {
      const best = Math.min(up + 1, left + 1, corner + (letter === other[column] ? 0 : 1))
      ;[corner, left] = [up, best]
      return best
    })
  }
  return above.at(-1) ?? one.length
}

const lettersOf = (text: string): string[] => [...text.normalize('NFKC').toLowerCase().replace(/\s/g, '')]

/** The name that is most similar to a text; empty: no name is similar. */
export function findMostSimilarName(text: string, names: Iterable<string>): string {
  const typed = lettersOf(text).slice(0, 60)
  let nearest = { name: '', share: FAR }
  for (const name of names) {
    const letters = lettersOf(name)
    const longer = Math.max(typed.length, letters.length)
    if (longer === 0 || Math.abs(typed.length - letters.length) > longer * nearest.share) continue
    const share = countEdits(typed, letters) / longer
    if (share < nearest.share) nearest = { name, share }
  }
  return nearest.name
}
