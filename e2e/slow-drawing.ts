import type { Page } from 'playwright-core'

/** How long the page rests between two pieces of a drawing. */
const REST_MS = 10

/**
 * Makes a page draw as the slowest phone does: React stops after every component and rests before it goes on. Runs in the page, before its own
 * scripts. React takes its turns over a `MessageChannel` and looks at `performance.now()` for when a turn is over.
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

export const drawSlowly = (page: Page): Promise<void> => page.addInitScript(SLOWLY).then(() => undefined)

/** Waits until the page is in the middle of its first drawing; at once where that is done in one piece and can be seen. */
export const whileDrawing = (page: Page): Promise<unknown> =>
  page.waitForFunction('window.turns >= 20 || document.querySelector("#root > div") !== null', null, { polling: 1 })
