import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { DELIVERY_NOTES_PER_FILE_MAX } from '#contract/billing/documents/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { order, send, warehouse, support } = await createAfterSaleHelpers(mall)
const [lin, wu] = [await mall.buyer('林', { wallet: '90000' }), await mall.buyer('吴', { wallet: '90000' })]
const { deliveryNotes, waveDeliveryNotes } = warehouse.api.consoleDocuments
const refOf = ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }) => ({ enterpriseId, orderNo })

/** An order of one line that has left in some parcels of one piece. */
async function sent(buyer: typeof lin, parcels: number) {
  const ordered = await order(buyer, [{ price: '10.00', units: Math.max(1, parcels) }])
  for (let at = 0; at < parcels; at += 1) await send(ordered, { 1: 1 })
  return ordered
}
const pagesOf = (file: { bytes: Uint8Array }) => parsePdfTextByPage(Buffer.from(file.bytes))
const audited = async () =>
  (
    await mall.db
      .selectFrom('audit_log')
      .select(['object_id', 'enterprise_id', 'facts'])
      .where('action', '=', 'download delivery note')
      .orderBy('id')
      .execute()
  ).map(({ object_id, enterprise_id, facts }) => [object_id, enterprise_id, (facts as { parcelNo: number }).parcelNo])

/** A wave of orders of both companies, of which the given places have left. */
async function waveOf(places: readonly number[], orders = 4) {
  for (let at = 0; at < orders; at += 1) {
    await order(at % 2 === 0 ? lin : wu, [{ price: '10.00', units: 2 }])
    mall.clock.forward(60_000)
  }
  const { id } = await warehouse.api.consoleWave.create({ count: orders })
  const packing = (await warehouse.api.consoleWave.packing({ id })).orders
  for (const place of places) {
    mall.clock.forward(60_000)
    const found = packing.find((one) => one.place === place) ?? expect.fail('no place')
    const lines = [{ lineNo: 1, quantity: 2 }]
    await warehouse.api.consoleWave.ship({ id, ...refOf(found), carrier: '德邦快递', trackingNo: createWaybillNo(), lines })
  }
  return { id, numbers: packing.map(({ orderNo }) => orderNo) }
}

test('notes of several orders are one file: each on its own page, in the given sequence, each in the audit log', async () => {
  const [first, second] = [await sent(lin, 2), await sent(wu, 1)]
  const before = await audited()
  const file = await deliveryNotes({ parcels: [refOf(second), refOf(first)] })
  expect([file.type, file.name]).toEqual(['application/pdf', '送货单-2026-11-18-3张.pdf'])
  const pages = pagesOf(file)
  const numbers = [`${second.orderNo}01`, `${first.orderNo}01`, `${first.orderNo}02`]
  expect(pages).toHaveLength(3)
  for (const [at, number] of numbers.entries()) {
    expect(pages[at]).toContain(`送货单 ${number}　打印于`)
    expect(pages[at]).toContain('第 1 页，共 1 页')
  }
  expect(pages[0]).toContain('吴矿业有限公司')
  expect(pages[2]).toContain('第 2 个包裹，本订单已发 2 个')
  expect((await audited()).slice(before.length)).toEqual([
    [second.orderNo, wu.enterpriseId, 1],
    [first.orderNo, lin.enterpriseId, 1],
    [first.orderNo, lin.enterpriseId, 2],
  ])
  // One of the parcels of an order, as the hand-over of a day prints them.
  expect(pagesOf(await deliveryNotes({ parcels: [{ ...refOf(first), parcelNo: 2 }] }))).toHaveLength(1)
})

test('a note of two pages counts its own pages, and so does the next one', async () => {
  const long = await order(
    lin,
    Array.from({ length: 45 }, () => ({ price: '1.00', units: 1 })),
  )
  await send(long, Object.fromEntries(Array.from({ length: 45 }, (_, at) => [at + 1, 1])))
  const pages = pagesOf(await deliveryNotes({ parcels: [refOf(long), refOf(await sent(wu, 1))] }))
  expect(pages.map((text) => /第 \d+ 页，共 \d+ 页/.exec(text)?.[0])).toEqual(['第 1 页，共 2 页', '第 2 页，共 2 页', '第 1 页，共 1 页'])
  // A hundred of these would take too long to render.
  await expect(deliveryNotes({ parcels: Array.from({ length: DELIVERY_NOTES_PER_FILE_MAX }, () => refOf(long)) })).rejects.toMatchObject({
    reason: 'DELIVERY_NOTES_TOO_MANY',
    message: '共 4500 行商品，一次最多打印 3000 行；请勾选一部分订单，分批打印',
  })
})

