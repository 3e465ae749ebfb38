import path from 'node:path'
import type { PermissionCode } from '#contract/platform/core/permissions.ts'
import type { RequiredPermissionFor } from '#storefront/platform/sessions/permissions/required-permission.ts'

/** A route, as far as tools and walks need it. The tables are read as they run: their screens are written for a browser. */
export interface Route {
  path: string
  title: string
}

export interface ScreenRoute extends Route {
  /** Of a screen of the mall: the code that leads to /403 without it, and the right without which its place says so. */
  needs?: PermissionCode
  right?: RequiredPermissionFor
  load: () => Promise<unknown>
}

export const routesOf = async (app: string): Promise<readonly ScreenRoute[]> => {
  const { screens } = (await import(path.resolve(app, 'routes.ts'))) as { screens: readonly ScreenRoute[] }
  return screens
}

/** What an application's addresses ask for first, to be written into its page. */
export const prefetchCallsOf = async (app: string): Promise<Readonly<Record<string, readonly unknown[]>>> => {
  const { prefetchCalls } = (await import(path.resolve(app, 'prefetch.ts'))) as {
    prefetchCalls: Readonly<Record<string, readonly unknown[]>>
  }
  return prefetchCalls
}

/** The file of a route's screen below its application's folder, as the route loads it. Throws where it loads none. */
export function screenFile({ path: address, load }: ScreenRoute): string {
  const [, file] = /import\(["']#\w+\/([^"']+)["']\)/.exec(String(load)) ?? []
  if (file === undefined) throw new Error(`${address} loads no screen`)
  return file
}
