const TABLE = /\b(?:from|into|update) "?(\w+)/
/** The function of a statement that reads no table. */
const FUNCTION = /select (\w+)\(/
const LOCK = / for (update|share)\b/

/** A short name of a statement: its verb, its table, and how it locks. */
function nameStatement(text: string): string {
  const [verb = ''] = text.trim().split(/\s/)
  const subject = TABLE.exec(text) ?? FUNCTION.exec(text)
  const lock = LOCK.exec(text)
  return [verb, subject?.[1], lock && `for ${lock[1]}`].filter(Boolean).join(' ')
}

/** Names the statements of each round trip, joined by ` + `, for a story that counts them. */
export const nameRoundTrips = (trips: readonly (readonly string[])[]): string[] => trips.map((sent) => sent.map(nameStatement).join(' + '))
