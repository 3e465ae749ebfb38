/** The routes of the application. `storefront/router.tsx` adds the paths, so that components need not import the list of screens. */
// biome-ignore lint/suspicious/noEmptyInterface: the application adds its paths
export interface RoutePathRegister {}

/** A path of the storefront's routes. */
export type RoutePath = RoutePathRegister extends { path: infer Path extends string } ? Path : string

/** The search parameters of an address: names and texts. Each screen parses its own. */
export type SearchParams = Record<string, string | undefined>
