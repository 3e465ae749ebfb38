import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeExpectedGrams, formatGramsAsKg } from '#contract/orders/fulfilment/weight.ts'
import { OPS } from '#tools/demo/people.ts'
import { createScreenInspector } from './inspect.ts'
import { createPaidOrder, createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, screenSizes, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test.each(screenSizes)(
  'a desk with a scale asks about a parcel that is too light, and the order says who sent it, on a %s',
  async (size) => {
    const { orderNo } = await createPaidOrder(mall, 'U84')
    const token = await logInStaffByApi(mall, OPS)
    const { consoleWave } = createTypedApiClients(mall, token)
    const { id } = await consoleWave.create({ count: 200 })
    const { orders } = await consoleWave.packing({ id })
    for (const order of orders)
      if (order.orderNo !== orderNo) await consoleWave.removeOrder({ id, enterpriseId: order.enterpriseId, orderNo: order.orderNo })
    const packed = orders.find((order) => order.orderNo === orderNo) ?? expect.fail('not in the wave')
    const expected = formatGramsAsKg(computeExpectedGrams(packed.lines) ?? expect.fail('no weight'))

    const desk = await openPage(mall, { app: 'console', token, path: `/packing?id=${id}`, size })
    const { page } = desk
    const { settle, faults } = createScreenInspector(desk)
    const notice = page.locator('.scan-notice')
    const scan = async (text: string, answer: string) => {
      await page.getByRole('textbox', { name: '条码或运单号' }).fill(text)
      await page.keyboard.press('Enter')
      await notice.filter({ hasText: answer }).waitFor()
    }
    await page.getByRole('checkbox', { name: '称重复核' }).check()
    await scan('德邦', '承运公司：德邦快递')
    await scan(orderNo, '请扫描商品')
    for (const [at, { skuCode, units }] of packed.lines.entries())
      await scan(`${units}*${skuCode}`, at + 1 < packed.lines.length ? '还差' : '已齐，请称重')
    await scan('DPK888000000001', '请先称重')
    await scan('0.01', `应重 ${expected}，实重 0.01 kg，请核对`)
    await settle()
    expect(await faults(`a parcel that is too light, ${size}`)).toEqual([])
    // What the scale said is still known after a reload, and a scan does not answer the question.
    await page.reload()
    await notice.filter({ hasText: '重量不符' }).waitFor()
    await scan('DPK888000000001', '重量不符')
    await page.getByRole('button', { name: '仍然发出' }).click()
    await notice.filter({ hasText: '重量已确认' }).waitFor()
    // The carrier is kept with the first parcel that leaves.
    await scan('德邦', '承运公司：德邦快递')
    await scan(`DPK888${Date.now().toString().slice(-9)}`, '已发出')

    await page.goto(`${mall.base}/console/#/order?enterpriseId=${packed.enterpriseId}&orderNo=${orderNo}`)
    await page.getByText(`实重 0.01 kg，应重 ${expected}，`).first().waitFor()
    await page
      .getByText(/核对后仍然发出/)
      .first()
      .waitFor()
    await settle()
    expect(await faults(`the weight of a parcel, ${size}`)).toEqual([])
    await page.goto(`${mall.base}/console/#/handover_list`)
    // A row on a desk, a card on a phone.
    await page.locator('tr, li', { hasText: orderNo }).getByText('0.01 kg').first().waitFor()
    expect(desk.problems).toEqual([])
    await desk.context.close()
  },
)
