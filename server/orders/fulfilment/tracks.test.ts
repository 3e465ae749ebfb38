import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createKuaidi100Tracking, unconfiguredCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { NO_TRACK_REPLY, startCarrierTrackingProvider, toKuaidi100Track } from '#server/platform/testing/express-provider.ts'
import { ONE_HOUR_MS, openMall } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'
import { queryDueTracking } from './public.ts'

const mall = await openMall()
const carrier = await startCarrierTrackingProvider()
const { order, send, apply, approve, pay, warehouse, support } = await createAfterSaleHelpers(mall)
const lin = await mall.buyer('林', { wallet: '9000' })

const asks = () => {
  mall.services.express = createKuaidi100Tracking(carrier.account)
}
const run = () => queryDueTracking({ db: mall.db, express: mall.services.express }, mall.moment())
const sent = async () => {
  const { orderNo, enterpriseId } = await order(lin, [{ price: '100.00', units: 2 }])
  const trackingNo = createWaybillNo()
  const lines = [{ lineNo: 1, quantity: 1 }]
  await warehouse.api.consoleFulfilment.ship({ enterpriseId, orderNo, carrier: '德邦快递', trackingNo, lines })
  const own = { orderNo, parcelNo: 1 }
  return { named: { ...own, enterpriseId }, own, questions: () => carrier.state.asked.filter(({ num }) => num === trackingNo).length }
}
const parcelOf = async ({ orderNo }: { orderNo: string }) => (await lin.api.order.detail({ orderNo })).parcels[0]
const later = async (hours: number) => {
  mall.clock.forward(hours * ONE_HOUR_MS)
  await mall.renew()
}

describe('a track typed by staff', () => {
  test('is shown to the buyer, latest first, and can be removed', async () => {
    mall.services.express = unconfiguredCarrierTracking
    const { own, named } = await sent()
    expect(await parcelOf(named)).toMatchObject({ asks: false, track: [], trackState: null })
    const begun = mall.clock.now
    await later(5)
    await warehouse.api.consoleFulfilment.addTrack({ ...named, at: begun, place: '深圳', text: '已装车' })
    await support.api.consoleFulfilment.addTrack({ ...named, at: mall.clock.now, place: '惠州', text: '途经惠州' })
    const track = (await parcelOf(named))?.track ?? []
    expect(track.map(({ place, text, source }) => [place, text, source])).toEqual([
      ['惠州', '途经惠州', 'staff'],
      ['深圳', '已装车', 'staff'],
    ])
    await warehouse.api.consoleFulfilment.removeTrack({ ...named, trackId: track[0]?.id ?? '' })
    await expect(warehouse.api.consoleFulfilment.removeTrack({ ...named, trackId: track[0]?.id ?? '' })).rejects.toMatchObject({
      reason: 'TRACK_NOT_FOUND',
    })
    expect((await parcelOf(named))?.track).toHaveLength(1)
    const early = { ...named, at: new Date(begun.getTime() - 2 * ONE_HOUR_MS), place: '', text: '早于发货' }
    await expect(warehouse.api.consoleFulfilment.addTrack(early)).rejects.toMatchObject({ reason: 'TRACK_BEFORE_SENT' })
    await expect(lin.api.parcel.askTrack(own)).rejects.toMatchObject({ reason: 'TRACK_NOT_ASKED' })
  })
})

