import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LOADING_DELAY_MS, router } from '#storefront/router.tsx'

let mounted = () => {}
/** Resolves when the page is mounted. From then on the router follows the URL itself. */
export const firstRenderDone = new Promise<void>((resolve) => {
  mounted = resolve
})

let rendering = false
let missed = false
/** The router listens to the address only after it is mounted. This handles earlier navigations. */
const stopFollowing = router.history.subscribe(() => {
  if (rendering) missed = true
  else void router.load()
})

function Mounted() {
  useLayoutEffect(() => {
    stopFollowing()
    if (missed) void router.load()
    missed = false
    mounted()
  }, [])
  return null
}

/**
 * Loads the screen of the address and renders the page into `root`. It renders in slices, so that a slow phone responds between them, and
 * without a screen that takes longer than `PATIENCE_MS`. During rendering the router captures the state setter of a component that is not
 * mounted yet, and publishes everything it has loaded there. So nothing may load between two slices: a page whose screen is still loading
 * is rendered in one piece, and a change of the address waits until the page is mounted.
 */
export async function renderPage(root: Element, page: ReactNode): Promise<void> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, LOADING_DELAY_MS, 'late'))
  const outcome = await Promise.race([router.load(), late])
  rendering = true
  const render = () =>
    createRoot(root).render(
      <>
        {page}
        <Mounted />
      </>,
    )
  if (outcome === 'late') render()
  else startTransition(render)
}
