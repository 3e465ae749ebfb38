/** A line of a diff between two texts. */
export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Above this number of pairs, the middle is shown as removed and added, without looking for common lines. */
const PAIRS_MAX = 1_000_000

/** Computes the longest common subsequence of lines. All other lines are removed or added. */
function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  const all = (kind: 'gone' | 'new', lines: readonly string[]) => lines.map((text): DiffLine => ({ kind, text }))
  if (before.length * after.length > PAIRS_MAX) return [...all('gone', before), ...all('new', after)]
  const width = after.length + 1
  /** The length of the common subsequence from each pair of positions on. */
  const stay = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => stay[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      stay[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push({ kind: 'same', text: before[row] ?? '' })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push({ kind: 'gone', text: before[row++] ?? '' })
    else lines.push({ kind: 'new', text: after[column++] ?? '' })
  }
  return [...lines, ...all('gone', before.slice(row)), ...all('new', after.slice(column))]
}

/** Computes the diff of two texts, line by line. */
export function computeLineDiff(from: string, to: string): DiffLine[] {
  const [before, after] = [from.split('\n'), to.split('\n')]
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(before.slice(0, head)),
    ...between(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}
