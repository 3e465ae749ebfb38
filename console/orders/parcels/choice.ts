/** The rows that were chosen, by a key and in the sequence of choosing, and what they were chosen of: the filters of the list, for example. */
export interface Choice<Row> {
  of: string
  rows: ReadonlyMap<string, Row>
}

interface Change<Row> {
  of: string
  /** The rows to choose or no longer, each with its key. */
  rows: readonly (readonly [string, Row])[]
  yes: boolean
}

/** Returns the chosen rows; none if they were chosen of something else. */
export const getRowsChosenOf = <Row>(choice: Choice<Row>, of: string): ReadonlyMap<string, Row> =>
  choice.of === of ? choice.rows : new Map<string, Row>()

/** Chooses rows, or no longer. What was chosen of something else ends. */
export function changeChoice<Row>(choice: Choice<Row>, { of, rows, yes }: Change<Row>): Choice<Row> {
  const after = new Map(getRowsChosenOf(choice, of))
  for (const [key, row] of rows) {
    if (yes) after.set(key, row)
    else after.delete(key)
  }
  return { of, rows: after }
}
