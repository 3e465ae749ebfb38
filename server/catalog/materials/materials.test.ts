import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX } from '#contract/catalog/materials/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const pick = await mall.createSku('U84 采煤截齿', { code: 'KT-U84-22' })
const tooth = await mall.createSku('铣刨齿', { code: 'W6-20' })
const { materialCode } = contract

test('material codes are shown in the cart, at checkout and in the order, to staff as well', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  await lin.api.materialCode.set({ skuId: pick, materialCode: 'M-1001' })
  for (const buyer of [lin, chen]) await buyer.api.cart.add({ skuId: pick, goodsNum: 2 })
  const codeIn = async (buyer: typeof lin) =>
    (await buyer.api.cart.list({})).flatMap(({ cartList }) => cartList).map((line) => line.materialCode)
  expect([await codeIn(lin), await codeIn(chen)]).toEqual([['M-1001'], [null]])
  const lines = [{ skuId: pick, goodsNum: 2 }]
  const preview = await lin.api.order.preview({ lines })
  expect(preview.shops[0]?.lines[0]?.materialCode).toBe('M-1001')
  const { orders } = await lin.api.order.submit({ lines, method: 'transfer', addressId: lin.addressId, quote: preview.quote })
  const orderNo = orders[0]?.orderNo ?? ''
  expect((await lin.api.order.list({})).dataList[0]?.lines[0]?.materialCode).toBe('M-1001')
  expect((await lin.api.order.detail({ orderNo })).lines[0]?.materialCode).toBe('M-1001')
  const warehouse = await mall.staff('warehouse')
  expect((await warehouse.api.consoleOrder.detail({ enterpriseId: lin.enterpriseId, orderNo })).lines[0]?.materialCode).toBe('M-1001')
  await lin.api.materialCode.delete({ skuIds: [pick] })
  expect((await lin.api.order.detail({ orderNo })).lines[0]?.materialCode).toBe(null)
})

test('a file of material codes is imported row by row, and importing it again changes nothing', async () => {
  const lin = await mall.buyer('林')
  const rows = [
    { rowNo: 2, skuCode: 'kt u84 22', materialCode: ' M-1 ' },
    { rowNo: 3, skuCode: 'NOPE', materialCode: 'M-2' },
    { rowNo: 4, skuCode: '', materialCode: 'M-3' },
    { rowNo: 5, skuCode: 'W6-20', materialCode: '--' },
    { rowNo: 6, skuCode: 'KT-U84-22', materialCode: 'M-9' },
    { rowNo: 7, skuCode: 'W6-20', materialCode: '=cmd|1' },
  ]
  const statuses = (results: { rowNo: number; status: string }[]) => results.map(({ rowNo, status }) => [rowNo, status])
  expect(statuses(await lin.api.materialCode.import({ rows }))).toEqual([
    [2, 'SET'],
    [3, 'UNKNOWN'],
    [4, 'INVALID'],
    [5, 'INVALID'],
    [6, 'REPEATED'],
    [7, 'SET'],
  ])
  const before = await lin.api.materialCode.list({})
  expect(before.dataList.map(({ materialCode: code, sku }) => [sku.skuCode, code]).sort()).toEqual([
    ['KT-U84-22', 'M-1'],
    ['W6-20', '=cmd|1'],
  ])
  mall.clock.forward(1_000)
  expect(statuses(await lin.api.materialCode.import({ rows })).filter(([, status]) => status === 'SAME')).toHaveLength(2)
  expect(await lin.api.materialCode.list({})).toEqual(before)
})

test('material codes are found by a part of them or by our SKU code, within the own enterprise only', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  await lin.api.materialCode.set({ skuId: pick, materialCode: 'A%1' })
  await lin.api.materialCode.set({ skuId: tooth, materialCode: 'B-2' })
  const found = async (keyword: string, buyer = lin) =>
    (await buyer.api.materialCode.list({ keyword })).dataList.map(({ sku }) => sku.skuCode)
  expect([await found('a%'), await found('%'), await found('w6 20'), await found('b-')]).toEqual([
    ['KT-U84-22'],
    ['KT-U84-22'],
    ['W6-20'],
    ['W6-20'],
  ])
  expect(await found('a', chen)).toEqual([])
  expect(await lin.post(materialCode.set.path, { skuId: pick, materialCode: '--' })).toMatchObject({
    code: 422,
    reason: 'MATERIAL_CODE_EMPTY',
  })
  expect(await lin.post(materialCode.set.path, { skuId: mall.moment().newId(), materialCode: 'X' })).toMatchObject({
    reason: 'SKU_NOT_FOUND',
  })
})

test('a thousand rows are imported at once', async () => {
  const lin = await mall.buyer('林')
  const rows = Array.from({ length: MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX }, (_, at) => ({
    rowNo: at + 1,
    skuCode: `NOPE-${at}`,
    materialCode: `M-${at}`,
  }))
  expect(await lin.api.materialCode.import({ rows })).toHaveLength(MATERIAL_CODE_ROWS_SAVED_AT_ONCE_MAX)
})
