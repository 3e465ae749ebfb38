import path from 'node:path'

/** A route, as far as a walk needs it. The tables are read as they run: their screens are written for a browser. */
export interface Route {
  path: string
  title: string
}
export const routesOf = async (app: string): Promise<readonly Route[]> => {
  const { screens } = (await import(path.resolve(app, 'routes.ts'))) as { screens: readonly Route[] }
  return screens
}
