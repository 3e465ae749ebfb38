/** Normalizes column headings so that they can be compared. */

/** A heading without asterisks, spaces and punctuation, in half-width lower case. Brackets stay: '*收（付）方 名称：' → '收(付)方名称'. */
export const normaliseHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*:_.-]/g, '')

/** A compact heading without text in brackets: '数量(支)' → '数量'. */
export const removeHeadingBrackets = (compact: string): string => compact.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')

/** Above the headings a file may have titles. */
const TITLE_ROWS_MAX = 20

/**
 * Finds the columns of a table by a word of their headings. The row of headings is the first one with the word of `key`. Returns its index,
 * or −1, and the column of each word: without headings they are in the order of `words`; −1 if no heading means the word. A heading that is
 * the word goes first, and one with several words means that of `key`, else the last: 仓库编码 is a 仓库.
 */
export function findColumnsByHeadingWord<Name extends string>(
  table: readonly (readonly string[])[],
  words: Readonly<Record<Name, string>>,
  key: NoInfer<Name>,
): { head: number; columns: Record<Name, number> } {
  const head = table.slice(0, TITLE_ROWS_MAX).findIndex((cells) => cells.some((text) => text.includes(words[key])))
  const ordered = Object.values<string>(words)
  const ranked = [words[key], ...ordered.toReversed()]
  const headings = (table[head] ?? []).map((text) => {
    const compact = normaliseHeading(text)
    const bare = removeHeadingBrackets(compact)
    const means = ranked.find((word) => bare.includes(word)) ?? ranked.find((word) => compact.includes(word))
    return { bare, means }
  })
  const findColumn = (word: string): number => {
    const exact = headings.findIndex(({ bare }) => bare === word)
    return exact >= 0 ? exact : headings.findIndex(({ means }) => means === word)
  }
  const entries = Object.entries<string>(words).map(([name, word], at) => [name, head < 0 ? at : findColumn(word)])
  return { head, columns: Object.fromEntries(entries) }
}
