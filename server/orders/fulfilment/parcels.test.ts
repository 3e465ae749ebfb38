import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { order, send, apply, approve, pay, warehouse, support } = await createAfterSaleHelpers(mall)
const { ship, correctParcel } = contract.consoleFulfilment
const lin = await mall.buyer('林', { wallet: '90000' })

const tanker = {
  driver: '赵师傅',
  plate: '粤B12345',
  driverMobile: '13900000012',
  weighNoteNo: 'BD-20261118-01',
  netKg: 840,
  litres: 1_000,
}
const detail = (orderNo: string) => lin.api.order.detail({ orderNo })
const later = async (days: number) => {
  mall.clock.forward(days * ONE_DAY_MS)
  await mall.runDeadlines()
  await mall.renew()
}

/** An order of diesel and picks in three parcels: picks, our own tanker, picks. */
async function sentInThree() {
  const ordered = await order(lin, [
    { price: '7.20', units: 1_000, stock: 5_000 },
    { price: '38.50', units: 50 },
  ])
  await send(ordered, { 2: 20 })
  const { enterpriseId, orderNo } = ordered
  await warehouse.api.consoleFulfilment.ship({ enterpriseId, orderNo, tanker, lines: [{ lineNo: 1, quantity: 1_000 }] })
  await send(ordered, { 2: 30 })
  return { ...ordered, named: (parcelNo: number) => ({ enterpriseId, orderNo, parcelNo }) }
}

