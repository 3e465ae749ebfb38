/** How long nothing larger may have appeared, and how long is waited at most. */
const QUIET_MS = 300
const LATEST_MS = 2_000

/**
 * Resolves when the largest content of the screen has been visible for a moment. What a screen needs only after it is read waits for this: on
 * a phone's connection it would delay the text and the pictures that people came for. The browser reports no larger content after the first
 * press, so a screen that is opened later waits `QUIET_MS`.
 */
export const firstContentShown = new Promise<void>((resolve) => {
  let quiet = setTimeout(resolve, QUIET_MS)
  setTimeout(resolve, LATEST_MS)
  const observer = new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = setTimeout(resolve, QUIET_MS)
  })
  // A browser that does not know this type reports nothing.
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
})
