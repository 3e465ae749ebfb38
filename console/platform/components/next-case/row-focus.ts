import { isDialogOpen, LIST_ROW_SELECTOR } from '#console/platform/components/page-dom.ts'

/** The position of the row whose button was pressed last. */
let pressedRow = 0

/** Remembers the row of a button that begins a decision. */
export function rememberRowOfDecision(button: Element): void {
  const at = [...document.querySelectorAll(LIST_ROW_SELECTOR)].findIndex((row) => row.contains(button))
  pressedRow = Math.max(at, 0)
}

/** How long a window takes to close, at most, in ms. */
const CLOSING_MS = 1_500

/**
 * After a row was decided: focuses the row that now stands in its place, or the next one that can be decided, so that its letters can be
 * pressed. It waits until the window of the decision is gone, and does nothing on another screen.
 */
export function focusNextRowToDecide(): void {
  const { hash } = window.location
  const begun = performance.now()
  const step = () => {
    if (window.location.hash !== hash || performance.now() - begun > CLOSING_MS) return
    if (isDialogOpen()) {
      requestAnimationFrame(step)
      return
    }
    const rows = [...document.querySelectorAll(LIST_ROW_SELECTOR)].slice(pressedRow)
    const next = rows.find((row) => row.querySelector('[aria-keyshortcuts]:enabled') !== null)
    next?.querySelector<HTMLElement>('a[href], button:enabled')?.focus()
  }
  requestAnimationFrame(step)
}
