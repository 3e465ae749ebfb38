import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { runTwoCallsInLockOrder } from '#server/platform/testing/lock-order.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const warehouse = await mall.staff('warehouse')
const { consoleWave } = warehouse.api
const carrier = '德邦快递'

const bits = { skuId: await mall.createSku('截齿', { code: 'BIT-1', stock: 500, sale: '10.00' }), code: 'BIT-1' }
const oil = { skuId: await mall.createSku('液压油', { code: 'OIL-1', stock: 500, sale: '10.00' }), code: 'OIL-1' }
const seal = { skuId: await mall.createSku('密封圈', { code: 'SEAL-1', stock: 500, sale: '10.00' }), code: 'SEAL-1' }

/** A paid order. */
async function order(buyer: Buyer, wanted: readonly (readonly [skuId: string, goodsNum: number])[]) {
  const lines = wanted.map(([skuId, goodsNum]) => ({ skuId, goodsNum }))
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(60_000)
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
const lin = await mall.buyer('林', { wallet: '9000' })
const wu = await mall.buyer('吴', { wallet: '9000' })

/** Closes every open wave and ships nothing, so that the next story begins with its own orders. */
async function clear() {
  for (const { id, state } of (await consoleWave.list({})).dataList)
    if (state === 'OPEN' || state === 'PICKED') await consoleWave.close({ id })
  for (const { enterpriseId, orderNo } of (await consoleWave.candidates({ pageSize: 100 })).dataList) await ship({ enterpriseId, orderNo })
}
async function ship(named: { enterpriseId: string; orderNo: string }) {
  const { lines } = await warehouse.api.consoleOrder.detail(named)
  const left = lines.filter((line) => line.left > 0).map((line) => ({ lineNo: line.lineNo, quantity: line.left }))
  await warehouse.api.consoleFulfilment.ship({ ...named, carrier, trackingNo: createWaybillNo(), lines: left })
}
const summarise = async (id: string) =>
  (await consoleWave.orders({ id })).dataList.map(({ place, status, note, units }) => [place, status, note, units])

test('a wave takes the orders that wait longest, each once, and its pick list is sorted by bin', async () => {
  await warehouse.api.consoleStock.setBin({ skuId: bits.skuId, bin: ' a-10 ', rowVersion: 0 })
  await warehouse.api.consoleStock.setBin({ skuId: oil.skuId, bin: 'A-2', rowVersion: 0 })
  const first = await order(lin, [
    [bits.skuId, 3],
    [seal.skuId, 1],
  ])
  const second = await order(wu, [
    [bits.skuId, 2],
    [oil.skuId, 4],
  ])
  const third = await order(lin, [[oil.skuId, 1]])
  expect((await consoleWave.candidates({})).dataList.map(({ orderNo }) => orderNo)).toEqual(
    [first, second, third].map((one) => one.orderNo),
  )
  const { id, orders } = await consoleWave.create({ count: 2, carrier: '德邦' })
  expect(orders).toBe(2)
  const { wave, rows } = await consoleWave.pickList({ id })
  expect(wave).toMatchObject({ state: 'OPEN', carrier, orders: 2, shipped: 0, dropped: 0, units: 10, about: '全部待发货订单' })
  expect(wave.waveNo).toMatch(/^2026\d{8}$/)
  expect(rows.map(({ bin, skuCode, units, places }) => [bin, skuCode, units, places])).toEqual([
    ['A-2', 'OIL-1', 4, [{ place: 2, units: 4 }]],
    [
      'A-10',
      'BIT-1',
      5,
      [
        { place: 1, units: 3 },
        { place: 2, units: 2 },
      ],
    ],
    ['', 'SEAL-1', 1, [{ place: 1, units: 1 }]],
  ])
  // The rest waits for the next one, and when that has it nothing is left.
  expect((await consoleWave.candidates({})).dataList.map(({ orderNo }) => orderNo)).toEqual([third.orderNo])
  expect(await consoleWave.create({ count: 200 })).toMatchObject({ orders: 1 })
  await expect(consoleWave.create({ count: 200 })).rejects.toMatchObject({ reason: 'WAVE_NOTHING' })
  await clear()
})

test('orders are filtered by shop, province, last carrier and waiting time', async () => {
  const shopId = await mall.newShop('二店')
  const other = await mall.createSku('钎杆', { shopId, code: 'ROD-1', stock: 50, sale: '10.00' })
  const mine = await order(lin, [[bits.skuId, 1]])
  const theirs = await order(wu, [[other, 1]])
  const { shops, provinces, carriers } = await consoleWave.choices({})
  expect(shops.map(({ label, orders }) => [label, orders])).toEqual(
    expect.arrayContaining([
      ['二店', 1],
      ['岩锋自营', 1],
    ]),
  )
  expect(provinces).toEqual([{ value: '广东省', label: '广东省', orders: 2 }])
  expect(carriers).toEqual([{ value: carrier, label: carrier, orders: 2 }])
  const numbers = async (filter: Parameters<typeof consoleWave.candidates>[0]) =>
    (await consoleWave.candidates(filter)).dataList.map(({ orderNo }) => orderNo)
  expect(await numbers({ shopId })).toEqual([theirs.orderNo])
  expect(await numbers({ province: '山西省' })).toEqual([])
  expect(await numbers({ lastCarrier: '顺丰速运' })).toEqual([])
  expect(await numbers({ waitsSince: '2026-11-17' })).toEqual([])
  expect(await numbers({ waitsSince: '2026-11-18', province: '广东省', lastCarrier: carrier })).toEqual([mine.orderNo, theirs.orderNo])
  const { id } = await consoleWave.create({ shopId, province: '广东省', waitsSince: '2026-11-18', count: 10 })
  expect(await consoleWave.detail({ id })).toMatchObject({ orders: 1, about: '二店、广东省、2026-11-18 及以前待发' })
  await clear()
})

test('the last shipped order closes its wave, once also when two are shipped concurrently', async () => {
  const placed = [await order(lin, [[bits.skuId, 1]]), await order(wu, [[bits.skuId, 2]]), await order(lin, [[oil.skuId, 1]])]
  const { id } = await consoleWave.create({ count: 10 })
  await consoleWave.markPicked({ id })
  const { orders } = await consoleWave.packing({ id })
  expect(orders.map(({ orderNo, lines }) => [orderNo, lines.map(({ skuCode, units }) => [skuCode, units])])).toEqual([
    [placed[0]?.orderNo, [['BIT-1', 1]]],
    [placed[1]?.orderNo, [['BIT-1', 2]]],
    [placed[2]?.orderNo, [['OIL-1', 1]]],
  ])
  const leave = (at: number, trackingNo = createWaybillNo()) => {
    const { enterpriseId = '', orderNo = '', lines = [] } = orders[at] ?? {}
    return consoleWave.ship({
      id,
      enterpriseId,
      orderNo,
      carrier,
      trackingNo,
      lines: lines.map(({ lineNo, units }) => ({ lineNo, quantity: units })),
    })
  }
  expect(await leave(0)).toEqual({ waiting: 2 })
  const answers = await runTwoCallsInLockOrder(mall, { table: 'wave', id }, [() => leave(1), () => leave(2)])
  expect(answers.map(({ waiting }) => waiting).sort()).toEqual([0, 1])
  expect(await consoleWave.detail({ id })).toMatchObject({ state: 'SHIPPED', shipped: 3, dropped: 0 })
  await expect(leave(0)).rejects.toMatchObject({
    reason: 'WAVE_OVER',
    message: '该波次已结束，请刷新后查看',
  })
  expect(await mall.findInvariantBreaches()).toEqual({})
})

describe('an order is dropped from its wave with a reason', () => {
  test('when its buyer requests a cancel, and returns when that is refused', async () => {
    const asked = await order(lin, [[bits.skuId, 1]])
    await order(wu, [[bits.skuId, 5]])
    const { id } = await consoleWave.create({ count: 10 })
    await lin.api.order.askCancel({ orderNo: asked.orderNo, reason: '不要了' })
    expect(await summarise(id)).toEqual([
      [1, 'dropped', '买家申请取消，暂不要发', 1],
      [2, 'waiting', '', 5],
    ])
    expect((await consoleWave.packing({ id })).orders.map(({ place }) => place)).toEqual([2])
    const lines = [{ lineNo: 1, quantity: 1 }]
    await expect(consoleWave.ship({ ...asked, id, carrier, trackingNo: createWaybillNo(), lines })).rejects.toMatchObject({
      reason: 'ORDER_ACTION_NOT_ALLOWED',
    })
    const support = await mall.staff('support')
    await support.api.consoleOrder.refuseCancel({ ...asked, reason: '已拣货' })
    expect(await summarise(id)).toMatchObject([[1, 'waiting', '', 1], {}])
    await lin.api.order.askCancel({ orderNo: asked.orderNo, reason: '真的不要了' })
    await support.api.consoleOrder.agreeCancel(asked)
    expect(await summarise(id)).toMatchObject([[1, 'dropped', '订单已取消', 1], {}])
    await clear()
  })

  test('when it is shipped elsewhere or removed; a partial shipment is shown', async () => {
    const [left, out, part] = [await order(lin, [[bits.skuId, 1]]), await order(wu, [[bits.skuId, 1]]), await order(lin, [[bits.skuId, 5]])]
    const { id } = await consoleWave.create({ count: 10 })
    await ship(left)
    await consoleWave.removeOrder({ id, ...out })
    await warehouse.api.consoleFulfilment.ship({ ...part, carrier, trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 2 }] })
    expect(await summarise(id)).toEqual([
      [1, 'dropped', '已另行发出', 1],
      [2, 'dropped', '已移出波次', 1],
      [3, 'waiting', '现在应发 3 件，编入时 5 件', 3],
    ])
    expect((await consoleWave.candidates({})).dataList.map(({ orderNo }) => orderNo)).toEqual([out.orderNo])
    await expect(consoleWave.removeOrder({ id, ...out })).rejects.toMatchObject({ reason: 'WAVE_ORDER_NOT_FOUND' })
    await consoleWave.removeOrder({ id, ...part })
    expect((await consoleWave.detail({ id })).state).toBe('CLOSED')
    await clear()
  })

  test('when the wave is cancelled, which is possible only before anything was shipped', async () => {
    const [one] = [await order(lin, [[bits.skuId, 1]]), await order(wu, [[bits.skuId, 1]])]
    const { id } = await consoleWave.create({ count: 1 })
    await consoleWave.cancel({ id })
    expect(await summarise(id)).toEqual([[1, 'dropped', '波次结束时未发', 1]])
    const { id: again } = await consoleWave.create({ count: 2 })
    await consoleWave.ship({ id: again, ...one, carrier, trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] })
    await expect(consoleWave.cancel({ id: again })).rejects.toMatchObject({ reason: 'WAVE_BEGUN' })
    await consoleWave.close({ id: again })
    expect(await consoleWave.detail({ id: again })).toMatchObject({ state: 'CLOSED', shipped: 1, dropped: 1 })
    await clear()
  })
})

