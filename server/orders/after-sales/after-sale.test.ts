import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import { createAfterSaleHelpers } from '#server/platform/testing/after-sales.ts'
import { type Buyer, ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createPhoto, toBlob } from '#server/platform/testing/uploads.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const { support, warehouse, finance, order, send, buildRequest, apply, approve, comeBack, pay, refunds } =
  await createAfterSaleHelpers(mall)
const { afterSale, consoleAfterSale } = contract
const MOVED = { code: 409, reason: 'AFTER_SALE_MOVED' }
const key = () => ({ 'idempotency-key': randomUUID() })
const balance = async (buyer: Buyer) => (await buyer.api.wallet.overview({})).balance
const stateOf = async ({ buyer, orderNo }: { buyer: Buyer; orderNo: string }) => (await buyer.api.order.detail({ orderNo })).state
const uploaded = async (buyer: Buyer) =>
  (await buyer.api.files.uploadImage({ purpose: 'afterSale' }, { file: toBlob(await createPhoto()) })).fileId

describe('goods that were shipped', () => {
  test('are returned with a picture, a parcel, an inspection and a refund; both sides read the history', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 3 })
    const fileId = await uploaded(lin)
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]], { pictures: [fileId] })
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({
      state: 'APPLIED',
      type: 'RETURN',
      units: 2,
      pictures: [fileId],
      actions: ['withdraw', 'say'],
      preview: { total: 20_000, freight: 0, ways: [{ text: '退回现金钱包' }] },
    })
    await support.api.consoleAfterSale.say({ ...ref, text: '请拍一张铭牌' })
    await lin.api.afterSale.say({ id: ref.id, text: '已在图片里' })
    expect((await support.post(consoleAfterSale.picture.path, { ...ref, fileId })).code).toBe(200)
    const views = await (await mall.staff('auditor')).api.consoleDocumentView.list({ enterpriseId: lin.enterpriseId, paper: 'afterSale' })
    expect(views.dataList).toMatchObject([{ actorName: 'support', actionName: '查看售后图片', objectId: ref.id }])

    await approve(ref)
    expect((await lin.api.afterSale.detail({ id: ref.id })).actions).toEqual(['sendBack', 'withdraw', 'say'])
    await comeBack(lin, ref, [[1, 2, 1]])
    expect(await balance(lin)).toBe(100_000 - 33_000)
    expect(await pay(ref)).toBe(20_000)

    expect(await balance(lin)).toBe(100_000 - 13_000)
    // One is on the shelf again, the other is scrap.
    expect(await mall.countStock(bought.skuIds[0] ?? '')).toBe(98)
    const seen = await lin.api.afterSale.detail({ id: ref.id })
    expect(seen).toMatchObject({ state: 'REFUNDED', refunded: 20_000, actions: [], refunds: [{ amount: 20_000, state: 'SETTLED' }] })
    expect(seen.entries.map(({ verb, mine }) => `${verb} ${mine}`)).toEqual([
      ...['apply true', 'say false', 'say true', 'approve false', 'sendBack true', 'accept false', 'refund false'],
    ])
    const titles = (await lin.api.message.list({ kind: 'order' })).dataList.map(({ title }) => title)
    expect(titles.slice(0, 4)).toEqual(['售后已退款', '退回商品已验收', '售后申请已同意', '售后有新留言'])
    const { lines } = await lin.api.order.detail({ orderNo: bought.orderNo })
    expect(lines[0]).toMatchObject({ shipped: 3, refunded: 2, left: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('come back to the warehouse that they left from, or to the one that is named', async () => {
    const lin = await mall.buyer('林', { wallet: '2000' })
    const [west, north] = [await createSecondWarehouse(mall, ['西藏自治区'], 'XZ'), await createSecondWarehouse(mall, ['黑龙江省'], 'HLJ')]
    const bought = await order(lin, [{ price: '100.00', units: 6 }])
    const [skuId = ''] = bought.skuIds
    await warehouse.api.consoleSku.adjustStock({ skuId, change: 6, reason: '到货', warehouseId: west })
    const parcel = { enterpriseId: lin.enterpriseId, orderNo: bought.orderNo, carrier: '德邦快递', trackingNo: createWaybillNo() }
    await warehouse.api.consoleFulfilment.ship({ ...parcel, warehouseId: west, lines: [{ lineNo: 1, quantity: 6 }] })
    const comes = async (warehouseId?: string) => {
      const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]])
      await approve(ref)
      await lin.api.afterSale.sendBack({ id: ref.id, carrier: '顺丰速运', trackingNo: 'SF1000000000001' })
      const body = { ...ref, lines: [{ lineNo: 1, accepted: 2, restocked: 1 }], note: '', ...(warehouseId && { warehouseId }) }
      return warehouse.post(consoleAfterSale.inspect.path, body)
    }
    const lying = async () => {
      const rows = await mall.db.selectFrom('warehouse_stock').select(['warehouse_id', 'units']).where('sku_id', '=', skuId).execute()
      return [MAIN_WAREHOUSE_ID, west, north].map((id) => rows.find(({ warehouse_id }) => warehouse_id === id)?.units ?? 0)
    }
    expect(await comes()).toMatchObject({ code: 200 })
    expect(await lying()).toEqual([100, 1, 0])
    expect(await comes(north)).toMatchObject({ code: 200 })
    expect(await lying()).toEqual([100, 1, 1])
    // A closed warehouse takes nothing: what left it comes to the main one.
    const closed = { warehouseId: west, code: 'XZ', name: 'XZ 仓', address: '', provinces: [], open: false, rowVersion: 0 }
    await warehouse.api.consoleWarehouse.save(closed)
    expect(await comes(west)).toMatchObject({ reason: 'WAREHOUSE_CLOSED' })
    const waiting = (await warehouse.api.consoleAfterSale.list({ queue: 'inspect', orderNo: bought.orderNo })).dataList[0]
    const ref = { enterpriseId: lin.enterpriseId, id: waiting?.id ?? '' }
    await warehouse.api.consoleAfterSale.inspect({ ...ref, lines: [{ lineNo: 1, accepted: 2, restocked: 1 }], note: '' })
    expect([await lying(), await mall.findInvariantBreaches()]).toEqual([[101, 1, 1], {}])
  })

  test('have at most as many units in after-sales as were sent, and the refusal states the numbers', async () => {
    const lin = await mall.buyer('林', { wallet: '2000' })
    const bought = await order(lin, [{ price: '100.00', units: 10 }])
    await send(bought, { 1: 4 })
    const ask = (type: 'REFUND' | 'RETURN', units: number) =>
      lin.post(afterSale.apply.path, { ...buildRequest(bought, type, [[1, 'sent', units]]), reason: '质量问题', description: '' }, key())
    expect(await ask('RETURN', 5)).toMatchObject({
      code: 422,
      reason: 'AFTER_SALE_TOO_MANY',
      msg: '「截齿」已发 4，其中 0 在售后中、0 已处理，最多可申请 4',
      detail: { lineNo: 1, most: 4 },
    })
    expect((await ask('RETURN', 3)).code).toBe(200)
    expect(await ask('REFUND', 2)).toMatchObject({ code: 422, msg: '「截齿」已发 4，其中 3 在售后中、0 已处理，最多可申请 1' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('REFUND', 1)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422, 422, 422])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('that are accepted in part are refunded in part, and the rest can be requested again', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [
      { price: '100.00', units: 3 },
      { price: '50.00', units: 2 },
    ])
    await send(bought, { 1: 3, 2: 2 })
    const asked = [[1, 'sent', 3] as [number, 'sent', number], [2, 'sent', 2] as [number, 'sent', number]]
    const ref = await apply(bought, 'RETURN', asked)
    await approve(ref, [[1, 'sent', 2]])
    await comeBack(lin, ref, [
      [1, 1, 1],
      [2, 2, 0],
    ])
    expect(await pay(ref)).toBe(20_000)
    const { lines } = await lin.api.afterSale.options({ orderNo: bought.orderNo })
    expect(lines.map(({ sent, settled }) => [sent, settled])).toEqual([
      [2, 1],
      [0, 2],
    ])
    expect(await Promise.all(bought.skuIds.map((skuId) => mall.countStock(skuId)))).toEqual([98, 98])
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('that are all rejected end the after-sale without refund or stock', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }])
    await send(bought, { 1: 2 })
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]])
    await approve(ref)
    await comeBack(lin, ref, [[1, 0, 0]])
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({ state: 'REJECTED', refunded: null, preview: null })
    expect(await finance.post(consoleAfterSale.refund.path, { ...ref, amount: 200 })).toMatchObject(MOVED)
    expect(await mall.countStock(bought.skuIds[0] ?? '')).toBe(98)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('can be claimed for exactly fifteen days after the receipt', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }])
    await send(bought, { 1: 2 })
    await lin.api.order.receive({ orderNo: bought.orderNo })
    mall.clock.forward(15 * ONE_DAY_MS)
    await mall.renew()
    expect(await lin.api.afterSale.options({ orderNo: bought.orderNo })).toMatchObject({ why: null })
    mall.clock.forward(1)
    const options = await lin.api.afterSale.options({ orderNo: bought.orderNo })
    expect(options).toMatchObject({ types: [], why: expect.stringMatching(/^收货已超过 15 天（2026-\d\d-\d\d 截止），请联系客服$/) })
    await expect(apply(bought, 'RETURN', [[1, 'sent', 1]])).rejects.toMatchObject({ reason: 'AFTER_SALE_NOT_ALLOWED' })
  })

  test('that are not handed to a carrier within seven days end the after-sale, which can be requested again', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }])
    await send(bought, { 1: 2 })
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]])
    await approve(ref)
    mall.clock.forward(7 * ONE_DAY_MS - 1)
    await mall.runDeadlines()
    await mall.renew()
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({ state: 'APPROVED' })
    mall.clock.forward(1)
    await mall.runDeadlines()
    expect(await lin.api.afterSale.detail({ id: ref.id })).toMatchObject({ state: 'CANCELLED' })
    await apply(bought, 'RETURN', [[1, 'sent', 2]])
  })
})

