import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { MAIN, OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi, typePaymentPassword } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

const CODE = 'KT-U84-22'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/**
 * The demo's enterprise is gold and has claimed nothing: its coupons and its gift are available, its temporary limit waits for the end of
 * the current one, with an explanation.
 */
async function claims({ page, go }: OpenedPage): Promise<string> {
  await go('/user_level_normal')
  const head = page.getByRole('region', { name: '当前等级' })
  await head.getByText('黄金会员', { exact: true }).first().waitFor()
  await page.getByRole('navigation', { name: '会员等级' }).getByRole('link', { name: '黄金会员' }).click()
  await page.waitForURL(/#\/user_level_middle_unlock\?tab=gold/)
  const temp = card(page, '临时额度')
  await temp.getByText('暂不可领取').waitFor()
  expect(await temp.getByText('未解锁').count()).toBe(0)
  expect(await temp.textContent()).toContain('现有临时额度 ¥100,000.00')
  await card(page, '会员专享券').getByRole('button', { name: '领取' }).click()
  await card(page, '会员专享券').getByText('已领取').waitFor()
  await card(page, '会员礼').getByRole('button', { name: '领取' }).click()
  await card(page, '会员礼').getByText('已领取').waitFor()
  const gifts = page.getByRole('region', { name: '赠品' })
  await gifts.getByText('待随单赠送').waitFor()
  await expect.poll(() => page.getByRole('region', { name: '领取记录' }).getByRole('listitem').count()).toBe(2)
  return (await gifts.getByRole('link').last().textContent()) ?? ''
}

/** Levels above that of the enterprise are locked and show what is missing, at each of their URLs. */
async function seesLocked({ page, go }: OpenedPage): Promise<void> {
  await go('/user_level_high_unlock')
  for (const name of ['临时额度', '会员专享券', '会员礼']) await card(page, name).getByText('未解锁').waitFor()
  expect(await card(page, '临时额度').textContent()).toMatch(/再付 ¥[\d,.]+ 解锁/)
  expect(await page.getByRole('button', { name: '领取' }).count()).toBe(0)
}

/** The gift is shown before the order is submitted, is added to it at ¥0, and is not available again. */
async function orders({ page, go }: OpenedPage, skuId: string, gift: string): Promise<void> {
  await go(`/order_info?skuId=${skuId}&goodsNum=20`)
  const goods = page.locator('section', { has: page.getByRole('heading', { level: 3 }) }).last()
  await page.getByRole('button', { name: '提交订单' }).waitFor()
  await goods.getByText('赠品', { exact: true }).waitFor()
  await goods.getByText(gift).last().waitFor()
  await page.getByRole('radiogroup', { name: '支付方式' }).getByText('赊销支付', { exact: true }).click()
  await page.getByRole('button', { name: '提交订单' }).click()
  const dialog = page.getByRole('dialog', { name: '输入支付密码' })
  await typePaymentPassword(dialog)
  await dialog.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/#\/order_pay_success\?tradeId=/)
  await go('/user_level_middle_unlock?tab=gold')
  const gifts = page.getByRole('region', { name: '赠品' })
  await gifts.getByText('已随订单').waitFor()
  await gifts.getByRole('link').last().click()
  const lines = page.getByRole('region', { name: '商品清单' })
  await lines.getByText('赠品', { exact: true }).waitFor()
  await go(`/order_info?skuId=${skuId}&goodsNum=20`)
  await page.getByRole('button', { name: '提交订单' }).waitFor()
  await goods.getByText('赠品', { exact: true }).waitFor({ state: 'hidden' })
}

test('a gold member claims coupons and a gift, and the gift ships with the next order', async () => {
  const token = await logInBuyerByApi(mall, MAIN)
  const { goods } = createTypedApiClients(mall, token)
  const [found] = (await goods.list({ keyword: CODE, pageSize: 1 })).dataList
  const { skus } = await goods.detail({ goodsId: found?.goodsId ?? '' })
  const skuId = skus.find(({ code }) => code === CODE)?.skuId ?? expect.fail(`no ${CODE}`)
  const desk = await openPage(mall, { token, path: '/user_center' })
  const gift = await claims(desk)
  await seesLocked(desk)
  await orders(desk, skuId, gift)
  expect(desk.problems).toEqual([])
  await desk.context.close()
  const phone = await openPage(mall, { token, size: 'phone', path: '/user_level_middle_unlock' })
  await card(phone.page, '会员礼').getByText('已领取').waitFor()
  const { settle, faults } = createScreenInspector(phone)
  await settle()
  expect(await faults('claimed benefits')).toEqual([])
  expect(await findInvariantBreaches(mall.ownerUrl)).toEqual({})
})

test('a change of level benefits needs an approval, and the affected list is fetched again once', async () => {
  const { page, problems } = await openPage(mall, { app: 'console', token: await logInStaffByApi(mall, OPS), path: '/member_levels' })
  await page.getByRole('button', { name: '设置黄金会员权益' }).click()
  const drawer = page.getByRole('dialog', { name: '黄金会员权益' })
  await drawer.getByText('保存后由另一位管理员同意生效').waitFor()
  await drawer.getByLabel('有效天数').fill('29')
  const reads: string[] = []
  page.on('request', (request) => request.url().endsWith(contract.consoleLevel.list.path) && reads.push(request.url()))
  await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已提交：另一位管理员同意后生效').waitFor()
  await drawer.waitFor({ state: 'hidden' })
  expect(reads).toHaveLength(1)
  expect(problems).toEqual([])
})
