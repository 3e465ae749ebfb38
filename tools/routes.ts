import path from 'node:path'

/** A route, as far as tools and walks need it. The tables are read as they run: their screens are written for a browser. */
export interface Route {
  path: string
  title: string
}

export interface ScreenRoute extends Route {
  load: () => Promise<unknown>
}

export const routesOf = async (app: string): Promise<readonly ScreenRoute[]> => {
  const { screens } = (await import(path.resolve(app, 'routes.ts'))) as { screens: readonly ScreenRoute[] }
  return screens
}

/** The file of a route's screen below its application's folder, as the route loads it. Throws where it loads none. */
export function screenFile({ path: address, load }: ScreenRoute): string {
  const [, file] = /import\(["']\.\/([^"']+)["']\)/.exec(String(load)) ?? []
  if (file === undefined) throw new Error(`${address} loads no screen`)
  return file
}
