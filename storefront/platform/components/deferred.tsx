import { type ReactNode, useDeferredValue } from 'react'

/** Renders content below the first screen later, so that a slow phone shows and responds sooner. */
export const DeferredContent = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
