import { setTimeout as pause } from 'node:timers/promises'
import { type Page, selectors } from 'playwright-core'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'

/**
 * A function for the page: whether the screen of its URL is shown, however spaces are written there. A page without screens, like a payment
 * provider's, has no address.
 */
const IS_SCREEN_OF_URL_SHOWN = `() => {
  const toPlain = (address) => decodeURIComponent(address.replaceAll('+', ' '))
  const address = location.hash.slice(1)
  return address === '' || toPlain(document.documentElement.dataset.shownScreen ?? '') === toPlain(address)
}`
const SHOWN_INTERVAL_MS = 20

/** A selector that finds the document while it still shows the screen before. */
const SCREEN_BEFORE = 'screen-before'
const findDocumentOfScreenBefore = `{
  query: () => (${IS_SCREEN_OF_URL_SHOWN})() ? null : document.documentElement,
  queryAll: () => (${IS_SCREEN_OF_URL_SHOWN})() ? [] : [document.documentElement],
}`

let registered: Promise<void> | undefined

/** Must be awaited before a page's context is made: only a later context knows the selector for certain. */
export const registerScreenBefore = (): Promise<void> =>
  (registered ??= selectors.register(SCREEN_BEFORE, `(${findDocumentOfScreenBefore})`, { contentScript: true }))

/** The content security policy forbids functions that are made from text, also those of `waitForFunction`. A page that is left has no answer. */
export async function waitForScreenOfUrl(page: Page): Promise<void> {
  const latest = performance.now() + JOURNEY_TIMEOUT_MS
  // Not `expect.poll`, which tests that run at the same time cannot share.
  while (!(await page.evaluate(`(${IS_SCREEN_OF_URL_SHOWN})()`).catch(() => false))) {
    if (performance.now() > latest) throw new Error(`the screen of ${page.url()} is not shown`)
    await pause(SHOWN_INTERVAL_MS)
  }
}

/**
 * Makes every act and every wait of a page begin after the screen of its URL is shown. Otherwise a journey could press a button of the screen
 * before, or take its text for the next one's.
 */
export async function waitForScreensBeforeActs(page: Page): Promise<void> {
  await page.addLocatorHandler(page.locator(`${SCREEN_BEFORE}=`), () => waitForScreenOfUrl(page), { noWaitAfter: true })
  const waitForUrl = page.waitForURL.bind(page)
  page.waitForURL = async (...given) => {
    await waitForUrl(...given)
    await waitForScreenOfUrl(page)
  }
}