test('a waybill number used on another parcel needs confirmation and is sent again with it', async () => {
  const placed = [await order(lin, [[bits.skuId, 1]]), await order(lin, [[oil.skuId, 1]])]
  const { id } = await consoleWave.create({ count: 10 })
  const way = { id, carrier, trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 1 }] }
  await consoleWave.ship({ ...way, ...(placed[0] ?? expect.fail()) })
  const second = { ...way, ...(placed[1] ?? expect.fail()) }
  await expect(consoleWave.ship(second)).rejects.toMatchObject({
    reason: 'WAYBILL_IN_USE',
    message: expect.stringMatching(/^同一单号已用于订单 \d{18} 的包裹 1（2026-11-18 发出），确认合并发货？/),
  })
  expect(await consoleWave.ship({ ...second, sharedWaybill: true })).toEqual({ waiting: 0 })
})

test('staff who keep certain shops see and create waves of these shops only', async () => {
  const shopId = await mall.newShop('三店')
  const own = await order(lin, [[await mall.createSku('扳手', { shopId, code: 'KEY-1', stock: 50, sale: '10.00' }), 1]])
  const other = await order(wu, [[bits.skuId, 1]])
  const admin = await mall.staff('admin')
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [shopId], rowVersion: 0 })
  expect((await keeper.api.consoleWave.candidates({})).dataList.map(({ orderNo }) => orderNo)).toEqual([own.orderNo])
  const { id } = await consoleWave.create({ count: 10 })
  expect((await keeper.api.consoleWave.list({})).dataList).toEqual([])
  const calls = [
    () => keeper.api.consoleWave.detail({ id }),
    () => keeper.api.consoleWave.packing({ id }),
    () => keeper.api.consoleWave.close({ id }),
    () => keeper.api.consoleWave.removeOrder({ id, ...other }),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ reason: 'WAVE_NOT_FOUND' })
  await consoleWave.close({ id })
  expect(await admin.post(contract.consoleWave.close.path, { id })).toMatchObject({
    reason: 'WAVE_OVER',
    msg: expect.stringMatching(/^warehouse 已于 \d\d:\d\d 关闭波次$/),
  })
  const made = await keeper.api.consoleWave.create({ count: 10 })
  expect((await keeper.api.consoleWave.orders({ id: made.id })).dataList.map(({ orderNo }) => orderNo)).toEqual([own.orderNo])
  await clear()
})

