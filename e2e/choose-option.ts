import type { Locator } from 'playwright-core'

/** Opens a select of the storefront and presses the option with this text. */
export async function chooseOption(field: Locator, text: string): Promise<void> {
  const list = field.page().getByRole('listbox')
  await field.click()
  await list.getByRole('option', { name: text, exact: true }).click()
  await list.waitFor({ state: 'hidden' })
}
