interface Run {
  text: string
  marked: boolean
}

/** A text in runs: those that were looked for and those between, whatever case they are written in. */
export function highlightMatches(text: string, words: readonly string[]): Run[] {
  const sought = words.filter((word) => word !== '').sort((left, right) => right.length - left.length)
  if (sought.length === 0) return text === '' ? [] : [{ text, marked: false }]
  const pattern = new RegExp(`(${sought.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'gi')
  return text
    .split(pattern)
    .map((run, at) => ({ text: run, marked: at % 2 === 1 }))
    .filter((run) => run.text !== '')
}
