import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { getWaybillError, normaliseWaybillNumber } from '#contract/orders/fulfilment/waybill.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { order, apply, approve } = await createAfterSaleHelpers(mall)
const [warehouse, lin, zhou] = [
  await mall.staff('warehouse'),
  await mall.buyer('林', { wallet: '90000' }),
  await mall.buyer('周', { wallet: '90000' }),
]
const { ship, correctParcel } = contract.consoleFulfilment

const paid = (buyer: typeof lin) => order(buyer, [{ price: '100.00', units: 9 }], 'wallet')
const sends = ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }, way: object) =>
  warehouse.post(ship.path, { enterpriseId, orderNo, lines: [{ lineNo: 1, quantity: 1 }], ...way })

test('the form of an order proposes the carrier of the last parcel of its company', async () => {
  const [buyer, other] = [await mall.buyer('孙', { wallet: '90000' }), await mall.buyer('钱', { wallet: '90000' })]
  const made = await paid(buyer)
  const proposed = async ({ enterpriseId, orderNo }: { enterpriseId: string; orderNo: string }) =>
    (await warehouse.api.consoleOrder.detail({ enterpriseId, orderNo })).lastCarrier
  expect(await proposed(made)).toBe('')
  await sends(made, { carrier: '顺丰', trackingNo: 'SF1234567890777' })
  mall.clock.forward(1_000)
  await sends(made, { carrier: '德邦', trackingNo: 'DPK210000000077' })
  mall.clock.forward(1_000)
  const tanker = { driver: '张三', plate: '粤B12345', driverMobile: '13800138000', weighNoteNo: 'BD-1', netKg: 10, litres: 12 }
  await sends(made, { tanker })
  const next = await paid(buyer)
  expect(await proposed(next)).toBe('德邦快递')
  expect(await proposed(await paid(other))).toBe('')
})

describe('a waybill number matches the format of its carrier', () => {
  test.each([
    ['德邦快递', 'DPK210000000001'],
    ['德邦物流', '98765432'],
    ['顺丰速运', 'SF1234567890123'],
    ['顺丰', '123456789012'],
    ['京东快递', 'JDVB12345678901-1-1-'],
    ['京东', 'JD0012345678901'],
    ['圆通', 'YT8888888888888'],
    ['中通快递', '78312345678901'],
    ['申通快递', '773123456789012'],
    ['韵达', '4312345678901'],
    ['安能物流', '300123456789'],
    ['极兔速递', 'JT3000000000001'],
    ['EMS', 'EA473124829CN'],
    ['邮政', '1234567890123'],
    ['某某专线', 'ZX-20261118-007'],
  ])('%s %s is valid', (carrier, number) => expect(getWaybillError(carrier, normaliseWaybillNumber(number))).toBeUndefined())

  test.each([
    ['德邦快递', 'SF1234567890123', '德邦快递的运单号应为 DPK 加 12 位数字，或 8 至 10 位数字，请核对'],
    ['德邦', 'DPK21000000000', '德邦快递的运单号应为 DPK 加 12 位数字，或 8 至 10 位数字，请核对'],
    ['顺丰速运', 'SF123456789012', '顺丰速运的运单号应为 SF 加 13 位数字，或 12 位数字，请核对'],
    ['圆通速递', 'YT88888888', '圆通速递的运单号应为 YT 加 13 位数字，请核对'],
    ['中通快递', '7831234567', '中通快递的运单号应为 12 至 15 位数字，请核对'],
    ['EMS', 'EA473124828CN', '运单号 EA473124828CN 的校验位不对，请逐位核对'],
    ['EMS', 'EA473124892CN', '运单号 EA473124892CN 的校验位不对，请逐位核对'],
    ['某某专线', '13800138000', '这是手机号，请填写运单号'],
    ['某某专线', 'ABCDE', '运单号为 5 至 40 位字母、数字或“-”，其中至少 4 位数字'],
    ['某某专线', '12', '运单号为 5 至 40 位字母、数字或“-”，其中至少 4 位数字'],
    ['某某专线', '已交给司机', '运单号为 5 至 40 位字母、数字或“-”，其中至少 4 位数字'],
  ])('%s %s is invalid', (carrier, number, why) => expect(getWaybillError(carrier, normaliseWaybillNumber(number))).toBe(why))

  test('an invalid number is refused for a parcel and a correction; spaces, case and short names are normalised', async () => {
    const ordered = await paid(lin)
    const refused = await sends(ordered, { carrier: '顺丰', trackingNo: 'SF12' })
    expect(refused).toMatchObject({
      code: 400,
      detail: { field: 'trackingNo' },
      msg: '顺丰速运的运单号应为 SF 加 13 位数字，或 12 位数字，请核对',
    })
    expect(await sends(ordered, { carrier: '顺丰', trackingNo: ' sf 1234 5678 90123 ' })).toMatchObject({ code: 200 })
    const [parcel] = (await lin.api.order.detail({ orderNo: ordered.orderNo })).parcels
    expect(parcel).toMatchObject({ carrier: '顺丰速运', trackingNo: 'SF1234567890123' })
    const named = { enterpriseId: ordered.enterpriseId, orderNo: ordered.orderNo, parcelNo: 1, reason: '录错' }
    expect(
      await warehouse.post(correctParcel.path, { ...named, rowVersion: 0, carrier: 'EMS', trackingNo: 'EA473124828CN' }),
    ).toMatchObject({
      code: 400,
      detail: { field: 'trackingNo' },
    })
  })

  test('a buyer who returns goods gets the same checks', async () => {
    const ordered = await paid(lin)
    await sends(ordered, { carrier: '顺丰', trackingNo: 'SF1000000000777' })
    const ref = await apply(ordered, 'RETURN', [[1, 'sent', 1]])
    await approve(ref, [[1, 'sent', 1]])
    const { path } = contract.afterSale.sendBack
    expect(await lin.post(path, { id: ref.id, carrier: '德邦快递', trackingNo: 'SF1000000000001' })).toMatchObject({
      code: 400,
      detail: { field: 'trackingNo' },
    })
    expect(await lin.post(path, { id: ref.id, carrier: '德邦快递', trackingNo: '98765432' })).toMatchObject({ code: 200 })
  })
})

