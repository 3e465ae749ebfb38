import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD, MAIN } from '#tools/demo/people.ts'
import { findForcedColourFaults } from './forced-colours.ts'
import { readCaptchaLetters } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** More key presses than any screen of the mall needs. */
const PRESSES_MAX = 120

const hasFocus = (wanted: Locator): Promise<boolean> => wanted.evaluate((element) => element === element.ownerDocument.activeElement)

const SEEN = { kept: true, inWindow: true, looksOtherwise: true }
/** Returns whether the focus is visible: the element is in the window, and it or its container looks different without the focus. */
const showsFocus = (wanted: Locator): Promise<typeof SEEN> =>
  wanted.evaluate(async (element) => {
    const { defaultView: window } = element.ownerDocument
    const look = () =>
      [element, element.parentElement, element.parentElement.parentElement].map((one) => {
        const { outlineStyle, outlineWidth, borderColor, boxShadow } = window.getComputedStyle(one)
        // An outline without a style still has a width.
        return [outlineStyle === 'none' ? '' : outlineWidth, borderColor, boxShadow].join()
      })
    const frames = () => new Promise((done) => window.requestAnimationFrame(() => window.requestAnimationFrame(done)))
    await frames()
    const { top, bottom } = element.getBoundingClientRect()
    const [kept, focused] = [element === element.ownerDocument.activeElement, look()]
    element.blur()
    await frames()
    const blurred = look()
    element.focus()
    return { kept, inWindow: bottom > 0 && top < window.innerHeight, looksOtherwise: focused.join() !== blurred.join() }
  })

/** Presses one key until the wanted element has the focus, which must be visible there. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let press = 0; press < PRESSES_MAX; press++) {
    await page.keyboard.press(key)
    if (await hasFocus(wanted)) {
      expect(await showsFocus(wanted), `the focus is seen at ${wanted}`).toEqual(SEEN)
      return
    }
  }
  throw new Error(`${wanted} cannot be reached with ${key}`)
}

test('a buyer goes from the home page to a paid order by keyboard only, and forced colours hide nothing', async () => {
  const [offered, code] = ['KT-U85-25', 'KT-U85-22']
  const visited = await openPage(mall)
  const { page, problems, go } = visited
  const { keyboard } = page
  /** Also where the system forces its colours. */
  const looksRight = async (screen: string) => expect(await findForcedColourFaults(page), screen).toEqual([])
  const type = async (field: Locator, text: string) => {
    await tabTo(page, field)
    await keyboard.type(text)
  }
  const press = async (element: Locator, key = 'Enter') => {
    await tabTo(page, element)
    await keyboard.press(key)
  }

  await press(page.getByRole('banner').getByRole('link', { name: '登录' }))
  await page.getByRole('img', { name: '图形验证码' }).waitFor()
  await type(page.getByLabel('手机号'), MAIN)
  await type(page.getByLabel('密码', { exact: true }), DEMO_PASSWORD)
  await type(page.getByRole('textbox', { name: '图形验证码' }), await readCaptchaLetters(mall, visited))
  await keyboard.press('Enter')
  await page.getByRole('complementary', { name: '企业账户' }).waitFor()
  await looksRight('home')

  await tabTo(page, page.getByRole('combobox', { name: '搜索商品' }), 'Shift+Tab')
  await keyboard.type('U85')
  await keyboard.press('Enter')
  await page.waitForURL(/#\/shop\?keyword=U85$/)
  await looksRight('list')
  await press(page.getByRole('heading', { level: 3, name: /U85/ }).getByRole('link').first())
  const goods = page.getByRole('article').first()
  await goods.getByText(`编码 ${offered}`).waitFor()
  await looksRight('product')
  const sizes = goods.getByRole('group', { name: '刀头直径' })
  await tabTo(page, sizes.getByRole('radio', { checked: true }))
  await keyboard.press('ArrowDown')
  await goods.getByText(`编码 ${code}`).waitFor()
  const chosen = sizes.getByRole('radio', { checked: true })
  expect(await hasFocus(chosen), 'the chosen size has the focus').toBe(true)
  expect(await showsFocus(chosen), 'and it is seen there').toEqual(SEEN)
  await press(goods.getByRole('button', { name: '加入购物车', exact: true }))
  await page.getByText(new RegExp(`^已加入购物车：.*（${code}） × 1 `)).waitFor()

  await tabTo(page, page.getByRole('banner').getByRole('link', { name: /^购物车/ }), 'Shift+Tab')
  await keyboard.press('Enter')
  const bar = page.getByRole('region', { name: '结算' })
  await bar.getByText('已选 3 种').waitFor()
  await looksRight('cart')
  await press(bar.getByRole('checkbox', { name: '全选' }), 'Space')
  await bar.getByText('已选 0 种').waitFor()
  await tabTo(page, page.getByRole('checkbox', { name: new RegExp(`^选择 .*${code}$`) }), 'Shift+Tab')
  await keyboard.press('Space')
  await bar.getByText('已选 1 种').waitFor()
  await press(bar.getByRole('button', { name: '去结算' }))

  const methods = page.getByRole('radiogroup', { name: '支付方式' })
  await methods.waitFor()
  await looksRight('confirmation')
  await tabTo(page, methods.getByRole('radio', { checked: true }))
  // The method of the last order is chosen. Each move fetches the page by the next one.
  const readChosen = () => methods.getByRole('radio', { checked: true }).evaluate((radio) => radio.closest('label')?.textContent ?? '')
  for (let moves = 0; moves < 4 && !(await methods.getByRole('radio', { name: /赊销支付/ }).isChecked()); moves++) {
    const before = await readChosen()
    await keyboard.press('ArrowDown')
    await expect.poll(readChosen).not.toBe(before)
  }
  await page.getByRole('region', { name: '订单明细' }).getByText('赊销价', { exact: true }).waitFor()
  await press(page.getByRole('button', { name: '提交订单' }))
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await dialog.getByRole('button', { name: '确认支付' }).waitFor()
  await looksRight('payment')
  // The first of the six boxes has the focus soon after the dialog opens.
  await dialog.getByRole('group', { name: '支付密码' }).locator('input').first().and(page.locator(':focus')).waitFor()
  await keyboard.type(DEMO_PAY_PASSWORD)
  await keyboard.press('Enter')
  await page.waitForURL(/#\/order_pay_success\?tradeId=/)
  await page.getByRole('heading', { name: '支付成功' }).waitFor()
  await go('/my_order')
  await page.getByRole('article').first().waitFor()
  await looksRight('orders')
  expect(problems).toEqual([])
})
