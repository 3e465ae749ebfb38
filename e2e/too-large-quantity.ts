import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressAtOnceAfterField } from './same-instant.ts'

const [BESIDE_THE_FIELD, BESIDE_THE_BUTTON] = ['一次最多 999,999，更多请分单或联系客服', '请先改正标红的数量']

/**
 * Types a quantity that is too large and presses the button in the same instant as the field is left. The field keeps the quantity and says why,
 * and the button does nothing with the quantity of before, which nobody sees any more. The quantity of before is typed again then.
 */
export async function expectTooLargeQuantityToHoldBack(page: Page, field: Locator, button: Locator): Promise<void> {
  const before = await field.inputValue()
  const url = page.url()
  await field.fill('10000000')
  await pressAtOnceAfterField(button)
  await page.getByText(BESIDE_THE_FIELD).waitFor()
  const besideTheButton = page.getByText(BESIDE_THE_BUTTON).and(page.locator(':not([popover])'))
  await besideTheButton.waitFor()
  expect([await field.inputValue(), page.url()]).toEqual(['10000000', url])
  await field.fill(before)
  await field.press('Tab')
  await besideTheButton.waitFor({ state: 'hidden' })
  expect(await button.isEnabled()).toBe(true)
}
