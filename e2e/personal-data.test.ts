import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADM, DEMO_PASSWORD, MAIN, UNVERIFIED } from '#tools/demo/people.ts'
import { requestAndEnterSmsCode } from './newcomer.ts'
import { createTypedApiClients, logInBuyerByApi, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('a user downloads his data and closes his account on a phone; open orders prevent the closing', async () => {
  const staff = await logInStaffByApi(mall, ADM)
  const bound = await openPage(mall, { size: 'phone', token: await logInBuyerByApi(mall, MAIN), path: '/setting_close_account' })
  await bound.page.getByRole('region', { name: '暂时不能注销' }).waitFor()
  await bound.page.getByText(/还有 \d+ 个订单没有完成/).waitFor()
  expect(await bound.page.getByRole('button', { name: '注销账号' }).count()).toBe(0)

  const own = await openPage(mall, { size: 'phone', token: await logInBuyerByApi(mall, UNVERIFIED), path: '/setting' })
  const { page } = own
  await page.getByRole('link', { name: '下载我的数据' }).click()
  await page.getByLabel('登录密码', { exact: true }).fill(DEMO_PASSWORD)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载文件' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^我的个人数据-.*\.json$/)
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8')).个人资料.手机号).toBe(UNVERIFIED)

  await own.go('/setting')
  await page.getByRole('link', { name: '注销账号' }).click()
  await page.getByText('手机号可以重新注册').waitFor()
  await requestAndEnterSmsCode({ mall, staff }, own, UNVERIFIED)
  await page.getByLabel('登录密码', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('checkbox', { name: '我已知悉注销的后果和依法保留的数据' }).click()
  await page.getByRole('button', { name: '注销账号' }).click()
  await page.getByText('账号已注销').waitFor()
  expect(await own.token()).toBe('')
  const back = createTypedApiClients(mall).security.loginByMobile({ mobile: UNVERIFIED, pwd: DEMO_PASSWORD })
  await expect(back).rejects.toMatchObject({ reason: 'LOGIN_FAILED' })
  expect([...bound.problems, ...own.problems]).toEqual([])
})
