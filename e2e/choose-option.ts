import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Opens a select of the storefront and presses the option with this text. */
export async function chooseOption(field: Locator, text: string): Promise<void> {
  const list = field.page().getByRole('listbox')
  await field.click()
  await list.getByRole('option', { name: text, exact: true }).click()
  await list.waitFor({ state: 'hidden' })
}

/** The select of the console around its field. */
const SELECT_AROUND = 'xpath=ancestor::*[contains(concat(" ", normalize-space(@class), " "), " ant-select ")][1]'
const ONE_PRESS_MS = 5_000

/**
 * Types into a select of the console whose options come from the server, and presses the option with this title until it is chosen: an
 * answer that arrives during the press renders the list anew, and the press is lost.
 */
export async function chooseSearchedOption(field: Locator, typed: string, option: string): Promise<void> {
  const chosen = field.locator(SELECT_AROUND).getByTitle(option)
  const offered = field.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(option).last()
  await field.fill(typed)
  const isChosen = async () => {
    if ((await chosen.count()) === 0) await offered.click({ timeout: ONE_PRESS_MS }).catch(() => undefined)
    return (await chosen.count()) > 0
  }
  await expect.poll(isChosen, { timeout: 60_000 }).toBe(true)
}