describe('an order in three parcels', () => {
  test('goes by courier and by our own tanker, and is received parcel by parcel', async () => {
    const ordered = await order(lin, [
      { price: '7.20', units: 1_000, stock: 5_000 },
      { price: '38.50', units: 50 },
    ])
    const { enterpriseId, orderNo } = ordered
    await send(ordered, { 2: 20 })
    await lin.api.parcel.receive({ orderNo, parcelNo: 1 })
    expect(await detail(orderNo)).toMatchObject({ state: 'PART_SENT', parcels: [{ receivedAt: mall.clock.now }] })
    await expect(lin.api.parcel.receive({ orderNo, parcelNo: 1 })).rejects.toMatchObject({ reason: 'PARCEL_RECEIVED' })
    await expect(lin.api.parcel.receive({ orderNo, parcelNo: 2 })).rejects.toMatchObject({ reason: 'PARCEL_NOT_FOUND' })
    await warehouse.api.consoleFulfilment.ship({ enterpriseId, orderNo, tanker, lines: [{ lineNo: 1, quantity: 1_000 }] })
    await send(ordered, { 2: 30 })
    const { state, parcels, events } = await detail(orderNo)
    expect(state).toBe('SENT')
    expect(
      parcels.map(({ kind, carrier, trackingNo, lines }) => [kind, carrier, trackingNo, lines.map(({ quantity }) => quantity)]),
    ).toEqual([
      ['courier', '德邦快递', expect.stringMatching(/^DPK\d{12}$/), [20]],
      ['tanker', '自有罐车', '', [1_000]],
      ['courier', '德邦快递', expect.stringMatching(/^DPK\d{12}$/), [30]],
    ])
    expect(parcels[1]?.tanker).toEqual(tanker)
    expect(events.map(({ note }) => note)).toContain('自有罐车 粤B12345 赵师傅')
    await lin.api.parcel.receive({ orderNo, parcelNo: 2 })
    expect(await detail(orderNo)).toMatchObject({ state: 'SENT' })
    // Of two who press at once the order hears one.
    const presses = await Promise.allSettled([1, 2].map(() => lin.api.parcel.receive({ orderNo, parcelNo: 3 })))
    expect(presses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await detail(orderNo)).toMatchObject({ state: 'WAIT_COMMENT' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('is received as a whole with all of its parcels', async () => {
    const { orderNo, named } = await sentInThree()
    await lin.api.order.receive({ orderNo })
    const { parcels } = await detail(orderNo)
    expect(parcels.map(({ receivedAt }) => receivedAt)).toEqual([mall.clock.now, mall.clock.now, mall.clock.now])
    const again = lin.api.parcel.receive({ orderNo, parcelNo: named(1).parcelNo })
    await expect(again).rejects.toMatchObject({ reason: 'ORDER_ACTION_NOT_ALLOWED' })
  })

  test.each<[object, string]>([
    [{}, '请选择承运公司'],
    [{ carrier: '德邦快递' }, '请输入运单号'],
    [{ carrier: '德邦快递', trackingNo: createWaybillNo(), tanker }, '请选择承运公司'],
    [{ tanker: { ...tanker, plate: '12345' } }, '请输入正确的车牌号'],
    [{ tanker: { ...tanker, driverMobile: '110' } }, '请输入正确的手机号'],
    [{ tanker: { ...tanker, netKg: 84 } }, '净重与升数不相称（每升 0.6 至 1.1 千克），请核对磅单'],
    [{ tanker: { ...tanker, litres: 0.5 } }, '升数必须为整数'],
  ])('is refused with the shipping details %j', async (way, msg) => {
    const body = { enterpriseId: lin.enterpriseId, orderNo: '202611180000000001', lines: [{ lineNo: 1, quantity: 1 }], ...way }
    expect(await warehouse.post(ship.path, body)).toMatchObject({ code: 400, msg })
  })
})

test('a mistyped waybill number is corrected with a reason that the buyer sees', async () => {
  const { orderNo, named } = await sentInThree()
  const right = { carrier: '顺丰速运', trackingNo: 'SF1000000000099', reason: '单号录错' }
  const was = (await detail(orderNo)).parcels[2]?.trackingNo
  await warehouse.api.consoleFulfilment.correctParcel({ ...named(3), ...right, rowVersion: 0 })
  const lorry = { tanker: { ...tanker, plate: '粤b54321' }, reason: '换车', rowVersion: 0 }
  await warehouse.api.consoleFulfilment.correctParcel({ ...named(2), ...lorry })
  const { parcels, events } = await detail(orderNo)
  expect([parcels[2]?.trackingNo, parcels[1]?.tanker?.plate]).toEqual(['SF1000000000099', '粤B54321'])
  expect(events.map(({ note }) => note)).toContain(`包裹 3：德邦快递 ${was} 更正为 顺丰速运 SF1000000000099，单号录错`)
  // Who has the form open from before is told what it was corrected to; what both typed the same is no correction.
  expect(await warehouse.post(correctParcel.path, { ...named(3), ...right, rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { by: 'warehouse', rowVersion: 1, what: `德邦快递 ${was} 更正为 顺丰速运 SF1000000000099` },
  })
  expect(await warehouse.post(correctParcel.path, { ...named(3), ...right, rowVersion: 1 })).toMatchObject({ reason: 'PARCEL_UNCHANGED' })
  await lin.api.parcel.receive({ orderNo, parcelNo: 3 })
  expect(await warehouse.post(correctParcel.path, { ...named(3), ...right, trackingNo: 'SF1000000000001', rowVersion: 1 })).toMatchObject({
    reason: 'PARCEL_RECEIVED',
    msg: expect.stringMatching(/^这个包裹已于 \d\d:\d\d 签收$/),
  })
  const audited = await mall.db.selectFrom('audit_log').select('facts').where('action', '=', correctParcel.path).execute()
  expect(audited.map(({ facts }) => (facts as { trackingNo?: string }).trackingNo)).toContain('SF1000000000099')
})

test('the proof of delivery is uploaded by staff or buyer, three pictures per parcel', async () => {
  const { orderNo, named } = await sentInThree()
  const file = toBlob(await createPhoto())
  await warehouse.api.consoleFulfilment.attachReceipt(named(1), { file })
  const upload = async () => (await lin.api.files.uploadImage({ purpose: 'signedReceipt' }, { file })).fileId
  const fileId = await upload()
  await lin.api.parcel.attachReceipt({ orderNo, parcelNo: 1, fileId })
  await expect(lin.api.parcel.attachReceipt({ orderNo, parcelNo: 1, fileId })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  await lin.api.parcel.attachReceipt({ orderNo, parcelNo: 1, fileId: await upload() })
  await expect(warehouse.api.consoleFulfilment.attachReceipt(named(1), { file })).rejects.toMatchObject({ reason: 'RECEIPT_PICTURES_FULL' })
  const receipts = (await detail(orderNo)).parcels[0]?.receipts ?? []
  expect(receipts).toHaveLength(3)
  // Whoever may read the order sees what staff brought; staff see what the buyer brought.
  const reader = await mall.subAccount(lin, ['lookOrder'])
  for (const one of receipts) {
    expect((await reader.api.files.viewFile({ fileId: one })).type).toBe('image/jpeg')
    expect((await support.api.consoleFulfilment.receipt({ ...named(1), fileId: one })).type).toBe('image/jpeg')
  }
  const chen = await mall.buyer('陈')
  await expect(chen.api.files.viewFile({ fileId: receipts[0] ?? '' })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
  await expect(support.api.consoleFulfilment.receipt({ ...named(2), fileId })).rejects.toMatchObject({ reason: 'FILE_NOT_FOUND' })
})

test('the delivery note shows parcel, goods, carrier and barcode, for staff and for the buyer', async () => {
  const { orderNo, named } = await sentInThree()
  const note = await warehouse.api.consoleDocuments.deliveryNote(named(2))
  expect([note.type, note.name]).toEqual(['application/pdf', `送货单-${orderNo}02.pdf`])
  expect(note.bytes.length).toBeLessThan(300_000)
  const text = parsePdfTextByPage(Buffer.from(note.bytes)).join('')
  for (const words of [
    '送 货 单',
    `${orderNo}02`,
    '林矿业有限公司',
    '粤B12345',
    '赵师傅',
    'BD-20261118-01',
    '840 kg　1000 L',
    '共 1 种，1000 件',
  ])
    expect(text).toContain(words)
  const own = parsePdfTextByPage(Buffer.from((await lin.api.documents.deliveryNote({ orderNo, parcelNo: 3 })).bytes)).join('')
  expect(own).toContain('德邦快递')
  expect(own).toContain('共 1 种，30 件')
  await expect(lin.api.documents.deliveryNote({ orderNo, parcelNo: 4 })).rejects.toMatchObject({ reason: 'PARCEL_NOT_FOUND' })
  const chen = await mall.buyer('陈')
  await expect(chen.api.documents.deliveryNote({ orderNo, parcelNo: 2 })).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' })
})

describe('the deadline job', () => {
  test('receives an order fifteen days after the last parcel and ends the review period after thirty days', async () => {
    const { orderNo } = await sentInThree()
    await later(14.9)
    expect(await detail(orderNo)).toMatchObject({ state: 'SENT' })
    await later(0.1)
    expect(await detail(orderNo)).toMatchObject({ state: 'WAIT_COMMENT' })
    await later(29.9)
    expect(await detail(orderNo)).toMatchObject({ state: 'WAIT_COMMENT' })
    await later(0.1)
    const { state, events } = await detail(orderNo)
    expect([state, events.at(-1)]).toMatchObject(['DONE', { verb: 'closeComment', by: '系统' }])
  })

  test('is delayed by an open after-sale for as long as it is open', async () => {
    const ordered = await sentInThree()
    const { orderNo } = ordered
    await later(10)
    const ref = await apply(ordered, 'REFUND', [[2, 'sent', 1]])
    expect(await detail(orderNo)).toMatchObject({ state: 'SENT', deadline: null })
    await later(20)
    expect(await detail(orderNo)).toMatchObject({ state: 'SENT' })
    await approve(ref)
    await pay(ref)
    // Ten of the fifteen days were over when it began.
    expect(await detail(orderNo)).toMatchObject({ deadline: new Date(mall.clock.now.getTime() + 5 * ONE_DAY_MS) })
    await later(4.9)
    expect(await detail(orderNo)).toMatchObject({ state: 'SENT' })
    await later(0.1)
    expect(await detail(orderNo)).toMatchObject({ state: 'WAIT_COMMENT' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})
