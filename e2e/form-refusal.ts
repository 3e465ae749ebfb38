import type { Locator, Page } from 'playwright-core'

/** Ends after every timer without delay that the page has started before. It runs in the page. */
const EARLIER_TIMERS_HAVE_RUN = 'new Promise((done) => setTimeout(done))'

/**
 * Waits until a form has refused what was entered, with this message, and moves the focus no more. A form of the mall sets the focus to its
 * first wrong field at once and again by a timer without delay, and `fill` types into whatever has the focus then. The check of a form
 * waits for no timer, so the timer of the second focus has been started when the press that sent the form is over. Timers of the same
 * delay run in their order, so one that is started now ends after it.
 */
export async function waitForFormRefusal(message: Locator): Promise<void> {
  await message.waitFor()
  await message.page().evaluate(EARLIER_TIMERS_HAVE_RUN)
}

/** How long a page of `delayTimersUntilFocus` holds a timer back at most: longer than the time between two steps of a journey. */
const HELD_MS = 1_000

/**
 * Makes each timer without delay as late as a busy machine can make it: it runs after the next field got the focus, so the second focus of a
 * refusal takes the focus away from it. A journey that does not wait for a refusal then fails every time and not once in a hundred runs.
 */
export const delayTimersUntilFocus = async (page: Page): Promise<void> => {
  await page.addInitScript(`{
    const start = window.setTimeout
    const held = new Set()
    window.setTimeout = (work, delay, ...rest) => {
      if (delay !== undefined) return start(work, delay, ...rest)
      const run = () => void (held.delete(run) && work(...rest))
      held.add(run)
      return start(run, ${HELD_MS})
    }
    document.addEventListener('focusin', () => [...held].forEach((run) => start(run)))
  }`)
}
