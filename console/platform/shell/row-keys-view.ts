/** The path of a link inside the console: '#/order?orderNo=1' → '/order'. */
const pathOf = (hash: string): string => hash.slice(1).split('?')[0] ?? ''

/** Which link of a row opens its record: the first to a screen below the list, else its first; -1: it has none. */
export function findRowRecordLinkIndex(hashes: readonly string[], below: ReadonlySet<string>): number {
  const at = hashes.findIndex((hash) => below.has(pathOf(hash)))
  return at < 0 ? Math.min(0, hashes.length - 1) : at
}

/** The row after a step; it stays at both ends. `at` is -1 while no row has the focus: then a step forward begins at the first. */
export function computeNextRowIndex(at: number, by: 1 | -1, count: number): number {
  if (at < 0) return by === 1 ? 0 : count - 1
  return Math.min(Math.max(at + by, 0), count - 1)
}
