/**
 * Text without the characters at its end that match `mark`, an expression for one character: ('/a//', /\//) → '/a'. Takes time in proportion to
 * what it removes, where `replace(/…+$/, '')` begins anew at every place of a hostile text.
 */
export function trimEndPattern(text: string, mark: RegExp): string {
  let end = text.length
  while (end > 0 && mark.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
