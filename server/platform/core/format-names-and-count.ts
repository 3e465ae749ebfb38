/** A refusal names this many users of a thing. Of the others it gives only the number. */
export const NAMES_IN_REFUSAL_MAX = 3

/**
 * Formats names and their number: '商品“甲”、“乙”', '商品“甲”、“乙”、“丙”等 5 个'. `of` is their kind; `count` is the total number if not all names are
 * given.
 */
export function formatNamesAndCount(of: string, names: readonly string[], count = names.length): string {
  const named = names
    .slice(0, NAMES_IN_REFUSAL_MAX)
    .map((name) => `“${name}”`)
    .join('、')
  return `${of}${named}${count > NAMES_IN_REFUSAL_MAX ? `等 ${count} 个` : ''}`
}
