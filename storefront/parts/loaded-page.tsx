import type { ComponentProps } from 'react'
import { Loaded } from './states.tsx'

/** What a page is about: `Loaded`, and until it says its own name, or where it never does, the name of its kind for whoever listens. */
export const LoadedPage = <T,>({ title, ...loaded }: ComponentProps<typeof Loaded<T>> & { title: string }) => (
  <>
    {loaded.from.data === undefined && <h1 className="sr-only">{title}</h1>}
    <Loaded {...loaded} />
  </>
)
