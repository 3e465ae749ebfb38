import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { type Buyer, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers, createVoucherPicture } from '#server/platform/testing/transfers.ts'

const mall = await openMall()
const bank = createTransferHelpers(mall)
const finance = await mall.staff('finance')
const counted = async (kind: string) => (await finance.api.consoleQueue.list({})).find((item) => item.kind === kind)?.count

/** An order whose voucher waits. */
async function waits(buyer: Buyer, picture?: Buffer) {
  const made = await bank.orders(buyer)
  const { remarkCode } = await buyer.api.transfer.detail({ paymentId: made.paymentId })
  return { ...made, remarkCode, id: await bank.proves(buyer, made.paymentId, picture) }
}

let lin: Buyer
let zhou: Buyer
beforeAll(async () => {
  lin = await mall.buyer('林')
  zhou = await mall.buyer('周')
})

test('a voucher is found only by its enterprise, its order number or its transfer code', async () => {
  const [one, other] = [await waits(lin), await waits(zhou)]
  const found = async (keyword: string) => (await finance.api.consoleVoucher.list({ keyword })).dataList.map(({ id }) => id)
  expect(await found('周矿业')).toEqual([other.id])
  expect(await found(one.orderNo)).toEqual([one.id])
  expect(await found(other.remarkCode.toLowerCase())).toEqual([other.id])
  for (const nothing of ['%', '_', '没有这家', one.orderNo.slice(1)]) expect(await found(nothing)).toEqual([])
  expect(await finance.api.consoleVoucher.list({ keyword: one.orderNo, state: 'REJECTED' })).toEqual({ dataList: [], total: 0 })
  // A row names the orders and the code, so that it is told from the others without being opened.
  expect((await finance.api.consoleVoucher.list({ keyword: one.orderNo })).dataList).toMatchObject([
    { id: one.id, orderNos: [one.orderNo], remarkCode: one.remarkCode },
  ])
  const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('50') })
  const topUp = await bank.proves(lin, paymentId)
  const rows = (await finance.api.consoleVoucher.list({ pageSize: 100 })).dataList
  expect(rows.find(({ id }) => id === topUp)?.orderNos).toEqual([])
  expect(await counted('voucher')).toBe((await finance.api.consoleVoucher.list({ state: 'REVIEW', pageSize: 1 })).total)
})

test('a picture that was used before links to where it was used', async () => {
  const picture = await createVoucherPicture()
  const [first, again] = [await waits(lin, picture), await waits(zhou, picture)]
  const { warnings } = await finance.api.consoleVoucher.detail({ enterpriseId: zhou.enterpriseId, id: again.id })
  const see = { enterpriseId: lin.enterpriseId, id: first.id }
  expect(warnings).toContainEqual(expect.objectContaining({ kind: 'duplicatePicture', see }))
})

test('a bank line is found by its exact amount and day', async () => {
  const before = (await counted('bankLine')) ?? 0
  await bank.arrives(yuanTextToFen('731.50'), { day: '2026-11-16' })
  await bank.arrives(yuanTextToFen('731.51'), { day: '2026-11-17' })
  const days = async (filter: object) =>
    (await finance.api.consoleBank.lines({ ...filter, keyword: '林矿业' })).dataList.map(({ day }) => day)
  expect(await days({ amount: yuanTextToFen('731.50') })).toEqual(['2026-11-16'])
  expect(await days({ dateFrom: '2026-11-17' })).toEqual(['2026-11-17'])
  expect(await days({ dateTo: '2026-11-16' })).toEqual(['2026-11-16'])
  expect(await days({ dateFrom: '2026-11-16', dateTo: '2026-11-17' })).toEqual(['2026-11-17', '2026-11-16'])
  // What waits begins with the oldest.
  expect(await days({ dateFrom: '2026-11-16', dateTo: '2026-11-17', open: true })).toEqual(['2026-11-16', '2026-11-17'])
  expect(await finance.post(contract.consoleBank.lines.path, { amount: 0 })).toMatchObject({ code: 400 })
  expect(await counted('bankLine')).toBe(before + 2)
})
