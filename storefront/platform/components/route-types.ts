import type { LinkProps } from '@tanstack/react-router'

/** A path of the storefront's routes. It uses the router's own type, so that components need not import the list of screens. */
export type RoutePath = NonNullable<LinkProps['to']>

/** The search parameters of an address: names and texts. Each screen parses its own. */
export type SearchParams = Record<string, string | undefined>
