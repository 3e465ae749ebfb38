import { type ReactNode, startTransition, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { MAX_SCREEN_WAIT_BEFORE_SHELL_MS, router } from '#storefront/router.tsx'

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
 * without a screen that takes longer than `MAX_SCREEN_WAIT_BEFORE_SHELL_MS`.
 */
export async function renderPage(root: Element, page: ReactNode): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_SCREEN_WAIT_BEFORE_SHELL_MS))
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
