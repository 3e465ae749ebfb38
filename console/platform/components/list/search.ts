/** What an address carries after its path: names and texts. Each screen reads its own. */
export type Search = Record<string, string | undefined>

/** Values in the address are text and nothing else: an order number is never taken for a number that loses its last digits. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Writes what has a value; '' when nothing has. */
export function formatSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}
