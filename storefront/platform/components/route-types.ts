import type { LinkProps } from '@tanstack/react-router'

/** An address of the mall, as the router knows it. Named by the router's own type, so that no part has to know the list of screens. */
export type RoutePath = NonNullable<LinkProps['to']>

/** What an address carries after its path: names and texts. Each screen reads its own. */
export type SearchParams = Record<string, string | undefined>
