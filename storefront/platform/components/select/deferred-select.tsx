import { Suspense } from 'react'
import { firstContentShown } from '#storefront/platform/components/first-content.ts'
import { Skeleton } from '#storefront/platform/components/states.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { SelectProps } from './select.tsx'

const LoadedSelect = lazyPart<SelectProps<string>>(() => firstContentShown.then(async () => (await import('./select.tsx')).Select))

/**
 * A select on a screen where people arrive. Its library is as large as the rest of such a screen, so it is loaded after what is read first is visible. Until
 * then its place is a skeleton: a field that looked ready would lose the keys and presses of somebody who is fast.
 */
export const DeferredSelect = (props: SelectProps<string>) => (
  <Suspense fallback={<Skeleton className={`rounded-control ${props.className ?? 'h-11'}`} />}>
    <LoadedSelect {...props} />
  </Suspense>
)
