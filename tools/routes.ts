import path from 'node:path'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import type { RequiredPermissionOrResolver } from '#storefront/platform/sessions/permissions/required-permission.ts'

/** A route, with the fields that tools and tests need. The tables are read as source text, because their screens need a browser. */
export interface Route {
  path: string
  title: string
}

export interface ScreenRoute extends Route {
  /** For a screen of the mall: the permission without which it redirects to /403, and the permissions without which it shows a notice. */
  needs?: MemberPermissionCode
  right?: RequiredPermissionOrResolver
  load: () => Promise<unknown>
}

export const importScreenRoutes = async (app: string): Promise<readonly ScreenRoute[]> => {
  const { screens } = (await import(path.resolve(app, 'routes.ts'))) as { screens: readonly ScreenRoute[] }
  return screens
}

interface Prefetch {
  /** The first requests of an application's paths, which are written into its page. */
  prefetchCallsByPath: Readonly<Record<string, readonly unknown[]>>
  USER_CALL_PATH: string
}

export async function importPrefetchCalls(app: string): Promise<Prefetch> {
  const prefetch = (await import(path.resolve(app, 'prefetch.ts'))) as Partial<Prefetch>
  const { prefetchCallsByPath, USER_CALL_PATH } = prefetch
  // The first script of the page would read from undefined.
  if (prefetchCallsByPath === undefined || USER_CALL_PATH === undefined) throw new Error(`${app}/prefetch.ts lacks what the page is given`)
  return { prefetchCallsByPath, USER_CALL_PATH }
}

/** The file of a route's screen, relative to its application's folder. Throws if the route loads none. */
export function findScreenFileOfRoute({ path: address, load }: ScreenRoute): string {
  const [, file] = /import\(["']#\w+\/([^"']+)["']\)/.exec(String(load)) ?? []
  if (file === undefined) throw new Error(`${address} loads no screen`)
  return file
}
