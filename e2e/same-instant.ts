import type { Locator } from 'playwright-core'

// No hand and no driver is as quick every time as these presses: what a slow machine's page has shown by then is what a person may rely on.

/** Presses a button in the instant in which the field with the focus is left. */
export const pressAtOnceAfterField = (button: Locator): Promise<void> =>
  button.evaluate(async (element) => {
    element.ownerDocument.activeElement?.blur()
    await Promise.resolve()
    element.click()
  })

/** Presses a button twice, the second time before the page has shown the first press: so a double click reaches a page that is busy. */
export const pressTwiceAtOnce = (button: Locator): Promise<void> =>
  button.evaluate(async (element) => {
    element.click()
    await Promise.resolve()
    element.click()
  })
