import { parseSearchParamsAsText } from '#console/platform/components/list/search.ts'
import { type ScreenPath, screens } from '#console/routes.ts'

/** Returns where a login leads: the requested screen with its filters. If it is not a screen of the console, the first page. */
export function parseRedirectTarget(redirect: string | undefined): { to: ScreenPath; search: Record<string, string> } {
  const [path = '', query = ''] = (redirect ?? '').split(/\?(.*)/s)
  const screen = screens.find((one) => one.path === path)
  return screen ? { to: screen.path, search: parseSearchParamsAsText(query) } : { to: '/', search: {} }
}
