// Which rows nobody reads while the search is tuned.
import { createNamedRandom, shuffle } from './choices.ts'
import { HELD_OUT_SHARE, type RowWithSource } from './rows.ts'

/** Chooses the share of every kind and origin. What is rounded off one is added to the next, so that it is the share of the whole too. */
export function chooseHeldOut<Row extends RowWithSource<object>>(rows: readonly Row[]): ReadonlySet<Row> {
  const groups = Map.groupBy(rows, ({ kind, origin }) => `${kind}\t${origin}`)
  const chosen = new Set<Row>()
  let due = 0
  for (const [name, group] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    due += group.length * HELD_OUT_SHARE
    // A little more than the sum, because tenths are not exact: 0.1 + 0.2 + … may be just below a half.
    const count = Math.min(group.length, Math.max(0, Math.round(due + 1e-9) - chosen.size))
    for (const row of shuffle(createNamedRandom(`held ${name}`), group).slice(0, count)) chosen.add(row)
  }
  return chosen
}
