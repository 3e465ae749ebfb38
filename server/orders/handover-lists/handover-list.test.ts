import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { order, warehouse } = await createAfterSaleHelpers(mall)
const [lin, wu] = [await mall.buyer('林', { wallet: '90000' }), await mall.buyer('吴', { wallet: '90000' })]
const { list, carriers } = warehouse.api.consoleHandoverList
const { handoverList } = warehouse.api.consoleDocuments
const tanker = { driver: '赵师傅', plate: '粤B12345', driverMobile: '13900000012', weighNoteNo: 'BD-1', netKg: 840, litres: 1_000 }

const ship = async (buyer: typeof lin, units: number, way: object) => {
  const { enterpriseId, orderNo } = await order(buyer, [{ price: '10.00', units }])
  await warehouse.api.consoleFulfilment.ship({ enterpriseId, orderNo, ...way, lines: [{ lineNo: 1, quantity: units }] })
  mall.clock.forward(60_000)
  return orderNo
}
const byDebang = () => ({ carrier: '德邦', trackingNo: createWaybillNo() })

const first = await ship(lin, 3, byDebang())
const bySf = await ship(wu, 2, { carrier: '顺丰速运', trackingNo: 'SF1000000000001' })
await ship(lin, 10, { tanker })
const shared = byDebang()
const second = await ship(wu, 4, shared)
const third = await ship(lin, 1, { ...shared, sharedWaybill: true })
mall.clock.forward(ONE_DAY_MS)
await mall.renew()
const nextDay = await ship(lin, 5, byDebang())

const ordersOf = async (filter: Parameters<typeof list>[0]) => {
  const { dataList, total, totals } = await list(filter)
  return [dataList.map(({ orderNo }) => orderNo), total, totals.pieces]
}

test('lists what carriers took on a day, as it left, and not what our own tankers took', async () => {
  expect(await ordersOf({})).toEqual([[nextDay], 1, 5])
  expect(await ordersOf({ day: '2026-11-18' })).toEqual([[first, bySf, second, third], 4, 10])
  // Any spelling of the carrier, and the totals of all pages.
  expect(await ordersOf({ day: '2026-11-18', carrier: '德邦物流', pageSize: 2 })).toEqual([[first, second], 3, 8])
  expect(await ordersOf({ day: '2026-11-17' })).toEqual([[], 0, 0])
  expect(await carriers({ day: '2026-11-18' })).toEqual([
    { carrier: '德邦快递', parcels: 3 },
    { carrier: '顺丰速运', parcels: 1 },
  ])
  expect(await carriers({})).toEqual([{ carrier: '德邦快递', parcels: 1 }])
  const { dataList } = await list({ day: '2026-11-18', carrier: '顺丰' })
  expect(dataList).toEqual([
    {
      enterpriseId: wu.enterpriseId,
      enterpriseName: '吴矿业有限公司',
      orderNo: bySf,
      parcelNo: 1,
      carrier: '顺丰速运',
      trackingNo: 'SF1000000000001',
      sentAt: expect.any(Date),
      receiverRegion: '广东省 深圳市',
      pieces: 2,
      weighedGrams: null,
    },
  ])
})

test('is printed with its totals and a place for both signatures, which the audit log shows', async () => {
  const file = await handoverList({ carrier: '德邦', day: '2026-11-18' })
  expect([file.type, file.name]).toEqual(['application/pdf', '交接单-德邦快递-2026-11-18.pdf'])
  const text = parsePdfTextByPage(Buffer.from(file.bytes)).join('')
  for (const words of [
    '交 接 单',
    '承运公司　德邦快递',
    `${first}-1`,
    shared.trackingNo,
    '广东省 深圳市',
    '合计　3 个包裹　2 个运单号　8 件商品',
    '交货人（签字）',
    '揽收人（签字）',
  ])
    expect(text).toContain(words)
  for (const other of [bySf, nextDay]) expect(text).not.toContain(other)
  const row = await mall.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'object_id', 'facts'])
    .where('action', '=', 'download handover list')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ actor_kind: 'staff', object_id: '德邦快递', facts: { day: '2026-11-18', parcels: 3 } })
})

test('a day without parcels, an impossible day and people who do not ship are refused', async () => {
  await expect(handoverList({ carrier: '顺丰' })).rejects.toMatchObject({
    reason: 'HANDOVER_LIST_EMPTY',
    message: '2026-11-19 没有交给顺丰速运的包裹，请核对日期和承运公司',
  })
  const { path } = contract.consoleHandoverList.list
  expect(await warehouse.post(path, { day: '2026-02-30' })).toMatchObject({ code: 400 })
  expect(await (await mall.staff('finance')).post(path, {})).toMatchObject({ code: 403 })
})

test('whoever keeps certain shops sees the parcels of their orders alone', async () => {
  const [admin, keeper] = [await mall.staff('admin'), await mall.staff('warehouse', 'catalogue')]
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [await mall.newShop('二店')], rowVersion: 0 })
  const day = '2026-11-18'
  expect(await keeper.api.consoleHandoverList.list({ day })).toMatchObject({ total: 0, totals: { pieces: 0 } })
  expect(await keeper.api.consoleHandoverList.carriers({ day })).toEqual([])
  await expect(keeper.api.consoleDocuments.handoverList({ carrier: '德邦', day })).rejects.toMatchObject({ reason: 'HANDOVER_LIST_EMPTY' })
})

test('the number of statements does not depend on the number of parcels', async () => {
  const countFor = async (day: string) => (await mall.queriesOf(() => handoverList({ carrier: '德邦', day }))).length
  await countFor('2026-11-18')
  expect(await countFor('2026-11-18')).toBe(await countFor('2026-11-19'))
})