describe('bins', () => {
  const csv = (text: string) => new Blob([text], { type: 'text/csv' })
  const binOf = async (keyword: string) => (await warehouse.api.consoleSku.list({ keyword })).dataList[0] ?? expect.fail(keyword)

  test('are imported from a file with a result per row', async () => {
    const file = csv('规格编码,名称,货位\nSEAL-1,密封圈,b-01\nNONE-1,无,B-02\nOIL-1,油,C/3\nSEAL-1,再来,B-03\nBIT-1,,A-10\n')
    const { changed, refused, rows } = await warehouse.api.consoleStock.importBins({ fileName: '货位.csv' }, { file })
    expect([changed, refused]).toEqual([1, 3])
    expect(rows.map(({ row, result, text }) => [row, result, text])).toEqual([
      [2, 'changed', 'SEAL-1 货位 无 → B-01'],
      [3, 'refused', '没有编码为 NONE-1 的商品规格'],
      [4, 'refused', 'OIL-1：货位只能由字母、数字、汉字和“-”组成'],
      [5, 'refused', 'SEAL-1 与第 2 行重复，以第 2 行为准'],
      [6, 'unchanged', 'BIT-1 货位 A-10 → A-10'],
    ])
    expect((await binOf('SEAL-1')).bin).toBe('B-01')
    await expect(warehouse.api.consoleStock.importBins({ fileName: '空.csv' }, { file: csv('规格编码,货位\n') })).rejects.toMatchObject({
      reason: 'BINS_UNREADABLE',
    })
  })

  test('are edited by one person at a time: a second edit of the same version is refused', async () => {
    const { skuId, binVersion } = await binOf('SEAL-1')
    await warehouse.api.consoleStock.setBin({ skuId, bin: 'B-07', rowVersion: binVersion })
    await expect(warehouse.api.consoleStock.setBin({ skuId, bin: 'B-09', rowVersion: binVersion })).rejects.toMatchObject({
      reason: 'ROW_CHANGED',
    })
    expect((await binOf('SEAL-1')).bin).toBe('B-07')
    expect(contract.consoleStock.setBin.input.safeParse({ skuId, bin: 'A_1', rowVersion: 1 }).success).toBe(false)
  })
})

