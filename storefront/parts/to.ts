import type { LinkProps } from '@tanstack/react-router'

/** An address of the mall, as the router knows it. Named by the router's own type, so that no part has to know the list of screens. */
export type To = NonNullable<LinkProps['to']>

/** What an address carries after its path: names and texts. Each screen reads its own. */
export type Search = Record<string, string | undefined>
