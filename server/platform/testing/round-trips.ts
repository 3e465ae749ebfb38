const TABLE = /\b(?:from|into|update) "?(\w+)/
/** The function of a statement that reads no table. */
const FUNCTION = /select (\w+)\(/
const LOCK = / for (update|share|no key update)\b/

/** A short name of a statement: its verb, its table, and its lock. */
function nameStatement(text: string): string {
  const [verb = ''] = /^rollback to|\S+/.exec(text.trim()) ?? []
  const subject = TABLE.exec(text) ?? FUNCTION.exec(text)
  const lock = LOCK.exec(text)
  return [verb, subject?.[1], lock && `for ${lock[1]}`].filter(Boolean).join(' ')
}

/** Joins names with ` + `. A name that repeats in a row is written once, with its number. */
function joinNames(names: readonly string[]): string {
  const runs: { name: string; times: number }[] = []
  for (const name of names) {
    const last = runs.at(-1)
    if (last?.name === name) last.times++
    else runs.push({ name, times: 1 })
  }
  return runs.map(({ name, times }) => (times === 1 ? name : `${name} × ${times}`)).join(' + ')
}

/** Names the statements of each round trip, for a story that counts them. */
export const nameStatementsOfRoundTrips = (trips: readonly (readonly string[])[]): string[] =>
  trips.map((sent) => joinNames(sent.map(nameStatement)))
