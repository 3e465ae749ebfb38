import { parseSearch } from '#console/platform/components/list/search.ts'
import { type Path, screens } from '#console/routes.ts'

/** Where a login leads: the screen that asked for it, with its filters. What is no screen of the console leads to the first page. */
export function redirectTarget(redirect: string | undefined): { to: Path; search: Record<string, string> } {
  const [path = '', query = ''] = (redirect ?? '').split(/\?(.*)/s)
  const screen = screens.find((one) => one.path === path)
  return screen ? { to: screen.path, search: parseSearch(query) } : { to: '/', search: {} }
}