describe('a file of waybill numbers', () => {
  const csv = (...lines: string[]) => new Blob([`订单号,承运公司,运单号\n${lines.join('\n')}\n`], { type: 'text/csv' })
  const brings = (file: Blob, more: object = {}) => consoleWave.importWaybills({ fileName: '运单.csv', ...more }, { file })

  test('is tried without changes, with a result per row, and then ships exactly what was shown', async () => {
    const [good, bad, asked] = [
      await order(lin, [
        [bits.skuId, 2],
        [oil.skuId, 1],
      ]),
      await order(wu, [[bits.skuId, 1]]),
      await order(lin, [[oil.skuId, 1]]),
    ]
    const { id } = await consoleWave.create({ count: 1 })
    await lin.api.order.askCancel({ orderNo: asked.orderNo, reason: '不要了' })
    const number = createWaybillNo()
    const file = csv(
      `${good.orderNo},德邦,${number}`,
      `${bad.orderNo},顺丰,${createWaybillNo()}`,
      `${asked.orderNo},德邦,${createWaybillNo()}`,
      `202611180000000000,德邦,${createWaybillNo()}`,
      `123,德邦,${createWaybillNo()}`,
      `${good.orderNo},德邦,${createWaybillNo()}`,
      `${bad.orderNo},德邦,${number}`,
    )
    const trial = await brings(file)
    expect(trial.rows.map(({ row, result, text }) => [row, result, text])).toEqual([
      [2, 'ready', '发出 3 件'],
      [3, 'refused', '顺丰速运的运单号应为 SF 加 13 位数字，或 12 位数字，请核对'],
      [4, 'refused', '买家申请取消，处理后才能发货'],
      [5, 'refused', '没有订单 202611180000000000'],
      [6, 'refused', '订单号“123”应为 18 位数字'],
      [7, 'refused', '与第 2 行是同一订单，以第 2 行为准'],
      [8, 'shared', '同一单号已用于第 2 行，确认合并发货？'],
    ])
    expect((await warehouse.api.consoleOrder.detail(good)).state).toBe('WAIT_SEND')
    const { counts } = await brings(file, { seen: trial.seen })
    expect(counts).toEqual({ ready: 0, shared: 1, refused: 5, shipped: 1 })
    expect((await warehouse.api.consoleOrder.detail(good)).parcels).toMatchObject([{ carrier, trackingNo: number }])
    // It was in a wave, which it has ended.
    expect(await consoleWave.detail({ id })).toMatchObject({ state: 'SHIPPED', shipped: 1 })
    // The same file says something else now, so it is looked at again before anything leaves.
    await expect(brings(file, { seen: trial.seen, merged: 'yes' })).rejects.toMatchObject({ reason: 'WAYBILLS_CHANGED' })
    const again = await brings(file)
    expect(again.rows[0]).toMatchObject({ result: 'refused', text: '订单已全部发出' })
    expect((await brings(file, { seen: again.seen, merged: 'yes' })).counts.shipped).toBe(1)
    expect((await warehouse.api.consoleOrder.detail(bad)).parcels).toMatchObject([{ trackingNo: number }])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('ships once when it is sent again with its key', async () => {
    const one = await order(lin, [[bits.skuId, 1]])
    const file = csv(`${one.orderNo},德邦,${createWaybillNo()}`)
    const { seen } = await brings(file)
    const sends = () => consoleWave.importWaybills({ fileName: '运单.csv', seen }, { file, idempotencyKey: 'waybills-of-today' })
    expect(await sends()).toEqual(await sends())
    await expect(consoleWave.importWaybills({ fileName: 'x.csv' }, { file: new Blob(['\n']) })).rejects.toMatchObject({
      reason: 'WAYBILLS_UNREADABLE',
    })
  })
})
