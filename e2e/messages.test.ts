import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { OPS, UNVERIFIED } from '#tools/demo/people.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let testMall: TestMall
beforeAll(async () => {
  testMall = await openTestMall()
})
afterAll(() => testMall?.close())

test('a new message updates the badge of an open page; messages are marked as read singly or all at once', async () => {
  // This person has no open orders, so the jobs of the mall send him no message meanwhile. Other people may get one within a minute.
  const token = await logInBuyerByApi(testMall, UNVERIFIED)
  const buyer = createTypedApiClients(testMall, token)
  await buyer.message.readAll({})
  // The stream is asked for before the page has loaded everything.
  let line: Promise<Response> | undefined
  const prepare = async (opened: Page) => {
    line = opened.waitForResponse((answer) => answer.url().endsWith('/message/stream'))
    line.catch(() => undefined)
  }
  const mall = await openPage(testMall, { token, path: '/message_notice', prepare })
  const { page } = mall
  const bell = page.getByRole('banner').getByRole('link', { name: /^消息/ })
  expect((await line)?.headers()['content-type']).toContain('text/event-stream')
  expect(await bell.getByText(/消息 \d/).count()).toBe(0)

  const desk = await openPage(testMall, { app: 'console', token: await logInStaffByApi(testMall, OPS), path: '/announcements' })
  await desk.page.getByRole('button', { name: '发布公告' }).click()
  const form = desk.page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题' }).fill('春节停送货安排')
  await form.getByRole('textbox', { name: '正文（Markdown）' }).fill('**2 月 10 日**起停运，见[帮助中心](/help_center)。')
  await form.getByRole('link', { name: '帮助中心' }).waitFor()
  // Sent by Enter from a day field that is not formatted yet.
  const until = form.getByRole('textbox', { name: /^结束日期/ })
  await until.fill('2099-1-2')
  await until.press('Enter')
  // Long before the header polls, which is once a minute.
  await bell.getByText('消息 1').waitFor({ state: 'attached', timeout: 30_000 })

  await page.getByRole('link', { name: /^公告/ }).click()
  await page.getByRole('button', { name: /^未读 春节停送货安排/ }).click()
  await page.getByText('2 月 10 日').waitFor()
  await bell.getByText('消息 1').waitFor({ state: 'detached' })

  const ops = createTypedApiClients(testMall, await logInStaffByApi(testMall, OPS))
  const today = { dateFrom: toShanghaiDay(new Date()), dateTo: null, pinned: false }
  for (const title of ['价格调整', '系统升级']) await ops.consoleAnnouncement.save({ ...today, title, text: title })
  await bell.getByText('消息 2').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '全部已读' }).click()
  await page.getByText('2 条消息已标为已读').waitFor()
  await bell.getByText('消息 2').waitFor({ state: 'detached' })
  expect([mall.problems, desk.problems]).toEqual([[], []])
})

test('a product is shared by link and code', async () => {
  const mall = await openPage(testMall, { size: 'phone', path: '/shop' })
  const { page } = mall
  await page.locator('a[href*="/detail?goodsId="]').first().click()
  await page.getByRole('button', { name: /^分享/ }).first().click()
  const dialog = page.getByRole('dialog', { name: '分享商品' })
  await dialog.getByRole('img', { name: '分享二维码' }).waitFor()
  expect(await dialog.textContent()).toContain(`${testMall.base}/#/detail?goodsId=`)
  expect(mall.problems).toEqual([])
})
