import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LOADING_DELAY_MS, router } from '#storefront/router.tsx'

let mounted = () => {}
/** Resolves when the page is mounted. */
export const firstRenderDone = new Promise<void>((resolve) => {
  mounted = resolve
})

function Mounted() {
  useLayoutEffect(() => mounted(), [])
  return null
}

/**
 * Loads the screen of the address and renders the page into `root`. It renders in slices, so that a slow phone responds between them, and
 * without a screen that takes longer than `LOADING_DELAY_MS`.
 */
export async function renderPage(root: Element, page: ReactNode): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING_DELAY_MS))
  await Promise.race([router.load(), late])
  startTransition(() =>
    createRoot(root).render(
      <>
        {page}
        <Mounted />
      </>,
    ),
  )
}
