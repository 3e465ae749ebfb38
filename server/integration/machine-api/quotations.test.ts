import { expect, test } from 'vitest'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { createIntegrationHelpers } from '#server/platform/testing/integration.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from '#server/platform/testing/quotations.ts'

const mall = await openMall()
const { key, numbers } = createIntegrationHelpers(mall)
const support = await mall.staff('support')
const { consoleQuotation } = support.api
const bit = await mall.createSku('截齿', { code: 'MQ-1', sale: '100.00', credit: '110.00' })
const [lin, chen] = [await mall.buyer('林', { wallet: '9000' }), await mall.buyer('陈')]
const [ours, theirs] = [await key(lin), await key(chen)]

async function asks(buyer: Buyer) {
  const lines = [createRequestedQuotationLine({ skuId: bit, goodsNum: 5, wishedPrice: yuanTextToFen('80.00') })]
  return { ...(await buyer.api.quotation.create({ title: '备件', remark: '含税', lines })), enterpriseId: buyer.enterpriseId }
}
async function quotes({ id, enterpriseId }: { id: string; enterpriseId: string }) {
  const { rowVersion } = await consoleQuotation.detail({ enterpriseId, id })
  await consoleQuotation.quote({ enterpriseId, id, rowVersion, lines: [createOfferedQuotationLine(1, bit, '90.00', '95.00')] })
}

test('every change of a quotation is pulled, and what a side has read is none', async () => {
  let cursor = 'c0'
  const changed = async () => {
    while ((await numbers()) > 0);
    const { dataList, nextCursor } = await ours.api.quotations({ cursor })
    cursor = nextCursor
    return dataList
  }
  const asked = await asks(lin)
  const { id, enterpriseId, quotationNo } = asked
  expect(await changed()).toMatchObject([{ id, quotationNo, state: 'REQUESTED', title: '备件', createdBy: '林', version: 0 }])
  expect(await changed()).toEqual([])
  await quotes(asked)
  expect(await changed()).toMatchObject([{ quotationNo, state: 'QUOTED', version: 1, offeredAmount: 45_000 }])
  await consoleQuotation.sendMessage({ enterpriseId, id, text: '三天到货' })
  expect(await changed()).toMatchObject([{ quotationNo }])
  await lin.api.quotation.markRead({ id, upTo: 1 })
  expect(await changed()).toEqual([])
  const source = { quotation: { quotationId: id, version: 1, lineNos: [1] }, method: 'wallet' as const }
  const { quote } = await lin.api.order.preview(source)
  const { orders } = await lin.api.order.submit({ ...source, addressId: lin.addressId, quote })
  expect(await changed()).toMatchObject([{ state: 'ACCEPTED', orderedCount: 1 }])
  mall.clock.forward(60_000)
  await lin.api.order.cancel({ orderNo: orders[0]?.orderNo ?? '', reason: '下错了' })
  await mall.runDeadlines()
  expect(await changed()).toMatchObject([{ state: 'QUOTED' }])
  await lin.api.quotation.decline({ id, reason: '价格偏高' })
  expect(await changed()).toMatchObject([{ state: 'DECLINED' }])
})

test('the whole of one has amounts in fen and everything that its buyer sees, without goods as they are now', async () => {
  const asked = await asks(lin)
  const { id, quotationNo } = asked
  await quotes(asked)
  await lin.api.quotation.sendMessage({ id, text: '能否含运费' })
  const { data } = await ours.get(machineApiEndpoints.quotation.path, { quotationNo })
  expect(data).toMatchObject({
    quotationNo,
    remark: '含税',
    state: 'QUOTED',
    offeredAmount: 45_000,
    lines: [
      {
        lineNo: 1,
        skuCode: 'MQ-1',
        goodsNum: 5,
        wishedPrice: 8_000,
        offer: { skuId: bit, salePrice: 9_000, creditPrice: 9_500, substitute: false },
        orderNo: null,
      },
    ],
    offers: [{ version: 1, lines: [{ salePrice: 9_000 }] }],
    messages: [{ no: 1, from: 'buyer', by: '林', text: '能否含运费' }],
    orders: [],
  })
  expect(JSON.stringify(data)).not.toMatch(/"(sku|offeredSku|actions|addressId|readUpTo|hasUnread)"/)
})

test('the key of another company finds nothing of it, and a key without the permission is refused', async () => {
  const { quotationNo } = await asks(lin)
  while ((await numbers()) > 0);
  const { quotation, quotations } = machineApiEndpoints
  expect(await theirs.get(quotation.path, { quotationNo })).toMatchObject({ status: 404, reason: 'QUOTATION_NOT_FOUND' })
  expect((await theirs.api.quotations({})).dataList).toEqual([])
  const mine = await asks(chen)
  while ((await numbers()) > 0);
  expect((await theirs.api.quotations({ cursor: 'c0' })).dataList.map((one) => one.quotationNo)).toEqual([mine.quotationNo])
  const narrow = await key(lin, { permCodes: ['applyLimit'] })
  for (const [path, query] of [
    [quotations.path, {}],
    [quotation.path, { quotationNo }],
  ] as const)
    expect(await narrow.get(path, query)).toMatchObject({ status: 403, reason: 'KEY_SCOPE' })
  expect(await ours.get(quotation.path, { quotationNo: 'Q1' })).toMatchObject({ status: 400 })
})
