import { useRouterState } from '#storefront/platform/routing/routing.tsx'

/** A bar at the top during a navigation (specification §2). */
export function ProgressBar() {
  const busy = useRouterState(({ isLoading }) => isLoading)
  return (
    <div
      aria-hidden
      className={`fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden transition-opacity duration-300 ${busy ? 'opacity-100' : 'opacity-0'}`}
    >
      <div
        className={`h-full origin-left bg-cta transition-transform ease-out ${busy ? 'scale-x-75 duration-[4s]' : 'scale-x-100 duration-200'}`}
      />
    </div>
  )
}
