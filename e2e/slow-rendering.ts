import type { Page } from 'playwright-core'

/** How long the page pauses between two parts of a rendering. */
const REST_MS = 10

/**
 * Makes a page render like the slowest phone: React stops after every component and pauses before it continues. It runs in the page, before
 * its own scripts. React schedules over a `MessageChannel` and checks `performance.now()` for the end of a time slice.
 */
const SLOWLY = `(() => {
  let advance = 0
  window.turns = 0
  const now = Performance.prototype.now
  Performance.prototype.now = function () {
    advance += 0.5
    return now.call(this) + advance
  }
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (...message) {
    window.turns++
    setTimeout(() => post.apply(this, message), ${REST_MS})
  }
})()`

export const slowDownRendering = (page: Page): Promise<void> => page.addInitScript(SLOWLY).then(() => undefined)

/** Waits until the page is in the middle of its first rendering; or until it is visible, if it is rendered in one piece. */
export const waitUntilRenderingHasBegun = (page: Page): Promise<unknown> =>
  page.waitForFunction('window.turns >= 20 || document.querySelector("#root > div") !== null', null, { polling: 1 })
