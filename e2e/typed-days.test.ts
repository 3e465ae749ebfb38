import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN } from '#tools/demo/people.ts'
import { delayTimersUntilFocus, waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInBuyerByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

const visitAt = async (path: string) => openPage(mall, { path, token: await logInBuyerByApi(mall, MAIN), prepare: delayTimersUntilFocus })

test('a typed day is parsed on Enter as it is on blur', async () => {
  const { page, problems } = await visitAt('/patrol')
  await page.getByRole('button', { name: '记录巡检' }).first().click()
  const form = page.getByRole('dialog', { name: '记录巡检' })
  await form.getByLabel('路线或地点').fill('回车保存的路线')
  const day = form.getByLabel(/^\*?日期$/)
  await day.fill('2026/13/2')
  await day.press('Enter')
  await waitForFormRefusal(form.getByText('请按 年-月-日 填写，如 2026-11-22'))
  await day.fill('2026/11/2')
  await day.press('Enter')
  const made = page.getByRole('region', { name: '巡检信息' })
  await made.getByRole('heading', { name: '回车保存的路线' }).waitFor()
  await made.getByText('2026-11-02').waitFor()
  expect(problems).toEqual([])
})

test('an invalid day of a reading shows its error below the field', async () => {
  const { equipment } = createTypedApiClients(mall, await logInBuyerByApi(mall, MAIN))
  const [piece] = await equipment.list({})
  const { page, problems } = await visitAt(`/equipment?id=${piece?.id}`)
  const day = page.getByLabel('日期', { exact: true })
  const hours = page.getByLabel('运行小时', { exact: true })
  await hours.fill('999999')
  await day.fill('')
  await page.getByRole('button', { name: '记录', exact: true }).click()
  await waitForFormRefusal(page.getByText('请选择日期'))
  expect([await day.getAttribute('aria-invalid'), await hours.getAttribute('aria-invalid')]).toEqual(['true', 'false'])
  await day.fill('2026/11/2')
  await day.press('Enter')
  await page
    .getByText(/^运行小时(?:已记录|.*\d)/)
    .first()
    .waitFor()
  expect(await day.inputValue()).toBe('2026-11-02')
  expect(problems).toEqual([])
})

test('the order filter writes its days to the address as dates', async () => {
  const { page, problems } = await visitAt('/my_order')
  const from = page.getByLabel('下单日期从', { exact: true })
  const to = page.getByLabel('下单日期到', { exact: true })
  await from.fill('2026/11/2')
  await to.fill('2026.11.5')
  await to.press('Enter')
  await page.waitForURL(/from=2026-11-02.*to=2026-11-05/)
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['2026-11-02', '2026-11-05'])
  // The input that was typed before would be after the first day.
  await to.fill('2026/1/5')
  await to.press('Enter')
  await waitForFormRefusal(page.getByText('结束日期不能早于开始日期'))
  await from.fill('2026/11')
  await from.press('Enter')
  await waitForFormRefusal(page.getByText('请按 年-月-日 填写，如 2026-11-22'))
  await expect.poll(() => Promise.all([from, to].map((day) => day.getAttribute('aria-invalid')))).toEqual(['true', 'false'])
  // 上月 takes the place of what was typed, by keyboard.
  const lastMonth = page.getByRole('group', { name: '常用日期' }).getByRole('button', { name: '上月' })
  await lastMonth.press('Enter')
  await page.waitForURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(?:28|29|30|31)$/)
  await lastMonth.and(page.locator('[aria-pressed="true"]')).waitFor()
  expect(await from.getAttribute('aria-invalid')).toBe('false')
  expect(problems).toEqual([])
})