describe('while an after-sale is open', () => {
  test('the order is not received automatically, and the rest of the fifteen days runs afterwards', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }])
    await send(bought, { 1: 2 })
    mall.clock.forward(10 * ONE_DAY_MS)
    await mall.renew()
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 1]])
    expect(await lin.api.order.detail({ orderNo: bought.orderNo })).toMatchObject({ deadline: null })
    mall.clock.forward(20 * ONE_DAY_MS)
    await mall.runDeadlines()
    await mall.renew()
    expect(await stateOf(bought)).toBe('SENT')
    await support.api.consoleAfterSale.reject({ ...ref, reason: '使用不当' })
    mall.clock.forward(5 * ONE_DAY_MS - 1)
    await mall.runDeadlines()
    await mall.renew()
    expect(await stateOf(bought)).toBe('SENT')
    mall.clock.forward(1)
    await mall.runDeadlines()
    expect(await stateOf(bought)).toBe('WAIT_COMMENT')
  })

  test('the order cannot be cancelled; while a cancel is requested, no after-sale can be opened', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 2 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 1]])
    expect(await lin.post(contract.order.askCancel.path, { orderNo: bought.orderNo, reason: '不要了' })).toMatchObject({
      reason: 'AFTER_SALE_OPEN',
    })
    await lin.api.afterSale.withdraw({ id: ref.id })
    await lin.api.order.askCancel({ orderNo: bought.orderNo, reason: '不要了' })
    expect(await lin.api.afterSale.options({ orderNo: bought.orderNo })).toMatchObject({
      why: '订单正在申请取消，客服处理后才能申请售后',
    })
    await expect(apply(bought, 'REFUND', [[1, 'unsent', 1]])).rejects.toMatchObject({ reason: 'AFTER_SALE_NOT_ALLOWED' })
  })

  test('its units are not shipped and all others are; released units are shipped again', async () => {
    const lin = await mall.buyer('林', { wallet: '2000' })
    const bought = await order(lin, [{ price: '100.00', units: 10 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 3]])
    await expect(send(bought, { 1: 8 })).rejects.toMatchObject({
      reason: 'NOTHING_TO_SHIP',
      message: '第 1 行最多还可发 7，另有 3 在售后申请中',
    })
    await send(bought, { 1: 7 })
    expect(await stateOf(bought)).toBe('PART_SENT')
    const short = { enterpriseId: bought.enterpriseId, orderNo: bought.orderNo, reason: '缺货' }
    expect(await warehouse.post(contract.consoleFulfilment.closeShort.path, short)).toMatchObject({ reason: 'AFTER_SALE_OPEN' })
    await lin.api.afterSale.withdraw({ id: ref.id })
    await send(bought, { 1: 3 })
    expect(await stateOf(bought)).toBe('SENT')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('goods that were not shipped', () => {
  test('refund 3 of 10, ship 4, claim 2, ship 3: units and money add up, and the order continues', async () => {
    const lin = await mall.buyer('林', { wallet: '2000' })
    const bought = await order(lin, [{ price: '33.33', units: 10 }])
    const paid = 33_330 + 3_000
    expect(await refunds(bought, [[1, 'unsent', 3]])).toBe(9_999)
    await send(bought, { 1: 4 })
    expect(await refunds(bought, [[1, 'sent', 2]])).toBe(6_666)
    await send(bought, { 1: 3 })
    expect(await stateOf(bought)).toBe('SENT')
    expect(await balance(lin)).toBe(200_000 - paid + 9_999 + 6_666)
    expect(await mall.countStock(bought.skuIds[0] ?? '')).toBe(93)
    const { lines } = await lin.api.order.detail({ orderNo: bought.orderNo })
    expect(lines[0]).toMatchObject({ goodsNum: 10, shipped: 7, refunded: 5, left: 0 })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('refunded completely before any shipment refund the whole order with freight', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [
      { price: '33.33', units: 2 },
      { price: '10.01', units: 1 },
    ])
    expect(await refunds(bought, [[1, 'unsent', 1]])).toBe(3_333)
    expect(
      await refunds(bought, [
        [1, 'unsent', 1],
        [2, 'unsent', 1],
      ]),
    ).toBe(3_333 + 1_001 + 3_000)
    expect(await stateOf(bought)).toBe('CANCELLED')
    expect(await balance(lin)).toBe(100_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('refunded after the rest was shipped leave only the shipped goods', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 2 })
    await refunds(bought, [[1, 'unsent', 1]])
    expect(await stateOf(bought)).toBe('SENT')
    expect(await balance(lin)).toBe(100_000 - 23_000)
    await expect(send(bought, { 1: 1 })).rejects.toMatchObject({ reason: 'ORDER_ACTION_NOT_ALLOWED' })
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('cannot be returned or exchanged, and an unpaid order has no after-sale', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    for (const type of ['RETURN', 'EXCHANGE'] as const)
      await expect(apply(bought, type, [[1, 'unsent', 1]])).rejects.toMatchObject({ message: '未发货的商品请选择仅退款' })
    const lines = [{ skuId: bought.skuIds[0] ?? '', goodsNum: 1 }]
    const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
    const { orders } = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    expect(await lin.api.afterSale.options({ orderNo: orders[0]?.orderNo ?? '' })).toMatchObject({
      types: [],
      why: '订单支付后才能申请售后，未支付的订单可直接取消',
    })
  })
})

describe('an exchange', () => {
  test('makes an order at no cost that ships normally and is linked both ways', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 3 })
    const ref = await apply(bought, 'EXCHANGE', [[1, 'sent', 2]])
    await approve(ref)
    await comeBack(lin, ref, [[1, 2, 0]])
    const { orderNo } = await support.api.consoleAfterSale.exchange(ref)
    const { afterSaleNo, exchangeOrderNo, state } = await lin.api.afterSale.detail({ id: ref.id })
    expect([state, exchangeOrderNo]).toEqual(['EXCHANGED', orderNo])
    expect(await lin.api.order.detail({ orderNo })).toMatchObject({
      state: 'WAIT_SEND',
      payable: 0,
      freight: 0,
      remark: `换货：售后单 ${afterSaleNo}，原订单 ${bought.orderNo}`,
      lines: [{ goodsNum: 2, price: 0, left: 2 }],
    })
    const again = { ...bought, orderNo }
    await send(again, { 1: 2 })
    expect(await stateOf(again)).toBe('SENT')
    // What was sent anew costs nothing, so nothing of it can be paid back; it can be exchanged once more.
    expect((await lin.api.afterSale.options({ orderNo })).types).toEqual(['EXCHANGE'])
    expect((await lin.api.afterSale.options({ orderNo: bought.orderNo })).lines[0]).toMatchObject({ sent: 1, settled: 2 })
    expect(await balance(lin)).toBe(100_000 - 33_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('without stock is refused with a reason and becomes a refund', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3, stock: 3 }])
    await send(bought, { 1: 3 })
    const ref = await apply(bought, 'EXCHANGE', [[1, 'sent', 2]])
    await approve(ref)
    await comeBack(lin, ref, [[1, 2, 1]])
    expect(await support.post(consoleAfterSale.exchange.path, ref)).toMatchObject({
      code: 422,
      reason: 'OUT_OF_STOCK',
      msg: '「截齿」库存不足 2，可改为退款',
    })
    await support.api.consoleAfterSale.refundInstead({ ...ref, reason: '无货可换' })
    expect(await pay(ref)).toBe(20_000)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

describe('conflicting or invalid requests', () => {
  test('two staff at once: one decides, inspects and pays, the other gets a conflict', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 3 })
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 2]])
    const [yes, no] = await Promise.all([
      support.post(consoleAfterSale.approve.path, { ...ref, lines: [] }),
      support.post(consoleAfterSale.reject.path, { ...ref, reason: '使用不当' }),
    ])
    expect([yes.code, no.code].sort()).toEqual([200, 409])
    if (no.code === 200) return
    await lin.api.afterSale.sendBack({ id: ref.id, carrier: '顺丰速运', trackingNo: 'SF1000000000001' })
    const lines = [{ lineNo: 1, accepted: 2, restocked: 2 }]
    const seen = await Promise.all(
      Array.from({ length: 4 }, () => warehouse.post(consoleAfterSale.inspect.path, { ...ref, lines, note: '' })),
    )
    expect(seen.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    const paid = await Promise.all(Array.from({ length: 5 }, () => finance.post(consoleAfterSale.refund.path, { ...ref, amount: 200 })))
    expect(paid.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await balance(lin)).toBe(100_000 - 13_000)
    expect(await mall.countStock(bought.skuIds[0] ?? '')).toBe(99)
    expect(await mall.findInvariantBreaches()).toEqual({})
  })

  test('a refund that is repeated after a lost answer pays once and says that it is paid', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 2]])
    await approve(ref)
    expect(await finance.post(consoleAfterSale.refund.path, { ...ref, amount: 200 })).toMatchObject({ data: { refunded: 200 } })
    expect(await finance.post(consoleAfterSale.refund.path, { ...ref, amount: 200 })).toMatchObject({
      ...MOVED,
      msg: 'finance 已于 14:00 退款',
    })
    expect(await balance(lin)).toBe(100_000 - 13_000)
  })

  test('an application that is sent twice with one key is created once', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const header = key()
    const body = { ...buildRequest(bought, 'REFUND', [[1, 'unsent', 1]]), reason: '不想要了', description: '' }
    const ids = await Promise.all([1, 2].map(async () => (await lin.post(afterSale.apply.path, body, header)).data as { id: string }))
    expect(ids[0]).toEqual(ids[1])
    expect((await lin.api.afterSale.count({})).open).toBe(1)
  })

  test('a refund with an amount other than the displayed one is refused', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 2]])
    await approve(ref, [[1, 'unsent', 1]])
    for (const amount of [200, 0.01, 100.01, 0]) {
      const answer = await finance.post(consoleAfterSale.refund.path, { ...ref, amount })
      expect(answer).toMatchObject({ code: 409, reason: 'AFTER_SALE_AMOUNT', detail: { due: 100 } })
    }
    const negative = await finance.post(consoleAfterSale.refund.path, { ...ref, amount: -100 })
    expect(negative).toMatchObject({ code: 400, reason: 'INVALID_INPUT', detail: { field: 'amount' } })
    expect(await pay(ref)).toBe(10_000)
  })

  test('a case that has too many messages refuses the next one by a name of its own, so that what was typed is kept', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 3 })
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 1]])
    await support.api.consoleAfterSale.say({ ...ref, text: '请拍一张铭牌' })
    await mall.db
      .updateTable('after_sale')
      .set({ entries: 300 })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('id', '=', ref.id)
      .execute()
    const full = { code: 422, reason: 'AFTER_SALE_MESSAGES_FULL' }
    await expect(support.api.consoleAfterSale.say({ ...ref, text: '再拍一张' })).rejects.toMatchObject(full)
    await expect(lin.api.afterSale.say({ id: ref.id, text: '好' })).rejects.toMatchObject(full)
  })

  test('order, after-sale and picture of another enterprise are not found', async () => {
    const [lin, chen] = [await mall.buyer('林', { wallet: '1000' }), await mall.buyer('陈', { wallet: '1000' })]
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    await send(bought, { 1: 3 })
    const [fileId, other] = [await uploaded(lin), await uploaded(lin)]
    const ref = await apply(bought, 'RETURN', [[1, 'sent', 1]], { pictures: [fileId] })
    const GONE = { code: 404, reason: 'AFTER_SALE_NOT_FOUND' }
    for (const path of [afterSale.detail.path, afterSale.withdraw.path]) expect(await chen.post(path, { id: ref.id })).toMatchObject(GONE)
    expect(await chen.post(afterSale.say.path, { id: ref.id, text: '你好' })).toMatchObject(GONE)
    const body = { ...buildRequest(bought, 'RETURN', [[1, 'sent', 1]]), reason: '质量问题', description: '' }
    expect(await chen.post(afterSale.apply.path, body, key())).toMatchObject({ code: 404, reason: 'ORDER_NOT_FOUND' })
    // A picture of somebody else's, one of an after-sale that has it already, one of another purpose.
    const mine = await order(chen, [{ price: '100.00', units: 1 }])
    const avatar = (await chen.api.files.uploadImage({ purpose: 'avatar' }, { file: toBlob(await createPhoto()) })).fileId
    for (const pictures of [[other], [fileId], [avatar], [randomUUID()]])
      expect(
        await chen.post(
          afterSale.apply.path,
          { ...buildRequest(mine, 'REFUND', [[1, 'unsent', 1]]), reason: '其他', description: '', pictures },
          key(),
        ),
      ).toMatchObject({ code: 404, reason: 'FILE_NOT_FOUND' })
    expect((await chen.api.afterSale.count({})).open).toBe(0)
    // Nor does staff see a picture through a case that it does not belong to.
    const elsewhere = await uploaded(lin)
    await apply(bought, 'RETURN', [[1, 'sent', 1]], { pictures: [elsewhere] })
    for (const fileIdElsewhere of [other, elsewhere])
      expect(await support.post(consoleAfterSale.picture.path, { ...ref, fileId: fileIdElsewhere })).toMatchObject({
        code: 404,
        reason: 'FILE_NOT_FOUND',
      })
    expect(await support.post(consoleAfterSale.detail.path, { enterpriseId: chen.enterpriseId, id: ref.id })).toMatchObject(GONE)
  })

  test('each step needs its own permission', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 1]])
    const FORBIDDEN = { code: 403 }
    for (const person of [warehouse, finance]) expect(await person.post(consoleAfterSale.approve.path, ref)).toMatchObject(FORBIDDEN)
    for (const person of [support, finance]) expect(await person.post(consoleAfterSale.inspect.path, ref)).toMatchObject(FORBIDDEN)
    for (const person of [support, warehouse]) expect(await person.post(consoleAfterSale.refund.path, ref)).toMatchObject(FORBIDDEN)
    const looker = await mall.subAccount(lin, ['lookOrder'])
    expect((await looker.api.afterSale.detail({ id: ref.id })).actions).toEqual(['say'])
    expect(await looker.post(afterSale.withdraw.path, { id: ref.id })).toMatchObject(FORBIDDEN)
    const offered = async (person: typeof support) => (await person.api.consoleAfterSale.detail(ref)).actions
    expect([await offered(support), await offered(warehouse), await offered(finance)]).toEqual([['approve', 'reject', 'say'], [], []])
    const written = await mall.db.selectFrom('audit_log').select('action').where('action', '=', consoleAfterSale.approve.path).execute()
    expect(written.length).toBeGreaterThan(0)
  })

  test.each([
    ['a line twice', { lines: [1, 1].map((lineNo) => ({ lineNo, stage: 'unsent', quantity: 1 })) }, 400],
    ['no units', { lines: [{ lineNo: 1, stage: 'unsent', quantity: 0 }] }, 400],
    ['half a unit', { lines: [{ lineNo: 1, stage: 'unsent', quantity: 0.5 }] }, 400],
    ['a line that is not there', { lines: [{ lineNo: 9, stage: 'unsent', quantity: 1 }] }, 422],
    ['nothing at all', { lines: [] }, 409],
    ['a type of its own', { type: 'GIFT' }, 400],
    ['seven pictures', { pictures: Array.from({ length: 7 }, () => randomUUID()) }, 400],
  ])('the application %s is refused', async (_, wrong, code) => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const body = { ...buildRequest(bought, 'REFUND', [[1, 'unsent', 1]]), reason: '其他', description: '', ...wrong }
    expect((await lin.post(afterSale.apply.path, body, key())).code).toBe(code)
    expect((await lin.api.afterSale.count({})).open).toBe(0)
  })

  test.each([
    ['more than was asked for', { lines: [{ lineNo: 1, stage: 'unsent', quantity: 3 }] }, 'AFTER_SALE_TOO_MANY'],
    ['a line that was not asked about', { lines: [{ lineNo: 2, stage: 'unsent', quantity: 1 }] }, 'AFTER_SALE_TOO_MANY'],
    ['nothing', { lines: [{ lineNo: 1, stage: 'unsent', quantity: 0 }] }, 'AFTER_SALE_TOO_MANY'],
    ['more freight than there was', { lines: [], freight: 30.01 }, 'AFTER_SALE_TOO_MANY'],
  ])('the approval with %s is refused', async (_, given, reason) => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [{ price: '100.00', units: 3 }])
    const ref = await apply(bought, 'REFUND', [[1, 'unsent', 2]])
    expect(await support.post(consoleAfterSale.approve.path, { ...ref, ...given })).toMatchObject({ reason })
  })

  test('an inspection that omits a line, accepts more than came or restocks more than it accepts is refused', async () => {
    const lin = await mall.buyer('林', { wallet: '1000' })
    const bought = await order(lin, [
      { price: '100.00', units: 2 },
      { price: '50.00', units: 2 },
    ])
    await send(bought, { 1: 2, 2: 2 })
    const asked: [number, 'sent', number][] = [
      [1, 'sent', 2],
      [2, 'sent', 1],
    ]
    const ref = await apply(bought, 'RETURN', asked)
    await approve(ref)
    await lin.api.afterSale.sendBack({ id: ref.id, carrier: '顺丰速运', trackingNo: 'SF1000000000001' })
    const inspected = async (...lines: [number, number, number][]) =>
      (
        await warehouse.post(consoleAfterSale.inspect.path, {
          ...ref,
          lines: lines.map(([lineNo, accepted, restocked]) => ({ lineNo, accepted, restocked })),
        })
      ).msg
    expect(await inspected([1, 2, 2])).toBe('请填写「截齿」的验收结果')
    expect(await inspected([1, 3, 0], [2, 1, 1])).toBe('「截齿」应退回 2，合格不能超过 2')
    expect(await inspected([1, 1, 2], [2, 1, 1])).toBe('可再售的数量不能超过合格数量')
    expect(await inspected([1, 2, 2], [2, 1, 1], [3, 1, 1])).toBe('第 3 行没有申请售后')
    expect(await mall.findInvariantBreaches()).toEqual({})
  })
})

