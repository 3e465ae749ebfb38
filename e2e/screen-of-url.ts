import { setTimeout as pause } from 'node:timers/promises'
import { type Page, selectors } from 'playwright-core'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'

/** Functions for the page: the address of its URL and that of the screen it shows, however spaces are written there. */
const ADDRESSES = `
  const toPlain = (address) => decodeURIComponent(address.replaceAll('+', ' '))
  const asked = toPlain(location.hash.slice(1))
  const shown = toPlain(document.documentElement.dataset.shownScreen ?? '')`
/** A page without screens, like a payment provider's, has no address. */
const IS_SCREEN_OF_URL_SHOWN = `(() => {${ADDRESSES}
  return asked === '' || shown === asked
})()`
/** A page that has just been opened has no screen before. */
const IS_SCREEN_BEFORE_SHOWN = `(() => {${ADDRESSES}
  return asked !== '' && shown !== '' && shown !== asked
})()`
const SHOWN_INTERVAL_MS = 20

/** A selector that finds the document while it still shows the screen before. */
const SCREEN_BEFORE = 'screen-before'
const findDocumentOfScreenBefore = `{
  query: () => (${IS_SCREEN_BEFORE_SHOWN} ? document.documentElement : null),
  queryAll: () => (${IS_SCREEN_BEFORE_SHOWN} ? [document.documentElement] : []),
}`

let registered: Promise<void> | undefined

/** Must be awaited before a page's context is made: only a later context knows the selector for certain. */
export const registerScreenBefore = (): Promise<void> =>
  (registered ??= selectors.register(SCREEN_BEFORE, `(${findDocumentOfScreenBefore})`, { contentScript: true }))

/** The content security policy forbids functions that are made from text, also those of `waitForFunction`. A page that is left has no answer. */
export async function waitForScreenOfUrl(page: Page): Promise<void> {
  const latest = performance.now() + JOURNEY_TIMEOUT_MS
  // Not `expect.poll`, which tests that run at the same time cannot share.
  while (!(await page.evaluate(IS_SCREEN_OF_URL_SHOWN).catch(() => false))) {
    if (performance.now() > latest) throw new Error(`the screen of ${page.url()} is not shown`)
    await pause(SHOWN_INTERVAL_MS)
  }
}

/**
 * Makes every act and every wait of a page begin after the screen of its URL is shown. Otherwise a journey could press a button of the screen
 * before, or take its text for the next one's.
 */
export async function waitForScreensBeforeActs(page: Page): Promise<void> {
  // A screen that never comes fails the act itself, which says what it waited for.
  const wait = () => waitForScreenOfUrl(page).catch(() => undefined)
  await page.addLocatorHandler(page.locator(`${SCREEN_BEFORE}=`), wait, { noWaitAfter: true })
  const waitForUrl = page.waitForURL.bind(page)
  page.waitForURL = async (...given) => {
    await waitForUrl(...given)
    await waitForScreenOfUrl(page)
  }
}
