import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScreenInspector } from './inspect.ts'
import { createShippedOrder } from './people.ts'
import { openPage, openTestMall, selectJourneyScreenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test.each(selectJourneyScreenSizes('console'))(
  'what a carrier took today is listed, exported, and printed to be signed, on a %s',
  async (size) => {
    const { staff, ops, enterpriseId, orderNo } = await createShippedOrder(mall, 'U84')
    const [parcel] = (await ops.consoleOrder.detail({ enterpriseId, orderNo })).parcels
    const trackingNo = parcel?.trackingNo ?? expect.fail('no parcel')
    const desk = await openPage(mall, { app: 'console', path: '/handover_list', size, token: staff })
    const { page } = desk
    await page.getByText(trackingNo).first().waitFor()
    // A list is of one carrier.
    expect(await page.getByRole('button', { name: '打印交接单' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: '承运公司' }).click()
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
      .getByTitle(/^德邦快递（\d+ 个包裹）$/)
      .click()
    await expect.poll(() => decodeURIComponent(page.url())).toContain('carrier=德邦快递')
    await page.getByText(trackingNo).first().waitFor()
    const saves = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return (await download).suggestedFilename()
    }
    expect(await saves('打印交接单')).toMatch(/\.pdf$/)
    expect(await saves('导出 CSV')).toMatch(/\.csv$/)
    // The filters are in the address: what is opened again shows the same.
    await page.reload()
    await page.getByText(trackingNo).first().waitFor()
    expect(await createScreenInspector(desk).faults(`/handover_list, ${size}`)).toEqual([])
    expect(desk.problems).toEqual([])
  },
)
