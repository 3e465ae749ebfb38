/** So many users of something are named in a refusal; of the others only the number is said. */
export const USES_NAMED_MAX = 3

/**
 * Formats names and how many there are: '商品“甲”、“乙”', '商品“甲”、“乙”、“丙”等 5 个'. `of` is what they are; `count` is how many there are
 * if not all of them are given.
 */
export function formatNamesAndCount(of: string, names: readonly string[], count = names.length): string {
  const named = names
    .slice(0, USES_NAMED_MAX)
    .map((name) => `“${name}”`)
    .join('、')
  return `${of}${named}${count > USES_NAMED_MAX ? `等 ${count} 个` : ''}`
}
