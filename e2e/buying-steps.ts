import type { Locator, Page } from 'playwright-core'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { readLabelledAmount, typePaymentPassword } from './people.ts'

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

export async function search(page: Page, keyword: string): Promise<void> {
  await page.getByRole('combobox', { name: '搜索商品' }).fill(keyword)
  await page.getByRole('search').getByRole('button', { name: '搜索' }).click()
}

/** Keeps one SKU selected in the open cart. */
export async function selectOnly(page: Page, code: string): Promise<void> {
  const selected = page.getByRole('region', { name: '结算' })
  const all = selected.getByRole('checkbox', { name: '全选' })
  await all.waitFor()
  // If a part is selected, the first press selects all, and the next one clears all.
  if (!(await all.isChecked())) await all.click()
  await all.and(page.locator(':checked')).waitFor()
  await all.click()
  await selected.getByText('已选 0 种').waitFor()
  await page.getByRole('checkbox', { name: new RegExp(`^选择 .*${code}$`) }).click()
  await selected.getByText('已选 1 种').waitFor()
}

/** Keeps one SKU selected in the open cart, and continues to the order. */
export async function orderOnly(page: Page, code: string): Promise<void> {
  await selectOnly(page, code)
  await page.getByRole('button', { name: '去结算' }).click()
  await heading(page, '确认订单').waitFor()
}

/** Chooses the payment method on the order page. Returns the total. */
export async function chooseMethod(page: Page, label: string, priceType: string): Promise<{ goods: Fen; freight: Fen; total: Fen }> {
  const sums = page.getByRole('region', { name: '订单明细' })
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText(label, { exact: true }).click()
  await sums.getByText(priceType, { exact: true }).waitFor()
  const [goods, freight, total] = [
    await readLabelledAmount(sums, '商品合计'),
    await readLabelledAmount(sums, '配送运费'),
    await readLabelledAmount(sums, '订单合计'),
  ]
  return { goods, freight, total }
}

/** Submits the order on its page, and enters the six digits. Returns the dialog, which waits for the confirmation. */
export async function submitOrder(page: Page, total: Fen): Promise<Locator> {
  await page.getByRole('button', { name: '提交订单' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await dialog.getByText(formatMoney(total)).waitFor()
  await typePaymentPassword(dialog)
  return dialog
}

/** Confirms the payment, and waits for the success message. */
export async function confirmPayment(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/#\/order_pay_success\?tradeId=/)
  await heading(page, '支付成功').waitFor()
}

export const submitAndPay = async (page: Page, total: Fen): Promise<void> => confirmPayment(page, await submitOrder(page, total))
