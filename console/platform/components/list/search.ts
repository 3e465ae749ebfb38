/** The search parameters of an address: names and texts. Each screen parses its own. */
export type SearchParams = Record<string, string | undefined>

/** Parses search parameters as text only, so that an order number is never read as a number and loses its last digits. */
export const parseSearchParamsAsText = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Writes the parameters with a value; '' if there are none. */
export function formatSearchParams(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}
