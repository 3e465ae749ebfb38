import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [lin, wu] = [await mall.buyer('林', { wallet: '100000' }), await mall.buyer('吴')]
const [one, other] = [await mall.createSku('截齿', { code: 'KT-1' }), await mall.createSku('=HYPERLINK("http://x")', { code: 'KT-2' })]
await lin.api.materialCode.set({ skuId: one, materialCode: '1000204' })

async function orders(poNumber: string, skuIds: readonly string[]) {
  const lines = skuIds.map((skuId) => ({ skuId, goodsNum: 2 }))
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const input = { lines, method: 'wallet', addressId: lin.addressId, quote, poNumber } as const
  const { tradeId, orders: made } = await lin.api.order.submit(input)
  await lin.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  return made[0]?.orderNo ?? ''
}
const first = await orders('PO-1', [one, other])
mall.clock.forward(60_000)
const second = await orders('', [one])

const csvOf = ({ bytes }: BinaryFile) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const rowsOf = async ({ bytes }: BinaryFile) => (await readSheet(Buffer.from(bytes))).map((row) => row.map(String))

describe('a buyer exports', () => {
  test('the orders of the filtered list, in the encoding that Excel expects', async () => {
    const file = await lin.api.exports.orders({ keyword: 'PO-1', format: 'csv' })
    expect([file.name, file.type]).toEqual(['订单-2026-11-18.csv', 'text/csv; charset=utf-8'])
    const [heads, row, rest] = csvOf(file).split('\r\n')
    expect(heads).toBe('\ufeff订单号,采购单号,成本中心,下单时间,状态,店铺,支付方式,价格类型,项目,商品,件数,订单合计')
    expect(row?.startsWith(`${first},PO-1,,2026-11-18`)).toBe(true)
    expect(row).toMatch(/待发货.*,4,184\.00$/)
    expect(rest).toBe('')
  })

  test('order lines with the PO numbers and material codes of the enterprise', async () => {
    const [heads, ...rows] = await rowsOf(await lin.api.exports.orderLines({ format: 'xlsx' }))
    const at = (name: string) => heads?.indexOf(name) ?? -1
    expect(rows.map((row) => [row[at('订单号')], row[at('采购单号')], row[at('物料编码')], row[at('购买数量')], row[at('小计')]])).toEqual([
      [second, 'null', '1000204', '2', '77'],
      [first, 'PO-1', '1000204', '2', '77'],
      [first, 'PO-1', 'null', '2', '77'],
    ])
  })

  // N10
  test('goods names that cannot act as spreadsheet formulas', async () => {
    const text = csvOf(await lin.api.exports.orderLines({ keyword: first, format: 'csv' }))
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(text).not.toMatch(/(^|,)"?=/m)
  })

  test('after-sales and favourites', async () => {
    const asked = { orderNo: second, type: 'REFUND' as const, lines: [{ lineNo: 1, stage: 'unsent' as const, quantity: 1 }] }
    await lin.api.afterSale.apply({ ...asked, freight: false, reason: '其他', description: '', pictures: [] })
    expect(await rowsOf(await lin.api.exports.afterSales({ format: 'xlsx' }))).toMatchObject([{}, { 1: second, 2: '仅退款' }])
    const { goodsId } = (await lin.api.order.detail({ orderNo: first })).lines[0] ?? expect.fail('no line')
    await lin.api.favourites.add({ goodsId })
    expect(await rowsOf(await lin.api.exports.favourites({ format: 'xlsx' }))).toMatchObject([{}, { 0: '截齿', 3: '在售', 4: '38.5' }])
  })

  // N9
  test('nothing of another enterprise, whatever the request asks for', async () => {
    expect(csvOf(await wu.api.exports.orders({ format: 'csv' })).split('\r\n')).toHaveLength(2)
    expect(csvOf(await wu.api.exports.orderLines({ keyword: 'PO-1', format: 'csv' })).split('\r\n')).toHaveLength(2)
    const body = { format: 'csv', enterpriseId: lin.enterpriseId }
    expect(await wu.post(contract.exports.orders.path, body)).toMatchObject({ code: 400 })
  })

  test('only what he may see, and the export is recorded in the audit log', async () => {
    const li = await mall.subAccount(lin, ['buyPay'])
    expect(await li.post(contract.exports.orders.path, { format: 'csv' })).toMatchObject({ code: 403 })
    await lin.api.exports.orders({ format: 'csv' })
    const row = await mall.db
      .selectFrom('audit_log')
      .select(['actor_id', 'facts'])
      .where('action', '=', 'download list')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toEqual({ actor_id: lin.userId, facts: { list: '订单-2026-11-18', format: 'csv', rows: 2 } })
  })
})

describe('staff export', () => {
  test('the orders, after-sales, enterprises and SKUs of all buyers, as the lists are filtered', async () => {
    const { consoleExport } = (await mall.staff('admin')).api
    expect(await rowsOf(await consoleExport.orders({ poNumber: 'PO-1', format: 'xlsx' }))).toMatchObject([{}, { 0: first }])
    expect((await rowsOf(await consoleExport.afterSales({ format: 'xlsx' }))).length).toBe(2)
    expect(await rowsOf(await consoleExport.enterprises({ keyword: '林', format: 'xlsx' }))).toMatchObject([{}, { 0: '林矿业有限公司' }])
    expect(await rowsOf(await consoleExport.skus({ keyword: 'KT-1', format: 'xlsx' }))).toMatchObject([{}, { 2: 'KT-1', 3: '38.5' }])
  })

  test('only what their role may see', async () => {
    const catalogue = await mall.staff('catalogue')
    expect(await catalogue.post(contract.consoleExport.orders.path, { format: 'csv' })).toMatchObject({ code: 403 })
    await catalogue.api.consoleExport.skus({ format: 'csv' })
  })
})