describe('a waybill number used on another parcel', () => {
  const way = { carrier: '德邦快递', trackingNo: 'DPK000000900001' }

  test('needs confirmation and shows the other order, of any enterprise', async () => {
    const [first, second] = [await paid(lin), await paid(zhou)]
    expect(await sends(first, way)).toMatchObject({ code: 200 })
    const asked = await sends(second, { ...way, carrier: '德邦物流' })
    expect(asked).toMatchObject({
      code: 409,
      reason: 'WAYBILL_IN_USE',
      msg: `同一单号已用于订单 ${first.orderNo} 的包裹 1（2026-11-18 发出），确认合并发货？`,
      detail: {
        field: 'trackingNo',
        carrier: '德邦快递',
        trackingNo: 'DPK000000900001',
        enterpriseId: lin.enterpriseId,
        orderNo: first.orderNo,
      },
    })
    expect((await zhou.api.order.detail({ orderNo: second.orderNo })).parcels).toEqual([])
    expect(await sends(second, { ...way, sharedWaybill: true })).toMatchObject({ code: 200 })
    const { parcels, events } = await zhou.api.order.detail({ orderNo: second.orderNo })
    expect(parcels).toHaveLength(1)
    // Another company's order is nobody else's business: what a buyer reads does not name it, and staff have it in the audit trail.
    expect(events.map(({ note }) => note).join()).not.toContain(first.orderNo)
    const audited = await mall.db.selectFrom('audit_log').select('facts').where('action', '=', ship.path).execute()
    expect(audited.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ orderNo: second.orderNo, sharedWaybill: true }))
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('of the same order needs confirmation too; the same number of another carrier does not', async () => {
    const ordered = await paid(lin)
    const number = '123456789012'
    expect(await sends(ordered, { carrier: '顺丰速运', trackingNo: number })).toMatchObject({ code: 200 })
    expect(await sends(ordered, { carrier: '顺丰速运', trackingNo: number })).toMatchObject({ reason: 'WAYBILL_IN_USE' })
    expect(await sends(ordered, { carrier: '中通快递', trackingNo: number })).toMatchObject({ code: 200 })
  })

  test('needs confirmation in a correction, but not for the parcel itself', async () => {
    const [first, second] = [await paid(lin), await paid(zhou)]
    await sends(first, { carrier: '德邦快递', trackingNo: 'DPK000000900002' })
    await sends(second, { carrier: '德邦快递', trackingNo: 'DPK000000900003' })
    const named = { enterpriseId: second.enterpriseId, orderNo: second.orderNo, parcelNo: 1, reason: '录错' }
    const correct = (given: object, rowVersion = 0) => warehouse.post(correctParcel.path, { ...named, ...given, rowVersion })
    expect(await correct({ carrier: '德邦快递', trackingNo: 'DPK000000900002' })).toMatchObject({ reason: 'WAYBILL_IN_USE' })
    expect(await correct({ carrier: '某某专线', trackingNo: 'DPK000000900003' })).toMatchObject({ code: 200 })
    expect(await correct({ carrier: '德邦快递', trackingNo: 'DPK000000900002', sharedWaybill: true }, 1)).toMatchObject({ code: 200 })
  })

  test('costs one more query per parcel and none for our own tanker', async () => {
    const count = async (given: object) => {
      const ordered = await paid(lin)
      const before = mall.statements.length
      expect(await sends(ordered, given)).toMatchObject({ code: 200 })
      return mall.statements.slice(before).filter((sql) => sql.includes('"parcel"."tracking_no" =')).length
    }
    const tanker = { driver: '赵', plate: '粤B12345', driverMobile: '13900000012', weighNoteNo: 'B1', netKg: 840, litres: 1_000 }
    expect([await count({ carrier: '德邦快递', trackingNo: 'DPK000000900004' }), await count({ tanker })]).toEqual([1, 0])
  })
})
