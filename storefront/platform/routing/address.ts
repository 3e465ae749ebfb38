import type { RouterHistory } from '@tanstack/react-router'
import type { RoutePath, SearchParams } from './types.ts'

type HistoryPlace = RouterHistory['location']

/** A place in the mall: a screen's path and its search parameters. */
export interface ScreenLocation {
  pathname: string
  search: SearchParams
  /** Path and search as they are in the URL after the hash. */
  href: string
  state: HistoryPlace['state']
}

/** Where a link or a navigation leads. Without `search` the new address has no search parameters. */
export interface NavigateOptions {
  /** A path, one with its search parameters, or `.` for the current path. */
  to?: RoutePath | `${RoutePath}?${string}` | '.'
  search?: SearchParams | true | ((current: SearchParams) => SearchParams)
  /** Replaces the entry of the history. */
  replace?: boolean
  /** false: the page stays scrolled as it is. */
  resetScroll?: boolean
  /** true keeps the state of the current history entry. */
  state?: true
}

/** Values in the URL are always text. They are never parsed as numbers or lists. */
const readSearch = (text: string): SearchParams => Object.fromEntries(new URLSearchParams(text))

function writeSearch(search: SearchParams): string {
  const given = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '')
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}

/** The screen's location of a history entry. */
export const toScreenLocation = ({ pathname, search, href, state }: HistoryPlace): ScreenLocation => ({
  pathname,
  search: readSearch(search),
  href,
  state,
})

/** The address to which a navigation from a location leads. */
export function resolveHref(from: Pick<ScreenLocation, 'pathname' | 'search'>, { to = '.', search }: NavigateOptions): string {
  const [path = '', own = ''] = (to === '.' ? from.pathname : to).split(/\?(.*)/s)
  if (search === undefined) return own === '' ? path : `${path}?${own}`
  if (search === true) return path + writeSearch(from.search)
  return path + writeSearch(typeof search === 'function' ? search(from.search) : search)
}

/** Whether a location shows what a link leads to: the same path, and the link's search parameters among others. */
export function isLocationOfHref({ pathname, search }: Pick<ScreenLocation, 'pathname' | 'search'>, href: string): boolean {
  const [path = '', own = ''] = href.split(/\?(.*)/s)
  return path === pathname && Object.entries(readSearch(own)).every(([name, value]) => search[name] === value)
}
