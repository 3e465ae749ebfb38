/**
 * Removes the characters at the end of a text that match `mark`, a pattern for one character: ('/a//', /\//) → '/a'. The time is
 * proportional to what it removes. `replace(/…+$/, '')` would start again at every position of a hostile text.
 */
export function trimEndMatching(text: string, mark: RegExp): string {
  let end = text.length
  while (end > 0 && mark.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
