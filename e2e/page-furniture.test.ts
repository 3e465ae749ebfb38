import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toQrCodeSvgPath } from '#storefront/platform/components/qr-path.ts'
import { MAIN, NEW_AGENT, NEW_ENTERPRISE, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

/** Staff reject an enterprise's submission of a step. */
async function turnDown(step: 'agent' | 'enterprise', mobile: string, reasons: string[]): Promise<void> {
  const { enterpriseId } = (await createTypedApiClients(mall, await logInBuyerByApi(mall, mobile)).user.detail({})) as {
    enterpriseId: string
  }
  const { consoleVerification } = createTypedApiClients(mall, await logInStaffByApi(mall, OPS))
  const { dataList } = await consoleVerification.list({ step, state: 'WAIT' })
  const { id } = dataList.find((one) => one.enterpriseId === enterpriseId) ?? expect.fail('nothing is submitted')
  await consoleVerification.claim({ enterpriseId, id })
  await consoleVerification.reject({ enterpriseId, id, reasons, opinion: '' })
}

/** Returns the text of a dialog, and checks that the page has it too after the dialog is closed. */
async function hasBothTexts(page: Page, title: string, words: readonly (string | RegExp)[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  for (const text of words) expect(await dialog.getByText(text, { exact: true }).count(), `${text}`).toBe(1)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  const region = page.getByRole('region', { name: title })
  for (const text of words) expect(await region.getByText(text, { exact: true }).count(), `${text}`).toBe(1)
}

test.each(selectJourneyScreenSizes('mall'))(
  'a dialog shows an enterprise under review what was submitted and what is verified, on a %s',
  async (size) => {
    const token = await logInBuyerByApi(mall, NEW_ENTERPRISE)
    const visited = await openPage(mall, { size, path: '/account_authentication_company', token })
    const { page } = visited
    await page.getByRole('dialog').waitFor()
    expect(await createScreenInspector(visited).faults('under review')).toEqual([])
    await hasBothTexts(page, '企业认证审核中', [
      '山西****有限公司',
      /^9114\*+E039$/,
      '武**',
      /^990\*+0021$/,
      '认证时间',
      /^经办人 \d{4}-\d\d-\d\d \d\d:\d\d$/,
      '如需更高的赊销额度，请联系客服。',
    ])
  },
)

test('a dialog shows what was rejected and the next steps', async () => {
  await turnDown('agent', NEW_AGENT, ['身份证照片不清晰'])
  await turnDown('enterprise', NEW_ENTERPRISE, ['营业执照已过期', '营业执照名称与申请企业不一致'])
  const agent = await openPage(mall, { path: '/account_authentication', token: await logInBuyerByApi(mall, NEW_AGENT) })
  await hasBothTexts(agent.page, '身份认证未通过', ['身份证照片不清晰', '重新填写'])
  const company = await openPage(mall, { path: '/account_authentication_not_passed2', token: await logInBuyerByApi(mall, NEW_ENTERPRISE) })
  await hasBothTexts(company.page, '很抱歉，您的赊销额度审核未通过', ['营业执照已过期', '营业执照名称与申请企业不一致', '联系客服'])
  await company.page.reload()
  await company.page.getByRole('dialog').getByRole('button', { name: '重新申请' }).click()
  await company.page.getByLabel('企业名称').waitFor()
  expect(await company.page.getByRole('dialog').count()).toBe(0)
})

test('an order note is limited in length, with the error text of the rule', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const { dataList } = await createTypedApiClients(mall, token).goods.list({ keyword: 'U84', pageSize: 1 })
  const path = `/order_info?skuId=${dataList[0]?.skuId}&goodsNum=${dataList[0]?.minimum}`
  const { page } = await openPage(mall, { path, token })
  const remark = page.getByLabel('订单备注')
  await page.getByText('备注信息最多100字 · 0/100').waitFor()
  await remark.fill('长'.repeat(101))
  await page.getByText('备注信息最多100字', { exact: true }).waitFor()
  await remark.fill('长'.repeat(100))
  await page.getByText('备注信息最多100字 · 100/100').waitFor()
})

test.each(selectJourneyScreenSizes('mall'))('a card of sold-out goods shows its button disabled beside 到货通知, on a %s', async (size) => {
  const { goods } = createTypedApiClients(mall)
  const pages = await Promise.all([1, 2].map((pageNo) => goods.list({ pageNo, pageSize: 100 })))
  const soldOut = pages.flatMap(({ dataList }) => dataList).find((card) => card.soldOut) ?? expect.fail('all is there')
  const visited = await openPage(mall, { size, path: `/shop?keyword=${soldOut.skuCode}` })
  const card = visited.page.getByRole('article').first()
  const [add, bell] = [card.getByRole('button', { name: /^加入购物车/ }), card.getByRole('button', { name: /^到货通知/ })]
  await bell.waitFor()
  expect(await add.isDisabled()).toBe(true)
  // The page may still move between the two.
  await expect.poll(async () => ((await add.boundingBox())?.y ?? 0) - ((await bell.boundingBox())?.y ?? 1)).toBe(0)
  expect(await createScreenInspector(visited).faults('sold out')).toEqual([])
})

test.each(selectJourneyScreenSizes('mall'))('a guest sees login and registration in the header of every page, on a %s', async (size) => {
  const { page } = await openPage(mall, { size, path: '/help_center' })
  const banner = page.getByRole('banner')
  for (const name of ['登录', '注册']) await banner.getByRole('link', { name, exact: true }).waitFor()
  await banner.getByRole('link', { name: '注册' }).click()
  await page.waitForURL((url) => url.hash === `#/register?redirectUrl=${encodeURIComponent('/help_center')}`)
})

/** Runs in the page. */
const SCROLL_DOWN_AND_PRESS = `(() => {
  const button = [...document.querySelectorAll('aside button')].find(({ textContent }) => textContent === '回到顶部')
  window.scrollTo(0, 300)
  const wasDown = window.scrollY > 0
  button.click()
  return wasDown && window.scrollY === 0
})()`

test.each([390, 768, 1_279, 1_440])('support, back and scroll-to-top are visible in a window of %i px', async (width) => {
  const visited = await openPage(mall, { path: '/help_center' })
  const { page } = visited
  await page.setViewportSize({ width, height: 844 })
  const aside = page.getByRole('complementary', { name: '快捷操作' })
  const fold = aside.getByRole('button', { name: /^快捷操作/ })
  await aside.waitFor()
  if (width < 1_280) {
    expect(await aside.getByRole('link', { name: '在线客服' }).isVisible()).toBe(false)
    await fold.click()
  }
  for (const name of ['返回上页', '回到顶部']) await aside.getByRole('button', { name }).waitFor()
  // A page that scrolls smoothly is not at the top at once. Journeys ask for reduced motion; without it the page moves.
  const isAtTopAtOnce = () => page.evaluate(SCROLL_DOWN_AND_PRESS)
  if (width >= 1_280) {
    expect(await isAtTopAtOnce()).toBe(true)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await isAtTopAtOnce()).toBe(false)
  }
  expect(await createScreenInspector(visited).faults('side buttons')).toEqual([])
  await aside.getByRole('link', { name: '在线客服' }).click()
  await page.waitForURL(/#\/service_contact$/)
  // What was expanded is collapsed again on the next screen.
  if (width < 1_280) await aside.getByRole('link', { name: '在线客服' }).waitFor({ state: 'hidden' })
  if (width < 1_280) await fold.click()
  await aside.getByRole('button', { name: '返回上页' }).click()
  await page.waitForURL(/#\/help_center$/)
})

test.each(selectJourneyScreenSizes('mall'))('the QR code of the public account leads to its screen, on a %s', async (size) => {
  const visited = await openPage(mall, { size, path: '/help_center' })
  const { page, go } = visited
  const code = page.getByRole('navigation', { name: '下载' }).getByRole('img', { name: '公众号 二维码' })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await code.waitFor()
  const { data } = encode(`${mall.base}/#/public_account`, { ecc: 'M', border: 4 })
  expect(await code.locator('path').getAttribute('d')).toBe(toQrCodeSvgPath(data))
  await go('/app_download?device=wechat')
  await page.getByRole('heading', { name: '岩锋工品微信公众号', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/public_account')
  expect(await createScreenInspector(visited).faults('public account')).toEqual([])
})
