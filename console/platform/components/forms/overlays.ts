import { useEffect } from 'react'

/**
 * The container of drawers and confirmations, an element of the page. In the body antd would lock the scrolling with a style without a
 * nonce. The page's style sheet locks it.
 */
export const getOverlayContainer = (): HTMLElement => document.getElementById('overlays') ?? document.body

/** The container of a list of options: beside its field, so that it scrolls with it and the Tab key finds it. */
export const getParentOverlayContainer = ({ parentElement }: HTMLElement): HTMLElement => parentElement ?? document.body

/**
 * Put it into every overlay. The element that opened the overlay may be gone when it closes. Then the focus goes to the screen and not to
 * the body. Whether something else has the focus is only known after the overlay was removed.
 */
export function RestoreFocusOnOverlayClose(): null {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
  return null
}
