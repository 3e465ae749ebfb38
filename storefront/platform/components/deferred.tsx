import { type ReactNode, useDeferredValue } from 'react'

/** What lies below the first window: drawn in the pauses after it, so that a slow phone shows and answers sooner. */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