describe('a track from the carrier', () => {
  test('is polled and stored until the parcel is signed for; the order then waits for its buyer', async () => {
    asks()
    const { named, own, questions } = await sent()
    await run()
    expect(questions()).toBe(0)
    await later(2)
    carrier.state.reply = toKuaidi100Track('0', [['2026-11-18 17:00:00', '深圳', '已收件']])
    // Of several at once one asks.
    await Promise.all([run(), run(), run()])
    expect(questions()).toBe(1)
    expect(await parcelOf(named)).toMatchObject({ asks: true, trackState: 'onTheWay', track: [{ text: '已收件', source: 'carrier' }] })
    await later(3)
    await run()
    expect(questions()).toBe(1)
    await later(2)
    carrier.state.reply = toKuaidi100Track('3', [
      ['2026-11-18 22:00:00', '清远', '已签收，签收人：赵师傅'],
      ['2026-11-18 17:00:00', '深圳', '已收件'],
    ])
    await run()
    expect(await parcelOf(named)).toMatchObject({ trackState: 'signed', receivedAt: null, track: [{ place: '清远' }, { place: '深圳' }] })
    expect(await lin.api.order.detail({ orderNo: own.orderNo })).toMatchObject({ state: 'PART_SENT' })
    await later(100)
    await run()
    expect(questions()).toBe(2)
  })

  test('is polled less often without results; a failing carrier is not asked for a while', async () => {
    asks()
    const { named, questions } = await sent()
    carrier.state.reply = NO_TRACK_REPLY
    const perDay: number[] = []
    for (let day = 0; day < 3; day++) {
      const before = questions()
      for (let halfHour = 0; halfHour < 48; halfHour++) {
        mall.clock.forward(ONE_HOUR_MS / 2)
        await run()
      }
      perDay.push(questions() - before)
    }
    await mall.renew()
    expect(perDay).toEqual([6, 2, 2])
    expect(await parcelOf(named)).toMatchObject({ trackState: null, track: [] })
    for (let at = 0; at < 5; at++) await sent()
    await later(2)
    carrier.state.reply = 502
    const failed = await run()
    expect(failed).toMatchObject({ asked: 3, failures: ['HTTP 502', 'HTTP 502', 'HTTP 502'] })
  })

  test('is requested by any user at most once in half an hour', async () => {
    asks()
    const { own, named, questions } = await sent()
    carrier.state.reply = toKuaidi100Track('0', [['2026-11-22 17:00:00', '深圳', '已收件']])
    const presses = await Promise.allSettled([1, 2, 3, 4].map(() => lin.api.parcel.askTrack(own)))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(presses.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'TRACK_TOO_SOON' } })
    await expect(support.api.consoleFulfilment.askTrack(named)).rejects.toMatchObject({ reason: 'TRACK_TOO_SOON' })
    expect(questions()).toBe(1)
    await later(1)
    carrier.state.reply = 'hang'
    await expect(support.api.consoleFulfilment.askTrack(named)).rejects.toMatchObject({ reason: 'TRACK_LATER' })
    expect((await parcelOf(named))?.track).toHaveLength(1)
    await later(1)
    carrier.state.reply = NO_TRACK_REPLY
    expect(await support.api.consoleFulfilment.askTrack(named)).toEqual({ found: false })
    expect((await parcelOf(named))?.track).toHaveLength(1)
  })

  test('is removed when a mistyped number is corrected; entries typed by staff stay', async () => {
    asks()
    const { own, named } = await sent()
    carrier.state.reply = toKuaidi100Track('3', [['2026-11-22 17:00:00', '拉萨', '已签收']])
    await lin.api.parcel.askTrack(own)
    await warehouse.api.consoleFulfilment.addTrack({ ...named, at: mall.clock.now, place: '深圳', text: '已装车' })
    await warehouse.api.consoleFulfilment.correctParcel({
      ...named,
      carrier: '德邦快递',
      trackingNo: 'DPK999000000001',
      reason: '单号录错',
      rowVersion: 0,
    })
    expect(await parcelOf(named)).toMatchObject({ trackingNo: 'DPK999000000001', trackState: null, track: [{ text: '已装车' }] })
    carrier.state.reply = NO_TRACK_REPLY
    await lin.api.parcel.askTrack(own)
    expect(carrier.state.asked.at(-1)).toMatchObject({ num: 'DPK999000000001' })
  })
})