test('the count of waiting after-sales equals the list, which is sorted oldest first', async () => {
  const lin = await mall.buyer('林', { wallet: '5000' })
  const bought = await order(lin, [{ price: '100.00', units: 9 }])
  await send(bought, { 1: 6 })
  const refs = []
  for (let at = 0; at < 3; at++) {
    refs.push(await apply(bought, 'RETURN', [[1, 'sent', 1]]))
    mall.clock.forward(1_000)
  }
  const listed = async (queue: 'decide' | 'inspect' | 'refund' | 'buyer') => {
    const { dataList, total } = await support.api.consoleAfterSale.list({ queue, enterpriseId: lin.enterpriseId, pageSize: 100 })
    expect(dataList).toHaveLength(total)
    return dataList.map(({ id }) => id)
  }
  expect(await listed('decide')).toEqual(refs.map(({ id }) => id))
  const [first, second] = refs
  if (!first || !second) throw new Error('nobody asked')
  await approve(first)
  await approve(second)
  await comeBack(lin, first, [[1, 1, 1]])
  expect([await listed('decide'), await listed('buyer'), await listed('inspect'), await listed('refund')]).toEqual([
    ...[[refs[2]?.id], [second.id], [], [first.id]],
  ])
  const everything = await support.api.consoleAfterSale.queues({})
  const waiting = await support.api.consoleQueue.list({})
  const counted = (queue: string) => everything.find((one) => one.queue === queue)?.count
  expect(waiting.filter(({ kind }) => kind.startsWith('afterSale')).map(({ count }) => count)).toEqual(
    ['decide', 'inspect', 'refund', 'exchange'].map(counted),
  )
  expect((await lin.api.afterSale.list({ state: 'open' })).total).toBe(3)
  const { dataList } = await support.api.consoleAfterSale.list({ orderNo: bought.orderNo })
  expect(dataList).toHaveLength(3)
  expect(yuanTextToFen('1')).toBe(100)
})