test('notes of a wave are in the sequence of its places, all that have left or the chosen ones', async () => {
  const { id, numbers } = await waveOf([3, 1, 4])
  const namesOf = async (input: { orderNos?: string[]; batch?: number }) =>
    pagesOf(await waveDeliveryNotes({ id, ...input })).map((text) => /送货单 (\d{18})01/.exec(text)?.[1])
  expect(await namesOf({})).toEqual([numbers[0], numbers[2], numbers[3]])
  expect(await namesOf({ batch: 1 })).toEqual([numbers[0], numbers[2], numbers[3]])
  expect(await namesOf({ orderNos: [numbers[3] ?? '', numbers[0] ?? ''] })).toEqual([numbers[0], numbers[3]])
  for (const input of [{ batch: 2 }, { orderNos: [numbers[1] ?? ''] }])
    await expect(waveDeliveryNotes({ id, ...input })).rejects.toMatchObject({
      reason: 'DELIVERY_NOTES_NONE',
      message: '所选范围还没有订单从本波次发出，没有送货单可打印',
    })
  await warehouse.api.consoleWave.close({ id })
})

test('the number of statements does not depend on the number of notes', async () => {
  const orders: { enterpriseId: string; orderNo: string }[] = []
  for (let at = 0; at < 6; at += 1) orders.push(await sent(at % 2 === 0 ? lin : wu, 1))
  const countFor = async (count: number) => {
    const queries = await mall.queriesOf(() => deliveryNotes({ parcels: orders.slice(0, count).map(refOf) }))
    return queries.filter((query) => !/^(?:begin|commit)/.test(query.sql)).length
  }
  await countFor(1)
  expect(await countFor(6)).toBe(await countFor(1))
  const { id } = await waveOf([1, 2, 3, 4])
  const { orderNo } = (await warehouse.api.consoleWave.orders({ id })).dataList[0] ?? expect.fail('no order')
  const ofWave = async (orderNos?: string[]) =>
    (await mall.queriesOf(() => waveDeliveryNotes({ id, ...(orderNos ? { orderNos } : {}) }))).length
  expect(await ofWave()).toBe(await ofWave([orderNo]))
})

test('an order without a parcel and more than a hundred notes are refused in a sentence, and nothing is logged', async () => {
  const [waiting, many] = [await order(lin, [{ price: '10.00', units: 1 }]), await sent(lin, 51)]
  const before = await audited()
  await expect(deliveryNotes({ parcels: [refOf(many), refOf(waiting)] })).rejects.toMatchObject({
    reason: 'DELIVERY_NOTES_NONE',
    message: `${waiting.orderNo}还没有发出包裹，没有送货单；请取消勾选后重试`,
  })
  await expect(deliveryNotes({ parcels: [refOf(many), refOf(many)] })).rejects.toMatchObject({
    reason: 'DELIVERY_NOTES_TOO_MANY',
    message: '共 102 张送货单，一次最多打印 100 张；请勾选一部分订单，分批打印',
  })
  const { path } = contract.consoleDocuments.deliveryNotes
  const parcels = Array.from({ length: DELIVERY_NOTES_PER_FILE_MAX + 1 }, () => refOf(many))
  expect(await warehouse.post(path, { parcels })).toMatchObject({ code: 400, msg: '一次最多打印 100 张送货单，请分批打印' })
  expect(await warehouse.post(path, { parcels: [] })).toMatchObject({ code: 400, msg: '请先勾选订单' })
  await expect(deliveryNotes({ parcels: [{ ...refOf(waiting), orderNo: '202611180000000000' }] })).rejects.toMatchObject({
    reason: 'ORDER_NOT_FOUND',
  })
  expect(await audited()).toEqual(before)
})

test('an order of a shop that somebody else keeps is not there, and whoever may not see waves prints none', async () => {
  const shopId = await mall.newShop('二店')
  const [keeper, admin] = [await mall.staff('warehouse', 'catalogue'), await mall.staff('admin')]
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [shopId], rowVersion: 0 })
  const parcels = [refOf(await sent(lin, 1))]
  await expect(keeper.api.consoleDocuments.deliveryNotes({ parcels })).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' })
  expect((await support.api.consoleDocuments.deliveryNotes({ parcels })).type).toBe('application/pdf')
  const { id } = await waveOf([1], 1)
  await expect(keeper.api.consoleDocuments.waveDeliveryNotes({ id })).rejects.toMatchObject({ reason: 'WAVE_NOT_FOUND' })
  const finance = await mall.staff('finance')
  expect(await finance.post(contract.consoleDocuments.waveDeliveryNotes.path, { id })).toMatchObject({ code: 403 })
})