describe('the automatic receipt', () => {
  const signed = toKuaidi100Track('3', [['2026-11-18 22:00:00', '清远', '已签收']])
  const onTheWay = toKuaidi100Track('0', [['2026-11-18 17:00:00', '深圳', '已收件']])
  const DAYS = 24
  const orderOf = ({ orderNo }: { orderNo: string }) => lin.api.order.detail({ orderNo })
  const inDays = (days: number) => new Date(mall.clock.now.getTime() + days * DAYS * ONE_HOUR_MS)
  const untilState = async (orderNo: string, hours: number) => {
    mall.clock.forward(hours * ONE_HOUR_MS)
    await mall.runDeadlines()
    await mall.renew()
    return (await orderOf({ orderNo })).state
  }
  /** An order that was shipped completely, in parcels of one piece. */
  const shipped = async (parcels: number, units = parcels) => {
    asks()
    carrier.state.reply = NO_TRACK_REPLY
    const ordered = await order(lin, [{ price: '100.00', units }])
    for (let at = 0; at < parcels; at += 1) await send(ordered, { 1: 1 })
    const { orderNo } = ordered
    const report = async (parcelNo: number, reply: typeof signed) => {
      await later(1)
      carrier.state.reply = reply
      await lin.api.parcel.askTrack({ orderNo, parcelNo })
    }
    return { ordered, orderNo, report }
  }

  test('is seven days after the carrier has delivered the last parcel, and the order says so', async () => {
    const { orderNo, report } = await shipped(2)
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'shipment', deadline: inDays(15) })
    await report(1, signed)
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'shipment' })
    await report(2, onTheWay)
    await later(48)
    await report(2, signed)
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(7) })
    expect(await untilState(orderNo, 7 * DAYS - 0.01)).toBe('SENT')
    expect(await untilState(orderNo, 0.01)).toBe('WAIT_COMMENT')
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: null, deadline: inDays(30) })
  })

  test('is seven days after the report of the job too, also if that is later than fifteen days after the last parcel', async () => {
    const { orderNo } = await shipped(1)
    await later(12 * DAYS)
    carrier.state.reply = signed
    await run()
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(7) })
    expect(await untilState(orderNo, 6.9 * DAYS)).toBe('SENT')
    expect(await untilState(orderNo, 0.1 * DAYS)).toBe('WAIT_COMMENT')
  })

  test('is fifteen days after the last parcel while one of them has not arrived', async () => {
    const { orderNo, report } = await shipped(2)
    await report(1, signed)
    expect(await untilState(orderNo, 15 * DAYS - 1.01)).toBe('SENT')
    expect(await untilState(orderNo, 0.01)).toBe('WAIT_COMMENT')
  })

  test('counts a parcel that the buyer has confirmed as delivered', async () => {
    const { orderNo, report } = await shipped(2)
    await report(2, signed)
    await lin.api.parcel.receive({ orderNo, parcelNo: 1 })
    expect(await orderOf({ orderNo })).toMatchObject({ state: 'SENT', receiptFrom: 'delivery', deadline: inDays(7) })
  })

  test('stands still while an after-sale is open, also if the parcel is delivered meanwhile', async () => {
    const { ordered, orderNo, report } = await shipped(1)
    await report(1, signed)
    await later(2 * DAYS)
    const first = await apply(ordered, 'REFUND', [[1, 'sent', 1]])
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: null, deadline: null })
    expect(await untilState(orderNo, 20 * DAYS)).toBe('SENT')
    await lin.api.afterSale.withdraw({ id: first.id })
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(5) })

    const second = await shipped(1)
    const other = await apply(second.ordered, 'REFUND', [[1, 'sent', 1]])
    await later(3 * DAYS)
    await second.report(1, signed)
    await later(DAYS)
    await lin.api.afterSale.withdraw({ id: other.id })
    expect(await orderOf(second)).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(7) })
  })

  test('begins when the rest of an order is not shipped any more, if all that left was delivered', async () => {
    const { ordered, orderNo, report } = await shipped(1, 2)
    await report(1, signed)
    expect(await orderOf({ orderNo })).toMatchObject({ state: 'PART_SENT', deadline: null })
    await later(10 * DAYS)
    const { enterpriseId } = ordered
    await warehouse.api.consoleFulfilment.closeShort({ enterpriseId, orderNo, reason: '停产' })
    expect(await orderOf({ orderNo })).toMatchObject({ state: 'SENT', receiptFrom: 'delivery', deadline: inDays(7) })

    const refunded = await shipped(1, 2)
    await refunded.report(1, signed)
    await later(10 * DAYS)
    const ref = await apply(refunded.ordered, 'REFUND', [[1, 'unsent', 1]])
    await approve(ref)
    await pay(ref)
    expect(await orderOf(refunded)).toMatchObject({ state: 'SENT', receiptFrom: 'delivery', deadline: inDays(7) })
  })

  test('is fifteen days again if the number was wrong or the parcel goes back, with three days of notice at least', async () => {
    const { ordered, orderNo, report } = await shipped(1)
    await later(13 * DAYS)
    await report(1, signed)
    await later(2 * DAYS)
    const corrected = { enterpriseId: ordered.enterpriseId, orderNo, parcelNo: 1, carrier: '德邦快递', reason: '单号录错', rowVersion: 0 }
    await warehouse.api.consoleFulfilment.correctParcel({ ...corrected, trackingNo: createWaybillNo() })
    expect(await orderOf({ orderNo })).toMatchObject({ receiptFrom: 'shipment', deadline: inDays(3) })

    const returned = await shipped(1)
    await returned.report(1, signed)
    await returned.report(1, toKuaidi100Track('4', [['2026-11-19 17:00:00', '清远', '拒收，退回']]))
    expect(await orderOf(returned)).toMatchObject({
      receiptFrom: 'shipment',
      deadline: new Date(mall.clock.now.getTime() + 15 * DAYS * ONE_HOUR_MS - 2 * ONE_HOUR_MS),
    })
  })

  test('is so many days as administrators set, for reports from then on', async () => {
    const [before, after, admin] = [await shipped(1), await shipped(1), await mall.staff('admin')]
    await before.report(1, signed)
    const due = inDays(7)
    await admin.api.consoleSetting.setReceipt({ daysAfterDelivery: 10, rowVersion: 0 })
    await after.report(1, signed)
    expect(await orderOf(before)).toMatchObject({ deadline: due })
    expect(await orderOf(after)).toMatchObject({ deadline: inDays(10) })
    await expect(admin.api.consoleSetting.setReceipt({ daysAfterDelivery: 2, rowVersion: 1 })).rejects.toThrow('至少 3 天')
    await expect(admin.api.consoleSetting.setReceipt({ daysAfterDelivery: 5, rowVersion: 0 })).rejects.toMatchObject({
      reason: 'ROW_CHANGED',
    })
  })

  test('of an order that was on its way before there was this rule is the earlier day, with three days of notice at least', async () => {
    const old = await shipped(1)
    await later(2 * DAYS)
    const early = await shipped(1)
    await early.report(1, signed)
    await later(2 * DAYS)
    await old.report(1, signed)
    await later(8.5 * DAYS)
    const [late, waiting] = [await shipped(1), await shipped(1)]
    await late.report(1, signed)
    await mall.db.updateTable('order').set({ receive_by: null }).where('enterprise_id', '=', lin.enterpriseId).execute()
    const [, cutOver = ''] = readFileSync('server/platform/migrations/0431-receipt-after-delivery.sql', 'utf8').split(/(?=^update )/m)
    await sql.raw(cutOver.replaceAll('now()', `timestamptz '${mall.clock.now.toISOString()}'`)).execute(mall.db)
    // Seven days after the report are over; three are left. The old day of the first order comes sooner and stays.
    expect(await orderOf(early)).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(3) })
    expect(await orderOf(old)).toMatchObject({ receiptFrom: 'shipment', deadline: expect.any(Date) })
    expect((await orderOf(old)).deadline?.getTime()).toBeLessThan(inDays(3).getTime())
    expect(await orderOf(late)).toMatchObject({ receiptFrom: 'delivery', deadline: inDays(7) })
    expect(await orderOf(waiting)).toMatchObject({ receiptFrom: 'shipment' })
  })
})
