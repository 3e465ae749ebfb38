import { useEffect } from 'react'

/**
 * Where drawers and questions live: an element of the page's own. In the body itself antd would lock its scrolling with a style
 * that carries no nonce; the page does that by its style sheet.
 */
export const overlayContainer = (): HTMLElement => document.getElementById('overlays') ?? document.body

/**
 * Stands in whatever opens over the screen. What opened it may be gone when it closes: then the focus goes to the screen, and not to the page as a
 * whole. Only when it is out of the page is it known that nothing else has the focus.
 */
export function RestoreFocus(): null {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
  return null
}
