import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIN } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { logInStaffByApi } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test.each(selectJourneyScreenSizes('console'))(
  'finance opens a report, chooses its period, exports it, and reads the orders behind a row, on a %s',
  async (size) => {
    const desk = await openPage(mall, { app: 'console', path: '/sales_report', size, token: await logInStaffByApi(mall, FIN) })
    const { page } = desk
    const { faults } = createScreenInspector(desk)
    await page.getByRole('heading', { level: 1, name: '销售报表' }).waitFor()
    await page.getByRole('link', { name: '上月' }).click()
    await expect.poll(() => page.url()).toMatch(/dateFrom=\d{4}-\d{2}-01/)
    const rows = size === 'phone' ? page.locator('.panel .cards > li') : page.locator('.panel .table tbody tr')
    const orders = rows.getByRole('link').first()
    await orders.waitFor()
    expect(await faults(`/sales_report, ${size}`)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 Excel' }).click()
    expect((await download).suggestedFilename()).toMatch(/^销售报表-.*\.xlsx$/)
    await orders.click()
    await page.waitForURL(/\/orders\?.*soldFrom=\d{4}-\d{2}-01/)
    await page
      .getByText(/\d{18}/)
      .first()
      .waitFor()

    // The pages of the list within a screen are in the address, too.
    await desk.go('/customer_report')
    await page.getByRole('heading', { name: '各客户经理' }).waitFor()
    expect(await faults(`/customer_report, ${size}`)).toEqual([])
    expect(desk.problems).toEqual([])
  },
)
