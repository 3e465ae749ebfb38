import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { noWaybillFaults } from '#sandbox/waybills/provider.ts'
import { createKuaidi100WaybillNumbers } from '#server/adapters/waybill-numbers/public.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { parsePdfTextByPage } from '#server/platform/testing/pdf-text.ts'
import { createSecondWarehouse } from '#server/platform/testing/warehouse-scene.ts'
import { startWaybillSandbox } from '#server/platform/testing/waybill-sandbox.ts'

const mall = await openMall()
const sandbox = await startWaybillSandbox()
mall.services.waybills = createKuaidi100WaybillNumbers(sandbox.account)
const warehouse = await mall.staff('warehouse')
const { consoleWaybill, consoleWave, consoleFulfilment, consoleDocuments } = warehouse.api
const carrier = '德邦快递'
const skuId = await mall.createSku('截齿', { code: 'BIT-1', stock: 2_000, sale: '10.00' })
const lin = await mall.buyer('林', { wallet: '90000' })

/** A paid order of some units. */
async function order(units = 1, buyer: Buyer = lin, of = skuId) {
  const lines = [{ skuId: of, goodsNum: units }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId, orders } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  mall.clock.forward(60_000)
  return { enterpriseId: buyer.enterpriseId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
}
type Ref = Awaited<ReturnType<typeof order>>

const take = async (orders: Ref[], own = carrier) => {
  const { rows, left } = await consoleWaybill.take({ carrier: own, orders })
  return { rows: rows.map(({ result, trackingNo, text }) => [result, trackingNo, text]), left }
}
const waybillOf = async ({ orderNo }: Ref) => (await consoleWaybill.list({ orderNo })).dataList
const ship = (ref: Ref, trackingNo: string, units = 1) =>
  consoleFulfilment.ship({ ...ref, carrier, trackingNo, lines: [{ lineNo: 1, quantity: units }] })

beforeEach(() => void Object.assign(sandbox.faults, noWaybillFaults))

test('numbers are taken for many orders at once, each once, and the audit log says by whom', async () => {
  const orders = [await order(), await order(2), await order()]
  const before = sandbox.all().length
  const { rows } = await take(orders)
  expect(rows.map(([result]) => result)).toEqual(['taken', 'taken', 'taken'])
  expect(new Set(rows.map(([, number]) => number)).size).toBe(3)
  // A second press, and one of a colleague with more orders.
  const more = await order()
  const again = await take([...orders, more])
  expect(again.rows.slice(0, 3)).toEqual(rows.map(([, number]) => ['taken', number, '之前已取号']))
  expect(sandbox.all()).toHaveLength(before + 4)
  const entries = await mall.db.selectFrom('audit_log').select(['object_id', 'facts']).where('action', '=', 'take waybill number').execute()
  expect(entries.map(({ object_id }) => object_id).sort()).toEqual([...orders, more].map(({ orderNo }) => orderNo).sort())
  expect(entries[0]?.facts).toMatchObject({ carrier, trackingNo: expect.stringMatching(/^DPK9\d{11}$/) })
})

test('two people who press at once take one number', async () => {
  const one = await order()
  const other = await mall.staff('warehouse')
  sandbox.faults.slowMs = 150
  const before = sandbox.all().length
  const answers = await Promise.all([
    consoleWaybill.take({ carrier, orders: [one] }),
    other.api.consoleWaybill.take({ carrier, orders: [one] }),
  ])
  expect(answers.flatMap(({ rows }) => rows.map(({ result, text }) => [result, text])).sort()).toEqual([
    ['taken', ''],
    ['unknown', '正在取号，请一分钟后再看'],
  ])
  expect(sandbox.all()).toHaveLength(before + 1)
})

describe('an answer that does not come', () => {
  test('after the number was given: the next press brings this number', async () => {
    const one = await order()
    sandbox.faults.mute = 1
    const before = sandbox.all().length
    expect((await take([one])).rows).toEqual([['unknown', '', '没有收到承运公司的答复，请再次取号，不会多占单号']])
    expect(await waybillOf(one)).toMatchObject([{ state: 'ASKED', trackingNo: '', fate: 'waiting' }])
    // Whoever chooses another carrier now gets the number of the first: it may have been given.
    const { rows } = await consoleWaybill.take({ carrier: '顺丰速运', orders: [one] })
    expect(rows).toMatchObject([{ result: 'taken', carrier, trackingNo: sandbox.all().at(-1)?.kuaidinum }])
    expect(sandbox.all()).toHaveLength(before + 1)
  })

  test('before the request arrived: the next press takes the first number', async () => {
    const one = await order()
    sandbox.faults.deaf = 1
    expect((await take([one])).rows).toMatchObject([['unknown', '', expect.any(String)]])
    expect((await take([one])).rows).toMatchObject([['taken', expect.stringMatching(/^DPK9/), '']])
    expect(await waybillOf(one)).toHaveLength(1)
  })

  test('because the server stopped meanwhile: after a minute the claim is over', async () => {
    const one = await order()
    sandbox.faults.deaf = 1
    await take([one])
    const until = new Date(mall.clock.now.getTime() + 30_000)
    await mall.db
      .updateTable('waybill')
      .set({ claimed_until: until })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('state', '=', 'ASKED')
      .execute()
    expect((await take([one])).rows).toMatchObject([['unknown', '', '正在取号，请一分钟后再看']])
    mall.clock.forward(60_000)
    expect((await take([one])).rows).toMatchObject([['taken', expect.any(String), '']])
  })
})

describe('the provider refuses', () => {
  test('an address: its reason is shown, the others get their numbers, and nothing is lost', async () => {
    const far = await mall.buyer('远', { wallet: '900' })
    const [good, bad] = [await order(), await order(1, far)]
    await mall.db.updateTable('order').set({ receiver_detail: '无此地址' }).where('enterprise_id', '=', bad.enterpriseId).execute()
    const { rows } = await take([bad, good])
    expect(rows).toEqual([
      ['refused', '', expect.stringMatching(/^收件地址无法识别：.*（30001）$/)],
      ['taken', expect.any(String), ''],
    ])
    expect(await waybillOf(bad)).toMatchObject([{ state: 'REFUSED', reason: expect.stringContaining('收件地址无法识别') }])
    // With the address put right, another carrier may take it.
    await mall.db.updateTable('order').set({ receiver_detail: '坂田 1 号' }).where('enterprise_id', '=', bad.enterpriseId).execute()
    expect((await take([bad], '顺丰速运')).rows).toMatchObject([['taken', expect.stringMatching(/^SF9/), '']])
    expect(await waybillOf(bad)).toHaveLength(1)
  })

  test('because the account is used up: what was taken stays, and the rest is taken after the recharge', async () => {
    const orders = [await order(), await order(), await order()]
    sandbox.faults.balance = 1
    const { rows } = await take(orders)
    expect(rows.filter(([result]) => result === 'taken')).toHaveLength(1)
    expect(rows.filter(([, , text]) => text === '账号单量不足，请充值（30004）')).toHaveLength(2)
    sandbox.faults.balance = -1
    expect((await take(orders)).rows.map(([result]) => result)).toEqual(['taken', 'taken', 'taken'])
  })
})

test('orders that do not wait, and orders that do not exist, get no number', async () => {
  const [sent, asked] = [await order(), await order()]
  await ship(sent, 'DPK202611180901')
  await lin.api.order.askCancel({ orderNo: asked.orderNo, reason: '不要了' })
  const { rows } = await take([sent, asked, { enterpriseId: lin.enterpriseId, orderNo: '202611180000000000' }])
  expect(rows).toEqual([
    ['refused', '', '订单已全部发出'],
    ['refused', '', '买家申请取消，处理后才能取号'],
    ['refused', '', '没有该订单'],
  ])
  await expect(take([asked], '跨越速运')).rejects.toMatchObject({ reason: 'WAYBILL_CARRIER_OFF' })
  expect(await consoleWaybill.carriers({})).toEqual(['德邦快递', '顺丰速运', '中通快递'])
})

test('a parcel that left has used its number; the next parcel of the order gets its own', async () => {
  const one = await order(3)
  const [first] = (await take([one])).rows
  await ship(one, String(first?.[1]), 1)
  expect(await waybillOf(one)).toMatchObject([{ state: 'TAKEN', fate: 'sent', parcelNo: 1 }])
  const [second] = (await take([one])).rows
  expect(second?.[1]).not.toBe(first?.[1])
  // It leaves with a number that was typed, so the second one is left over.
  await ship(one, 'DPK202611180902', 2)
  expect((await waybillOf(one)).map(({ parcelNo, fate }) => [parcelNo, fate])).toEqual([
    [2, 'idle'],
    [1, 'sent'],
  ])
  expect((await consoleWaybill.list({ fate: 'idle' })).dataList.map(({ orderNo }) => orderNo)).toEqual([one.orderNo])
})

describe('a number is given back', () => {
  const back = async (ref: Ref) => {
    const [waybill] = await waybillOf(ref)
    return consoleWaybill.giveBack({ enterpriseId: ref.enterpriseId, id: waybill?.id ?? expect.fail('none'), reason: '改地址' })
  }

  test('before its parcel leaves, and the order then gets another one', async () => {
    const one = await order()
    const [first] = (await take([one])).rows
    await back(one)
    expect(sandbox.all().find(({ kuaidinum }) => kuaidinum === first?.[1])?.cancelled).toBe(true)
    await expect(back(one)).rejects.toMatchObject({ reason: 'WAYBILL_NOT_TAKEN' })
    const [second] = (await take([one])).rows
    expect(second?.[1]).not.toBe(first?.[1])
    await ship(one, String(second?.[1]))
    await expect(back(one)).rejects.toMatchObject({ reason: 'WAYBILL_USED' })
  })

  test('unless the carrier refuses: the number stays', async () => {
    const one = await order()
    await take([one])
    sandbox.faults.keeps = true
    await expect(back(one)).rejects.toMatchObject({
      reason: 'WAYBILL_KEPT_BY_CARRIER',
      message: '承运公司没有同意取消：快件已揽收，不能取消（30001）',
    })
    expect(await waybillOf(one)).toMatchObject([{ state: 'TAKEN', reason: '承运公司没有同意取消：快件已揽收，不能取消（30001）' }])
  })
})

test('the packing desk and the wave show the number of each order, until it is used', async () => {
  const one = await order(2)
  const { id } = await consoleWave.create({ count: 200 })
  const packed = async () => (await consoleWave.packing({ id })).orders.find(({ orderNo }) => orderNo === one.orderNo)?.waybill
  expect(await packed()).toBeNull()
  const [first] = (await take([one])).rows
  expect(await packed()).toMatchObject({ carrier, trackingNo: first?.[1] })
  const shown = (await consoleWave.orders({ id, pageSize: 100 })).dataList.find(({ orderNo }) => orderNo === one.orderNo)
  expect(shown?.trackingNo).toBe(first?.[1])
  await ship(one, String(first?.[1]), 1)
  expect(await packed()).toBeNull()
  await consoleWave.close({ id })
})

test('labels are printed into one file, one page each, in the sequence that was asked for', async () => {
  const orders = [await order(), await order()]
  await take(orders)
  const rows = await Promise.all(orders.map(async (ref) => (await waybillOf(ref))[0] ?? expect.fail('none')))
  const waybills = rows.map(({ enterpriseId, id }) => ({ enterpriseId, id })).reverse()
  const file = await consoleDocuments.waybillLabels({ waybills })
  expect(file.name).toBe('电子面单-2026-11-18-2张.pdf')
  expect(
    Buffer.from(file.bytes)
      .toString('latin1')
      .match(/\/MediaBox \[0 0 283\.46 425\.2\]/g),
  ).toHaveLength(2)
  const pages = parsePdfTextByPage(Buffer.from(file.bytes))
  expect(pages).toHaveLength(2)
  for (const words of [rows[1]?.trackingNo ?? '', orders[1]?.orderNo ?? '', carrier, '广东省分拨中心', '仓储部', '13800000088'])
    expect(pages[0]).toContain(words)
  await consoleWaybill.giveBack({ ...(waybills[0] ?? expect.fail('none')), reason: '改地址' })
  await expect(consoleDocuments.waybillLabels({ waybills })).rejects.toMatchObject({ reason: 'WAYBILL_LABELS_NONE' })
})

test('whoever keeps certain shops sees and takes numbers of orders of these shops alone', async () => {
  const shopId = await mall.newShop('三店')
  const [own, other] = [
    await order(1, lin, await mall.createSku('扳手', { shopId, code: 'KEY-1', stock: 50, sale: '10.00' })),
    await order(),
  ]
  await take([other])
  const admin = await mall.staff('admin')
  const keeper = await mall.staff('warehouse', 'catalogue')
  const known = (await admin.api.consoleShop.staff({})).find(({ name }) => name.includes('warehouse,')) ?? expect.fail('no keeper')
  await admin.api.consoleShop.setStaff({ staffId: known.staffId, shopIds: [shopId], rowVersion: 0 })
  const { rows } = await keeper.api.consoleWaybill.take({ carrier, orders: [own, other] })
  expect(rows.map(({ result, text }) => [result, text])).toEqual([
    ['taken', ''],
    ['refused', '没有该订单'],
  ])
  expect((await keeper.api.consoleWaybill.list({})).dataList.map(({ orderNo }) => orderNo)).toEqual([own.orderNo])
  const [hidden] = await waybillOf(other)
  const ref = { enterpriseId: other.enterpriseId, id: hidden?.id ?? '' }
  await expect(keeper.api.consoleWaybill.giveBack({ ...ref, reason: '改' })).rejects.toMatchObject({ reason: 'WAYBILL_NOT_FOUND' })
  await expect(keeper.api.consoleDocuments.waybillLabels({ waybills: [ref] })).rejects.toMatchObject({ reason: 'WAYBILL_LABELS_NONE' })
})

test('a mall without a service says so, and one whose warehouse has no address asks for it', async () => {
  const one = await order()
  const { waybills } = mall.services
  mall.services.waybills = undefined
  await expect(take([one])).rejects.toMatchObject({ reason: 'WAYBILLS_OFF' })
  expect(await consoleWaybill.carriers({})).toEqual([])
  mall.services.waybills = waybills
  const warehouseId = await createSecondWarehouse(mall)
  await mall.db.updateTable('warehouse').set({ address: '' }).where('id', '=', warehouseId).execute()
  const site = mall.db.updateTable('setting').where('name', '=', 'site')
  const { value } = await mall.db.selectFrom('setting').select('value').where('name', '=', 'site').executeTakeFirstOrThrow()
  await site.set({ value: sql`value || '{"address":""}'` }).execute()
  await expect(consoleWaybill.take({ carrier, warehouseId, orders: [one] })).rejects.toMatchObject({ reason: 'WAYBILL_SENDER_MISSING' })
  await site.set({ value: JSON.stringify(value) }).execute()
  expect(await waybillOf(one)).toEqual([])
})

test('the number of statements of a call does not grow with its orders, but for the record of each answer', async () => {
  const [one, many] = [[await order()], [await order(), await order(), await order(), await order()]]
  const count = async (orders: Ref[]) => (await mall.queriesOf(() => take(orders))).length
  await take([await order()])
  const [few, more] = [await count(one), await count(many)]
  expect((more - few) % (many.length - one.length)).toBe(0)
  expect(await count(many)).toBe(await count(one))
  expect(await mall.findInvariantBreaches()).toEqual({})
})
