interface Run {
  text: string
  marked: boolean
}

/** Splits a text into segments that match the search words and segments that do not. Case is ignored. */
export function splitAtSearchMatches(text: string, words: readonly string[]): Run[] {
  const sought = words.filter((word) => word !== '').sort((left, right) => right.length - left.length)
  if (sought.length === 0) return text === '' ? [] : [{ text, marked: false }]
  const pattern = new RegExp(`(${sought.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'gi')
  return text
    .split(pattern)
    .map((run, at) => ({ text: run, marked: at % 2 === 1 }))
    .filter((run) => run.text !== '')
}
